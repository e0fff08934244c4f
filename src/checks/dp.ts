import { antiJoin, cast, every, fullMatch } from '../engines/dialect/index.js'
import { countOf, fresh, names } from '../engines/sql.js'
import type { Rows } from '../release/data.js'
import type { DifferentiallyPrivate } from '../release/guarantee.js'
import { type Check, count } from './check.js'
import type { ClaimCheck, ClaimedRelease } from './claim.js'
import { againstLog } from './dp-against.js'
import { itemKey } from './dp-items.js'
import { type Mechanism, mechanismOf } from './dp-mechanism.js'
import { endsAreThere } from './dp-phrases.js'
import { seriesMechanism } from './dp-series.js'
import { syntheticClaim } from './dp-synthetic.js'

/**
 * Differential privacy is a property of how a release was made, which no single release can show: no check here ever says that the claim holds. A release
 * can contradict it: by its shape, by counts at or below the threshold that hides single persons, and, with the log, by items and counts that
 * the stated noise would not leave.
 */
export const dpClaim: ClaimCheck<DifferentiallyPrivate> = {
  onRelease: async (on, claim) => {
    if (claim.synthetic) return syntheticClaim(on, claim)
    const { steps, series } = on.release.manifest
    const mechanism = series ? seriesMechanism(claim, steps.at(-1), series) : mechanismOf(claim, steps.at(-1))
    const shape = await wellFormed(on, claim, mechanism)
    if (shape.holds === false) return [shape]
    const { checks, why } = !on.original
      ? { checks: [] }
      : claim.series
        ? { checks: [], why: ONE_OF_MANY }
        : await againstLog(on, on.original, claim)
    const ends = mechanism?.extraction === undefined ? [] : [await endsAreThere(on, mechanism.extraction)]
    return [
      shape,
      ...ends,
      ...(await countsPass(on, mechanism)),
      ...checks,
      ...(why === undefined ? [] : [unusable(why)]),
    ]
  },
}

const ONE_OF_MANY =
  'a release of a series counts what the logs of a whole window gave under bounds that reach from log to log, with noise that is shared between releases'

/** Why the log says nothing. */
function unusable(why: string): Check {
  return { name: 'the log', holds: null, detail: `it could not be used: ${why}` }
}

/** The columns that belong there, every item once, whole counts, and no table that the method does not make. */
async function wellFormed(
  on: ClaimedRelease,
  claim: DifferentiallyPrivate,
  mechanism: Pick<Mechanism, 'clicks'> | undefined,
): Promise<Check> {
  const key = itemKey(claim)
  const wrong = await faults(on, on.rows, key, claim.counts)
  const beside = Object.keys(on.side)
  if (mechanism !== undefined && beside.join() !== (mechanism.clicks ? 'clicks' : ''))
    wrong.push('the tables beside the items are not those that the method makes')
  else if (mechanism?.clicks && on.side.clicks) {
    wrong.push(...(await faults(on, on.side.clicks, ['item', 'url'], true)).map((fault) => `clicks: ${fault}`))
    if (wrong.length === 0 && (await strangers(on, on.side.clicks)) > 0)
      wrong.push('clicks: there are queries that are not among the items')
  }
  if (wrong.length > 0) return { name: 'items', holds: false, detail: wrong.join('; '), onClaim: true }
  const [found] = await on.engine.all<{ items: number }>(`SELECT count(*) AS items FROM ${on.rows.table}`)
  return {
    name: 'items',
    holds: true,
    detail: `${count(found?.items ?? 0, 'item')}, each once${claim.counts ? ', with whole counts' : ''}`,
  }
}

/** What is wrong with the shape of a table of items. */
async function faults(
  { engine }: ClaimedRelease,
  rows: Rows,
  key: readonly string[],
  counts: boolean,
): Promise<string[]> {
  const wanted = [...key, ...(counts ? ['count'] : [])]
  if (rows.columns.join() !== wanted.join()) return [`the table should have the columns ${wanted.join(', ')}`]
  const grouped = fresh('grouped')
  const sound = [
    ...key.map((column) => `${column} IS NOT NULL`),
    // One way to write a number, so that no second one can carry a message.
    ...(counts ? [`coalesce(${fullMatch('count', '0|-?[1-9][0-9]{0,14}')}, false)`] : []),
  ]
  await engine.materialise(
    grouped,
    `SELECT count(*) AS times, ${every(sound.join(' AND '))} AS sound FROM ${rows.table} GROUP BY ${names(key)}`,
  )
  const [found] = await engine.all<{ twice: number; odd: number }>(
    `SELECT count(*) FILTER (WHERE times > 1) AS twice, count(*) FILTER (WHERE NOT sound) AS odd FROM ${grouped}`,
  )
  await engine.drop(grouped)
  const { twice = 0, odd = 0 } = found ?? {}
  return [
    ...(twice > 0 ? [`${count(twice, 'item')} standing there more than once`] : []),
    ...(odd > 0 ? [`${count(odd, 'item')} with an empty cell or a count that is no whole number`] : []),
  ]
}

/** Clicks on queries that are not among the items. */
async function strangers({ engine, rows }: ClaimedRelease, clicks: Rows): Promise<number> {
  return countOf(engine, `${clicks.table} ${antiJoin(rows.table, 'USING (item)')}`)
}

/** Every published count lies above tau', which is reckoned here by formulas of its own. */
async function countsPass(
  { engine, rows }: ClaimedRelease,
  mechanism: Pick<Mechanism, 'threshold'> | undefined,
): Promise<Check[]> {
  if (mechanism?.threshold === undefined) return []
  const { threshold } = mechanism
  const [found] = await engine.all<{ low: number }>(
    `SELECT count(*) FILTER (WHERE ${cast('count', 'long')} <= ${threshold}) AS low FROM ${rows.table}`,
  )
  const low = found?.low ?? 0
  const name = 'counts above the threshold'
  return [
    low === 0
      ? { name, holds: true, detail: `no count is ${threshold} or less, which is what keeps single persons hidden` }
      : { name, holds: false, detail: `${count(low, 'count')} of ${threshold} or less`, onClaim: true },
  ]
}
