import { cast, each, none } from '../engines/dialect/index.js'
import type { Sql } from '../engines/engine.js'
import { fresh } from '../engines/sql.js'
import type { Log } from '../log/log.js'
import { phrasesSql } from '../log/phrases-sql.js'
import { termsSql } from '../log/terms-sql.js'
import type { Rows } from '../release/data.js'
import { secondOf } from '../release/kept.js'
import type { Seen } from '../release/seen.js'
import { type ItemKind, itemsOf, wordsOf } from './released.js'

/** A histogram in an engine: (first, second, n). `second` is the next query or the URL; `n` is null where no counts are. */
export interface ItemTable {
  readonly kind: ItemKind
  /** Of phrases: the words of the longest. */
  readonly words: number
  readonly table: string
  readonly counts: boolean
}

/** Brings the items of a release into one shape. */
export async function itemTable(engine: Sql, released: Seen): Promise<ItemTable> {
  const kind = itemsOf(released)
  if (kind === undefined) throw new TypeError('no table of items')
  const { table: from, columns } = released.rows
  const counts = columns.includes('count')
  const table = fresh('items')
  await engine.materialise(
    table,
    `SELECT item AS first, ${secondOf(columns)} AS second, ${counts ? cast('count', 'double') : none('double')} AS n FROM ${from}`,
  )
  return { kind, words: wordsOf(released), table, counts }
}

/** The items of a log with the persons who have each, without any bound or noise, as SQL: (first, second, n). */
export function trueItemsSql(
  log: Log,
  { kind, words = 1 }: { readonly kind: ItemKind; readonly words?: number },
): string {
  const persons = log.unit === undefined ? 'count(*)' : 'count(DISTINCT person)'
  const counted = (rows: string) => `SELECT first, second, ${persons} AS n FROM (${rows}) GROUP BY first, second`
  const from = `FROM ${log.table} WHERE query IS NOT NULL`
  switch (kind) {
    case 'queries':
      return counted(`SELECT person, query AS first, ${none('text')} AS second ${from}`)
    case 'keywords':
      return counted(`SELECT DISTINCT person, ${each(termsSql('query'))} AS first, ${none('text')} AS second ${from}`)
    case 'phrases':
      return counted(
        `SELECT DISTINCT person, first, second FROM (${phrasesSql(`SELECT DISTINCT person, query AS first, ${none('text')} AS second ${from}`, 'first', words)})`,
      )
    case 'clicks':
      return counted(`SELECT person, query AS first, url AS second ${from} AND url IS NOT NULL`)
    case 'pairs':
      return counted(
        pairsSql(log.table, log.has.session ? ['person', 'session'] : ['person'], 'time', !log.has.session),
      )
  }
}

/** Released rows in an order, as SQL for FROM: (pseudonym, query, time); undefined where pseudonyms or exact times are not shown. */
export function orderedSql({ table, columns }: Rows): string | undefined {
  const when = ['time', 'seconds'].find((column) => columns.includes(column))
  if (when === undefined || !columns.includes('query') || !columns.includes('pseudonym')) return undefined
  // Bounded: seconds of somebody else's release may reach further than times do.
  const seconds = `CASE WHEN seconds::BIGINT BETWEEN 0 AND 100000000000 THEN TIMESTAMP '2000-01-01' + to_seconds(seconds::BIGINT) END`
  const time = when === 'time' ? 'time::TIMESTAMP' : seconds
  return `(SELECT pseudonym, query, ${time} AS time FROM ${table})`
}

/** A query and another one that the same person asked next, within the hour where there are no sessions: (person, first, second). */
export function pairsSql(table: string, who: readonly string[], time: string, within: boolean): string {
  return `SELECT ${who[0]} AS person, query AS first, following AS second FROM (
      SELECT ${who.join(', ')}, query, ${time} AS moment, lead(query) OVER turn AS following, lead(${time}) OVER turn AS after
      FROM ${table} WHERE query IS NOT NULL AND ${time} IS NOT NULL WINDOW turn AS (PARTITION BY ${who.join(', ')} ORDER BY ${time}, query))
    WHERE following <> query ${within ? `AND after - moment <= INTERVAL 60 MINUTE` : ''}`
}
