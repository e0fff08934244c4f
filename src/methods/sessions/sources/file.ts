import { statSync } from 'node:fs'
import { fail } from '../../../base/errors.js'
import type { Sql } from '../../../engines/engine.js'
import { mapText } from '../../../engines/map-text.js'
import { fresh } from '../../../engines/sql.js'
import { normalise } from '../../../text/normalise.js'

/** A file of lines (query, tab, URL), the best result of a query first, as a table (query, numbers). */
export async function resultsFromFile(path: string, top: number, engine: Sql): Promise<string> {
  if (!statSync(path, { throwIfNoEntry: false })?.isFile())
    fail('input', `there is no file ${path}`, 'Each line of --results holds a query, a tab and a URL.')
  const lines = fresh('results')
  await engine.readDelimited(
    lines,
    { paths: [path], delimiter: '\t', quote: undefined, header: false, columns: ['query', 'url'] },
    'query, url',
  )
  const texts = await mapText(engine, lines, 'query', normalise)
  const numbered = fresh('numbered')
  await engine.materialise(
    numbered,
    `SELECT t.mapped AS query, l.url, l.rowid AS place FROM ${lines} l JOIN ${texts} t ON l.query = t.value`,
  )
  await engine.drop(lines, texts)
  return numbersOf(numbered, top, engine)
}

/** (query, url, place) -> (query, numbers): the first `top` results of each query by number. */
export async function numbersOf(table: string, top: number, engine: Sql): Promise<string> {
  const [numbers, urls] = [fresh('numbers'), fresh('urls')]
  await engine.materialise(urls, `SELECT DISTINCT url FROM ${table} WHERE url IS NOT NULL`)
  await engine.materialise(
    numbers,
    `SELECT query, string_agg((u.rowid + 1)::VARCHAR, ' ') AS numbers FROM (
      SELECT query, url, row_number() OVER (PARTITION BY query ORDER BY place) AS nth FROM (
        SELECT query, url, min(place) AS place FROM ${table} WHERE url IS NOT NULL GROUP BY query, url)) r
    JOIN ${urls} u ON r.url = u.url WHERE nth <= ${top} GROUP BY query`,
  )
  await engine.drop(table, urls)
  return numbers
}
