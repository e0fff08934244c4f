import { fail } from '../../base/errors.js'
import { fresh } from '../../engines/sql.js'
import { type Asking, resultsFromApi } from './api.js'
import { resultsFromFile } from './file.js'

/** Where the results of queries come from: a file, or a search engine that is asked. */
export interface ResultSources {
  readonly results?: string | undefined
  readonly resultsApi?: string | undefined
}

/** Refuses two sources at once. */
export function checkSources({ results, resultsApi }: ResultSources): void {
  if (results !== undefined && resultsApi !== undefined)
    fail('usage', '--results and --results-api exclude each other', 'Give one of them.')
}

/**
 * The first `top` results of queries: a table (query, url, place), places from 1, a URL once for a query. A file may tell of any queries; a search
 * engine is asked about the distinct ones of a table, and about nothing else. Undefined where neither is named.
 */
export async function resultsOf(
  sources: ResultSources,
  top: number,
  queries: string,
  on: Asking,
): Promise<string | undefined> {
  checkSources(sources)
  const listed = sources.results
    ? await resultsFromFile(sources.results, on.engine)
    : sources.resultsApi
      ? await resultsFromApi(sources.resultsApi, top, queries, on)
      : undefined
  if (listed === undefined) return undefined
  const placed = fresh('placed')
  await on.engine.materialise(
    placed,
    `SELECT query, url, nth AS place FROM (
      SELECT query, url, row_number() OVER (PARTITION BY query ORDER BY place) AS nth FROM (
        SELECT query, url, min(place) AS place FROM ${listed} WHERE url IS NOT NULL GROUP BY query, url) u) n
    WHERE nth <= ${top}`,
  )
  await on.engine.drop(listed)
  return placed
}
