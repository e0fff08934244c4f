import type { Sql } from '../../../engines/engine.js'
import { fresh } from '../../../engines/sql.js'

/** Results of queries (query, url, place) by number: a table (query, numbers). */
export async function numbersOf(results: string, engine: Sql): Promise<string> {
  const [numbers, urls] = [fresh('numbers'), fresh('urls')]
  await engine.materialise(urls, `SELECT DISTINCT url FROM ${results}`)
  await engine.materialise(
    numbers,
    `SELECT query, string_agg((u.rowid + 1)::VARCHAR, ' ') AS numbers FROM ${results} r JOIN ${urls} u ON r.url = u.url GROUP BY query`,
  )
  await engine.drop(results, urls)
  return numbers
}
