import { fresh, name } from '../engines/sql.js'
import type { DifferentiallyPrivate } from '../release/guarantee.js'
import { type Check, count } from './check.js'
import type { ClaimCheck, ClaimedRelease } from './claim.js'
import { againstLog } from './dp-against.js'
import { needed } from './dp-noise.js'

/**
 * Differential privacy is a property of how a release was made, which no single release can show. What it implies of the release can be
 * checked: its shape, that no count lies at or below the threshold that hides single persons, and, with the log, that
 * items and counts are what honest noise would leave. The audit runs the mechanism itself.
 */
export const dpClaim: ClaimCheck<DifferentiallyPrivate> = {
  onRelease: async (on, claim) => {
    const shape = await itemsAreWellFormed(on, claim)
    if (shape.holds === false) return [shape]
    return [shape, ...(await countsPass(on, claim)), ...(on.original ? await againstLog(on, on.original, claim) : [])]
  },
}

const SECOND: Readonly<Record<string, readonly string[]>> = { pairs: ['next'], clicks: ['url'] }

/** What an item is known by. */
export function itemKey(claim: DifferentiallyPrivate): readonly string[] {
  return ['item', ...(SECOND[claim.items] ?? [])]
}

async function itemsAreWellFormed({ engine, rows }: ClaimedRelease, claim: DifferentiallyPrivate): Promise<Check> {
  const called = 'items'
  const key = itemKey(claim)
  const wanted = [...key, ...(claim.counts ? ['count'] : [])]
  if (rows.columns.join() !== wanted.join())
    return {
      name: called,
      holds: false,
      detail: `the table should have the columns ${wanted.join(', ')}`,
      onClaim: true,
    }
  const grouped = fresh('grouped')
  const counted = claim.counts ? `AND regexp_full_match(count, '-?[0-9]{1,15}')` : ''
  await engine.run(
    `CREATE TABLE ${grouped} AS SELECT ${key.join(', ')}, count(*) AS times, bool_and(${key.map((c) => `${name(c)} IS NOT NULL`).join(' AND ')} ${counted}) AS sound FROM ${rows.table} GROUP BY ALL`,
  )
  const [found] = await engine.all<{ items: number; twice: number; odd: number }>(
    `SELECT count(*) AS items, count(*) FILTER (times > 1) AS twice, count(*) FILTER (sound IS NOT TRUE) AS odd FROM ${grouped}`,
  )
  const { items = 0, twice = 0, odd = 0 } = found ?? {}
  const wrong = [
    ...(twice > 0 ? [`${count(twice, 'item')} stand there more than once`] : []),
    ...(odd > 0 ? [`${count(odd, 'item')} have an empty cell or a count that is no whole number`] : []),
  ]
  return {
    name: called,
    holds: wrong.length === 0,
    detail:
      wrong.length > 0
        ? wrong.join('; ')
        : `${count(items, 'item')}, each once${claim.counts ? ', with whole counts' : ''} (one release cannot show differential privacy, only contradict it; the trial audit-dp runs the mechanism)`,
    onClaim: true,
  }
}

/** Every published count lies above the threshold that the promise needs; reckoned here by formulas of its own. */
async function countsPass({ engine, rows, release }: ClaimedRelease, claim: DifferentiallyPrivate): Promise<Check[]> {
  const noise = needed(claim, release.manifest.steps.at(-1))
  if (noise === undefined || noise.threshold === undefined) return []
  const [found] = await engine.all<{ low: number; least: number | null }>(
    `SELECT count(*) FILTER (count::BIGINT <= ${noise.threshold}) AS low, min(count::BIGINT) AS least FROM ${rows.table}`,
  )
  const low = found?.low ?? 0
  return [
    {
      name: 'counts above the threshold',
      holds: low === 0,
      detail:
        low === 0
          ? `no count is ${noise.threshold} or less, which is what keeps single persons hidden`
          : `${count(low, 'count')} are ${noise.threshold} or less; the least is ${found?.least}`,
      onClaim: true,
    },
  ]
}
