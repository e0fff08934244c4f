import { createReadStream, existsSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { fresh, name } from '../../engines/sql.js'
import { fail } from '../../errors.js'
import type { Context } from '../method.js'
import type { Marketing } from './utility.js'

const FIGURES = ['bid', 'clicks', 'impressions'] as const

/** Reads a table term, bid, clicks, impressions (tabs, or commas in a .csv) and finds its terms in the dictionary. */
export async function readMarketing(path: string, dictionary: string, terms: number, on: Context): Promise<Marketing> {
  if (!existsSync(path))
    fail('input', `there is no ${path}`, 'Give --marketing a table of term, bid, clicks, impressions.')
  const comma = path.endsWith('.csv')
  const columns = (await firstLine(path)).split(comma ? ',' : '\t').map((column) => column.trim().toLowerCase())
  const given = FIGURES.filter((figure) => columns.includes(figure))
  if (!columns.includes('term') || given.length === 0)
    fail(
      'input',
      `${path} needs a first line with the names of its columns`,
      'They are term, bid, clicks, impressions.',
    )
  const table = fresh('marketing')
  const figure = (column: string) =>
    `${columns.includes(column) ? `CASE WHEN trim(${name(column)}) = '' THEN 0 ELSE try_cast(${name(column)} AS DOUBLE) END` : '0'} AS ${column}`
  await on.engine.readDelimited(
    table,
    { paths: [path], delimiter: comma ? ',' : '\t', quote: comma ? '"' : undefined, header: true, columns },
    `lower(trim(term)) AS term, ${FIGURES.map(figure).join(', ')}`,
  )
  const wrong = FIGURES.map(
    (column) => `${column} IS NULL OR ${column} < 0 OR isinf(${column}) OR isnan(${column})`,
  ).join(' OR ')
  const [bad] = await on.engine.all<{ n: number }>(`SELECT count(*) AS n FROM ${table} WHERE ${wrong}`)
  if ((bad?.n ?? 0) > 0)
    fail(
      'input',
      `${bad?.n} rows of ${path} hold something else than numbers from 0 up`,
      'Correct them, or leave them out.',
    )
  const marketing = {
    bid: new Float64Array(terms),
    clicks: new Float64Array(terms),
    impressions: new Float64Array(terms),
  }
  for await (const [id = [], ...figures] of on.engine.stream(
    `SELECT d.id, ${FIGURES.map((column) => `max(${column})`).join(', ')} FROM ${table} m JOIN ${dictionary} d ON m.term = d.word GROUP BY d.id`,
  ))
    id.forEach((term, i) => {
      FIGURES.forEach((column, f) => {
        marketing[column][term as number] = figures[f]?.[i] as number
      })
    })
  await on.engine.run(`DROP TABLE ${table}`)
  return marketing
}

async function firstLine(path: string): Promise<string> {
  const input = createReadStream(path, { encoding: 'utf8' })
  for await (const line of createInterface({ input })) {
    input.destroy()
    return line.replace(/^\ufeff/, '')
  }
  return ''
}
