import { createReadStream, existsSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { fail } from '../base/errors.js'
import { cast, none, tryCast } from '../engines/dialect/index.js'
import type { Sql } from '../engines/engine.js'
import { countOf, fresh, name } from '../engines/sql.js'

/** What advertisers pay and expect for a term. */
export const FIGURES = ['bid', 'clicks', 'impressions'] as const
export type Figure = (typeof FIGURES)[number]

/**
 * Reads a custodian's table of terms (tabs, or commas in a .csv; names in the first line) into (term, bid, clicks, impressions): null where
 * nothing is given, one row a term.
 */
export async function readTermFigures(engine: Sql, path: string): Promise<string> {
  if (!existsSync(path))
    fail('input', `there is no ${path}`, 'Give --marketing a table of term, bid, clicks, impressions.')
  const comma = path.endsWith('.csv')
  const columns = (await firstLine(path)).split(comma ? ',' : '\t').map((column) => column.trim().toLowerCase())
  if (!columns.includes('term') || !FIGURES.some((figure) => columns.includes(figure)))
    fail('input', `${path} has no first line with the names of its columns`, 'They are term, bid, clicks, impressions.')
  const [read, table] = [fresh('figures'), fresh('figures')]
  const text = (figure: Figure) => (columns.includes(figure) ? `nullif(trim(${name(figure)}), '')` : none('text'))
  await engine.readDelimited(
    read,
    { paths: [path], delimiter: comma ? ',' : '\t', quote: comma ? '"' : undefined, header: true, columns },
    `lower(trim(term)) AS term, ${FIGURES.map((figure) => `${text(figure)} AS ${figure}`).join(', ')}`,
  )
  const bad = FIGURES.map(
    (figure) => `(${figure} IS NOT NULL AND NOT coalesce(${tryCast(figure, 'double')} BETWEEN 0 AND 1e300, false))`,
  )
  const wrong = await countOf(engine, `${read} WHERE ${bad.join(' OR ')}`)
  if (wrong > 0)
    fail(
      'input',
      `${wrong} rows of ${path} hold something else than numbers from 0 up`,
      'Correct them, or leave them out.',
    )
  await engine.materialise(
    table,
    `SELECT term, ${FIGURES.map((figure) => `max(${cast(figure, 'double')}) AS ${figure}`).join(', ')} FROM ${read} WHERE term <> '' GROUP BY term`,
  )
  await engine.drop(read)
  return table
}

async function firstLine(path: string): Promise<string> {
  const input = createReadStream(path, { encoding: 'utf8' })
  for await (const line of createInterface({ input })) {
    input.destroy()
    return line.replace(/^\ufeff/, '')
  }
  return ''
}
