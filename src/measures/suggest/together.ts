import type { Rows } from '../../release/data.js'
import type { Taught } from '../task.js'

/** Different queries of a stretch that are paired. More than that nobody asks about one thing, and pairs grow with the square. */
const MOST = 20

/** Any two queries that a release shows together, in no order, as SQL: (query, answer, n). */
export function togetherSql({ table, columns }: Rows): Taught {
  const stretch = ['hour', 'day'].find((column) => columns.includes(column))
  if (!columns.includes('query')) return { reason: 'the release has no queries' }
  if (!columns.includes('pseudonym'))
    return { reason: 'it has no pseudonyms, which would tell what was asked together' }
  if (stretch === undefined) return { reason: 'it has no times and no days, which would tell what was asked together' }
  const texts = `SELECT DISTINCT pseudonym, ${stretch} AS stretch, query FROM ${table} WHERE query IS NOT NULL AND pseudonym IS NOT NULL AND ${stretch} IS NOT NULL`
  const stretches = `SELECT pseudonym, stretch, list(query) AS queries FROM (${texts}) GROUP BY ALL HAVING count(*) BETWEEN 2 AND ${MOST}`
  const each = `SELECT query, unnest(queries) AS answer FROM (SELECT queries, unnest(queries) AS query FROM (${stretches}))`
  return { sql: `SELECT query, answer, count(*) AS n FROM (${each}) WHERE query <> answer GROUP BY ALL` }
}
