import { cast } from '../engines/dialect/index.js'
import { fresh } from '../engines/sql.js'
import type { Log } from '../log/log.js'
import type { Check } from './check.js'
import type { ClaimedRelease } from './claim.js'
import type { CountNoise } from './dp-mechanism.js'
import { exactness, nearness, spreading } from './dp-outcomes.js'
import { countsTooFar, exactCounts, FALSE_ALARM, spread } from './dp-tests.js'

/** Every row comes out: there is no threshold. */
const NO_GATE = { at: -1e15, deviation: 0 }

/** Clicks on the results of a public list: the first ones of each person, which is certain, and noise. */
export async function clicksAgainstLog(
  { engine, side }: ClaimedRelease,
  log: Log,
  { most, noise }: { readonly most: number; readonly noise: CountNoise },
): Promise<Check[]> {
  if (!log.has.url || side.clicks === undefined) return []
  const table = fresh('clicked')
  const exact = cast('coalesce(n, 0)', 'double')
  await engine.materialise(
    table,
    `WITH
      clicks AS (SELECT person, query AS item, url, row_number() OVER (PARTITION BY person ORDER BY time NULLS LAST, query, url) AS place
        FROM ${log.table} WHERE query IS NOT NULL AND person IS NOT NULL AND url IS NOT NULL),
      counted AS (SELECT item, url, count(DISTINCT person) AS persons, count(*) AS times, count(*) FILTER (WHERE place <= ${most}) AS n FROM clicks GROUP BY ALL)
    SELECT item, url, true AS shown, ${cast('r.count', 'double')} AS count, coalesce(persons, 0) AS persons, coalesce(times, 0) AS times,
      ${exact} AS sure, ${exact} AS mu, ${exact} AS low, ${cast('0', 'double')} AS var, 0 AS open
    FROM ${side.clicks.table} r LEFT JOIN counted USING (item, url)`,
  )
  const held = { engine, table, key: ['item', 'url'], chances: undefined, falseAlarm: FALSE_ALARM }
  const checks = [
    ...nearness(await countsTooFar(held, noise)),
    ...exactness(await exactCounts(held, NO_GATE.at, noise)),
    ...spreading(await spread(held, NO_GATE, noise)),
  ]
  await engine.drop(table)
  return checks.map((check) => ({ ...check, name: `clicks: ${check.name}` }))
}
