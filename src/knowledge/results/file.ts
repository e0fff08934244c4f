import { statSync } from 'node:fs'
import { fail } from '../../base/errors.js'
import { rowNumber } from '../../engines/dialect/index.js'
import type { Sql } from '../../engines/engine.js'
import { mapText } from '../../engines/map-text.js'
import { fresh } from '../../engines/sql.js'
import { normalise } from '../../text/normalise.js'

/** A file of lines (query, tab, URL), the best result of a query first, as a table (query, url, place). */
export async function resultsFromFile(path: string, engine: Sql): Promise<string> {
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
    `SELECT t.mapped AS query, l.url, l.${rowNumber()} AS place FROM ${lines} l JOIN ${texts} t ON l.query = t.value`,
  )
  await engine.drop(lines, texts)
  return numbered
}
