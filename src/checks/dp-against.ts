import { fresh } from '../engines/sql.js'
import type { Log } from '../log/log.js'
import type { DifferentiallyPrivate } from '../release/guarantee.js'
import { type Check, count } from './check.js'
import type { ClaimedRelease } from './claim.js'
import { needed } from './dp-noise.js'

const FALSE_ALARM = 1e-9

/** Holds items and counts against the log: nothing is made up, no item has too few persons, no count is farther off than noise goes. */
export async function againstLog(on: ClaimedRelease, log: Log, claim: DifferentiallyPrivate): Promise<Check[]> {
  const { engine, rows, release } = on
  const key = claim.items === 'pairs' ? 'item, next' : claim.items === 'clicks' ? 'item, url' : 'item'
  const noise = needed(claim, release.manifest.steps.at(-1))
  const [asked, busy, joined] = [fresh('asked'), fresh('busy'), fresh('joined')]
  await engine.run(`
    CREATE TABLE ${asked} AS SELECT person, ${key}, count(*) AS n FROM (${occurrences(log, claim)}) GROUP BY ALL;
    CREATE TABLE ${busy} AS SELECT person FROM ${asked} GROUP BY person HAVING ${noise?.counts === 'occurrences' ? 'sum(n)' : 'count(*)'} > ${noise?.perUser ?? 1};
    CREATE TABLE ${joined} AS SELECT ${key}, r.count, coalesce(persons, 0) AS persons, coalesce(times, 0) AS times, coalesce(sure, 0) AS sure
      FROM (SELECT ${key}, ${claim.counts ? 'count::BIGINT' : 'NULL::BIGINT'} AS count FROM ${rows.table}) r
      LEFT JOIN (SELECT ${key}, count(*) AS persons, sum(n) AS times,
          sum(CASE WHEN person IN (FROM ${busy}) THEN 0 ELSE ${noise?.counts === 'occurrences' ? 'n' : '1'} END) AS sure
        FROM ${asked} SEMI JOIN ${rows.table} s USING (${key}) GROUP BY ALL) USING (${key})`)
  const most = Math.max(1, claim.minUsers)
  const [found] = await engine.all<{ items: number; few: number }>(
    `SELECT count(*) AS items, count(*) FILTER (persons < ${most}) AS few FROM ${joined}`,
  )
  const { items = 0, few = 0 } = found ?? {}
  const present: Check = {
    name: 'items are in the log',
    holds: few === 0,
    detail:
      few === 0
        ? `each of ${count(items, 'item')} has ${most === 1 ? 'a person' : `${most} persons or more`} in the log`
        : `${count(few, 'item')} have ${most === 1 ? 'nobody' : `fewer than ${most} persons`} in the log`,
    onClaim: true,
  }
  if (noise === undefined || items === 0) return [present]
  // Too high: more than everybody together and the noise. Too low: less than those whose every item counted, and the noise.
  const slack = Math.ceil(noise.beyond(FALSE_ALARM / (2 * items)))
  const all = noise.counts === 'occurrences' ? 'times' : 'persons'
  const [off] = await engine.all<{ n: number }>(
    `SELECT count(*) AS n FROM ${joined} WHERE count > ${all} + ${slack} OR count < sure - ${slack}`,
  )
  return [
    present,
    {
      name: 'counts are near the log',
      holds: off?.n === 0,
      detail:
        off?.n === 0
          ? `no count is farther from the log than ${slack}, which honest noise passes once in a thousand million releases`
          : `${count(off?.n ?? 0, 'count')} are farther from the log than noise goes (${slack})`,
      onClaim: true,
    },
  ]
}

/** Every occurrence of an item: (person, item, [next | url]). */
function occurrences(log: Log, claim: DifferentiallyPrivate): string {
  const asked = `FROM ${log.table} WHERE query IS NOT NULL AND person IS NOT NULL`
  switch (claim.items) {
    case 'queries':
      return `SELECT person, query AS item ${asked}`
    case 'keywords':
      return `SELECT person, unnest(regexp_extract_all(query, '[\\p{L}\\p{M}\\p{N}]+')) AS item ${asked}`
    case 'clicks':
      return `SELECT person, query AS item, translate(url, '\t\n\r', '   ') AS url ${asked} AND url IS NOT NULL`
    case 'pairs':
      // Where a session of its own cuts the history there are fewer pairs, so every pair that was counted is among these.
      return `SELECT person, item, next FROM (SELECT person, query AS item, lead(query) OVER (PARTITION BY person ORDER BY time, query) AS next ${asked} AND time IS NOT NULL)
        WHERE next <> item`
  }
}
