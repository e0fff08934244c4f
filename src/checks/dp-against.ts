import { antiJoin, cast, none } from '../engines/dialect/index.js'
import type { Sql } from '../engines/engine.js'
import { fresh } from '../engines/sql.js'
import type { Log } from '../log/log.js'
import type { DifferentiallyPrivate } from '../release/guarantee.js'
import { type Check, count } from './check.js'
import type { ClaimedRelease } from './claim.js'
import { exactByPromise } from './dp-any.js'
import { clicksAgainstLog } from './dp-clicks.js'
import { type Counted, countGiven, itemKey, knownOf } from './dp-items.js'
import { type Giving, type Mechanism, mechanismOf } from './dp-mechanism.js'
import { countsAgainst, exactness, outcome, rareness } from './dp-outcomes.js'
import { phrasesAgainstLog } from './dp-phrases.js'
import { FALSE_ALARM, type Held, rareItems } from './dp-tests.js'

/** Whoever does not know the method does not know what persons give. */
const ANYTHING: Giving = { counts: 'persons', most: Number.MAX_SAFE_INTEGER, choose: 'unknown' }

/** What holding a release against the log has shown: what was refuted and what was not, or why nothing can be said. */
export interface Against {
  readonly checks: readonly Check[]
  /** Why the log could not be used. */
  readonly why?: string
}

/**
 * Holds items and counts against the log. None of it can show differential privacy; each test refutes an honest release less than once in four
 * thousand million times. What the tests saw is noise, or tells of it: their details are for the custodian.
 */
export async function againstLog(on: ClaimedRelease, log: Log, claim: DifferentiallyPrivate): Promise<Against> {
  const { engine, rows, release, side } = on
  const { steps } = release.manifest
  const known = knownOf(log, claim, steps.slice(0, -1))
  if (known.how === 'not') return { checks: [], why: known.why }
  const mechanism = mechanismOf(claim, steps.at(-1))
  if (mechanism?.extraction !== undefined) return phrasesAgainstLog(on, log, claim, mechanism, mechanism.extraction)
  const { gives = ANYTHING, chance } = mechanism ?? {}
  if (gives.choose === 'first' && !log.has.time) return { checks: [], why: 'the log has no times' }
  const counted = await countGiven(engine, { log, claim, known, gives, tilt: chance?.tilt ?? 0 })
  const held = await join(engine, rows.table, counted, claim)
  const present = await presence(held, rows.table, counted, claim, mechanism !== undefined)
  const exact = known.how === 'exactly' && gives.choose !== 'unknown'
  const more = await (mechanism === undefined ? byPromise(held, claim) : byMechanism(held, mechanism, exact))
  const clicks = mechanism?.clicks && side.clicks ? await clicksAgainstLog(on, log, mechanism.clicks) : []
  await counted.drop()
  await engine.drop(held.table)
  return { checks: [...present, ...more, ...clicks] }
}

/** The items of the log beside what was published of them. */
async function join(engine: Sql, rows: string, counted: Counted, claim: DifferentiallyPrivate): Promise<Held> {
  const table = fresh('held')
  const key = itemKey(claim)
  const names = key.join(', ')
  await engine.materialise(
    table,
    `SELECT c.*, coalesce(r.shown, false) AS shown, r.count FROM ${counted.table} c
    LEFT JOIN (SELECT ${names}, true AS shown, ${claim.counts ? cast('count', 'double') : none('double')} AS count FROM ${rows}) r USING (${names})`,
  )
  return { engine, table, key, chances: counted.chances, falseAlarm: FALSE_ALARM }
}

/**
 * The methods that are known draw noise for items that somebody asked, and for no others; one that is not known may have a list of its own. That
 * an item has as many persons as promised holds for all of them.
 */
async function presence(
  { engine, table, key }: Held,
  rows: string,
  counted: Counted,
  claim: DifferentiallyPrivate,
  known: boolean,
): Promise<Check[]> {
  const least = Math.max(1, claim.minUsers)
  if (!known && least === 1) return []
  const [found] = await engine.all<{ items: number; unasked: number; few: number }>(
    `SELECT (SELECT count(*) FROM ${rows}) AS items, (SELECT count(*) FROM ${rows} ${antiJoin(counted.table, `USING (${key.join(', ')})`)}) AS unasked,
      (SELECT count(*) FROM ${table} WHERE shown AND persons < ${least}) AS few`,
  )
  const { items = 0, unasked = 0, few = 0 } = found ?? {}
  const wrong = unasked + few
  const persons = least === 1 ? 'a person' : `${least} persons or more`
  return outcome(
    'items are in the log',
    { items, wrong },
    {
      passed: `each of ${count(items, 'item')} has ${persons} in the log`,
      failed: `${wrong.toLocaleString('en')} of ${count(items, 'item')} without ${persons} in the log`,
    },
  )
}

async function byPromise(held: Held, { epsilon, delta, counts }: DifferentiallyPrivate): Promise<Check[]> {
  return counts ? exactness(await exactByPromise(held, epsilon, delta)) : []
}

async function byMechanism(held: Held, { noise, gate, chance }: Mechanism, exact: boolean): Promise<Check[]> {
  const checks = rareness(await rareItems(held, chance))
  return noise === undefined ? checks : [...checks, ...(await countsAgainst(held, { noise, gate }, exact))]
}
