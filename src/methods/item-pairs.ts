import { fresh } from '../engines/sql.js'
import { fail } from '../errors.js'
import type { Log } from '../log/log.js'
import type { ColumnInfo } from '../release/columns.js'
import type { DifferentiallyPrivate } from '../release/guarantee.js'
import type { Context } from './method.js'

export type Items = DifferentiallyPrivate['items']

/** The columns by which an item is known. */
export function itemColumns(items: Items): readonly ColumnInfo[] {
  const item = (meaning: string): ColumnInfo => ({ name: 'item', type: 'text', meaning })
  switch (items) {
    case 'keywords':
      return [item('a word of a query')]
    case 'queries':
      return [item('normalised query')]
    case 'pairs':
      return [
        item('normalised query'),
        { name: 'next', type: 'text', meaning: 'the query that followed in the session' },
      ]
    case 'clicks':
      return [item('normalised query'), { name: 'url', type: 'text', meaning: 'the result that was clicked' }]
  }
}

/** Refuses a log that does not have what the items are made of. */
export function checkItems(log: Log, items: Items, method: string): void {
  if (items === 'clicks' && !log.has.url)
    fail('refused', `${method} is to count clicks, and the log has no URLs`, 'Name the column with --columns url=NAME.')
  if (items === 'pairs' && !log.has.time)
    fail(
      'refused',
      `${method} is to count pairs of queries, and the log has no times`,
      'Name the column with --columns time=NAME.',
    )
}

/** Makes a table (person, item, [next | url], n): each distinct item of each person, with the number of rows it stands in. */
export async function personItems(log: Log, items: Items, on: Context): Promise<string> {
  const table = fresh('given')
  await on.engine.run(`CREATE TABLE ${table} AS ${itemsSql(log, items)}`)
  return table
}

function itemsSql(log: Log, items: Items): string {
  const queries = `SELECT person, query AS item, count(*)::INTEGER AS n FROM ${log.table} WHERE query IS NOT NULL GROUP BY person, query`
  switch (items) {
    case 'queries':
      return queries
    case 'keywords':
      return `SELECT person, item, sum(n)::INTEGER AS n FROM (SELECT person, n, unnest(list_distinct(${wordsSql('item')})) AS item FROM (${queries}))
        WHERE item <> '' GROUP BY person, item`
    case 'clicks':
      return `SELECT person, query AS item, ${urlSql('url')} AS url, count(*)::INTEGER AS n FROM ${log.table} WHERE query IS NOT NULL AND url IS NOT NULL AND url <> '' GROUP BY ALL`
    case 'pairs': {
      // Without sessions of its own the log is cut where an hour passes; a query asked again is no pair.
      const within = log.has.session ? 'person, session' : 'person'
      const near = log.has.session ? '' : `AND after - time <= INTERVAL '60 minutes'`
      return `SELECT person, query AS item, next, count(*)::INTEGER AS n FROM (
          SELECT person, query, time, lead(query) OVER turn AS next, lead(time) OVER turn AS after FROM ${log.table} WHERE query IS NOT NULL AND time IS NOT NULL
          WINDOW turn AS (PARTITION BY ${within} ORDER BY time, query))
        WHERE next <> query ${near} GROUP BY ALL`
    }
  }
}

/** The words of a text as a list: what is left when everything but letters and digits becomes a blank. */
export function wordsSql(text: string): string {
  return `string_split(trim(regexp_replace(${text}, '[^\\p{L}\\p{M}\\p{N}]+', ' ', 'g')), ' ')`
}

/** Data files hold one row a line. */
function urlSql(url: string): string {
  return `regexp_replace(${url}, '[\\x00-\\x1f\\x7f]', ' ', 'g')`
}
