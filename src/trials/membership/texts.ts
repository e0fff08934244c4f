import type { Log } from '../../log/log.js'
import { phrasesSql } from '../../log/phrases-sql.js'
import { termsSql } from '../../log/terms-sql.js'
import { ITEMS } from '../../release/guarantee.js'
import type { Shown, Tried } from '../trial.js'

/** Joins the two parts of an item; no text of a log holds it. */
const between = 'chr(0)'

/** What a release of the plan shows of persons: rows with their queries, or items of a kind. */
export function kindOf({ guarantee, steps }: Tried): (typeof ITEMS)[number] {
  const named = guarantee.kind === 'dp' ? guarantee.items : steps.at(-1)?.params.items
  return ITEMS.find((kind) => kind === named) ?? 'queries'
}

/** Who has which text, as a release of the kind would show it: SQL for (number, text), each once. `table` is a log with the numbers of persons. */
export function textsSql(
  table: string,
  { has }: Pick<Log, 'has'>,
  kind: (typeof ITEMS)[number],
  words: number,
): string {
  const asked = `FROM ${table} WHERE query IS NOT NULL`
  switch (kind) {
    case 'queries':
      return `SELECT DISTINCT number, query AS text ${asked}`
    case 'keywords':
      return `SELECT DISTINCT number, unnest(${termsSql('query')}) AS text ${asked}`
    case 'phrases':
      return `SELECT DISTINCT number, text FROM (${phrasesSql(`SELECT number, query AS text ${asked}`, 'text', words)})`
    case 'clicks':
      return has.url
        ? `SELECT DISTINCT number, query || ${between} || url AS text ${asked} AND url <> ''`
        : `SELECT DISTINCT number, query AS text ${asked}`
    case 'pairs':
      return `SELECT DISTINCT number, query || ${between} || next AS text FROM (
          SELECT number, query, time, lead(query) OVER turn AS next, lead(time) OVER turn AS later ${asked} AND time IS NOT NULL
          WINDOW turn AS (PARTITION BY number ORDER BY time, query))
        WHERE next <> query AND later - time <= INTERVAL 60 MINUTE`
  }
}

/** What a release shows of texts, as SQL for (text, n): rows of each, its count, or 1 where nothing but its presence can be seen. */
export function shownSql({ tables, readable }: Shown): string | undefined {
  const [data] = tables
  if (readable !== undefined) return `SELECT DISTINCT query AS text, 1 AS n FROM ${readable} WHERE query IS NOT NULL`
  if (data?.columns.includes('query'))
    return `SELECT query AS text, count(*) AS n FROM ${data.table} WHERE query IS NOT NULL GROUP BY query`
  if (!data?.columns.includes('item')) return undefined
  const second = ['next', 'url'].find((column) => data.columns.includes(column))
  const text = second === undefined ? 'item' : `item || ${between} || ${second}`
  return `SELECT ${text} AS text, ${data.columns.includes('count') ? 'count::DOUBLE' : '1'} AS n FROM ${data.table}`
}
