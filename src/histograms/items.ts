import { fail } from '../base/errors.js'
import { allBut, each, once, replaceAll, span, split } from '../engines/dialect/index.js'
import type { Log } from '../log/log.js'
import { phrasesSql } from '../log/phrases-sql.js'
import type { ColumnInfo } from '../release/columns.js'
import type { DifferentiallyPrivate } from '../release/guarantee.js'
import { PHRASE_WORDS } from '../release/phrases.js'

export type Items = DifferentiallyPrivate['items']

/** What is counted; of phrases, with the words of the longest. */
export type Counting = Pick<DifferentiallyPrivate, 'items' | 'words'>

/** What parameters ask to be counted. */
export function countingOf({
  items,
  phraseWords,
}: {
  readonly items: Items
  readonly phraseWords: number | undefined
}): Counting {
  if (items === 'phrases') return { items, words: phraseWords ?? PHRASE_WORDS.usual }
  if (phraseWords !== undefined)
    fail('usage', '--phrase-words belongs to --items phrases', 'Leave it out, or count phrases.')
  return { items }
}

/** The columns by which an item is known. */
export function itemColumns(items: Items): readonly ColumnInfo[] {
  const item = (meaning: string): ColumnInfo => ({ name: 'item', type: 'text', meaning })
  switch (items) {
    case 'keywords':
      return [item('a word of a query')]
    case 'phrases':
      return [item('a run of words of a query')]
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

/** Are items made of queries alone? */
export function textsAlone(items: Items): boolean {
  return items === 'queries' || items === 'keywords' || items === 'phrases'
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

/** Where items stand in a log, as SQL. */
export interface Source {
  /** Rows (person, item columns, [n]). */
  readonly given: string
  /** What the rows of one item of one person add up to. */
  readonly n: string
  /** Rows (item columns) in which every item stands at least once. */
  readonly texts: string
}

/** Where the items of a log stand. */
export function sourceOf(log: Log, { items, words: longest = PHRASE_WORDS.usual }: Counting): Source {
  const queries = `SELECT person, query AS item FROM ${log.table} WHERE query IS NOT NULL`
  switch (items) {
    case 'queries':
      return { given: queries, n: 'count(*)', texts: `SELECT item FROM (${queries})` }
    case 'keywords': {
      const words = (rows: string) =>
        `SELECT * FROM (SELECT ${allBut(['item'])}, ${each(once(wordsSql('item')))} AS item FROM (${rows})) WHERE item <> ''`
      return {
        given: words(`SELECT person, item, count(*) AS n FROM (${queries}) GROUP BY ALL`),
        n: 'sum(n)',
        texts: `SELECT item FROM (${words(`SELECT DISTINCT item, 1 AS n FROM (${queries})`)})`,
      }
    }
    case 'phrases': {
      const phrases = (rows: string) => phrasesSql(rows, 'item', longest)
      return {
        given: phrases(`SELECT person, item, count(*) AS n FROM (${queries}) GROUP BY ALL`),
        n: 'sum(n)',
        texts: `SELECT item FROM (${phrases(`SELECT DISTINCT item, 1 AS n FROM (${queries})`)})`,
      }
    }
    case 'clicks': {
      const clicks = `SELECT person, query AS item, ${urlSql('url')} AS url FROM ${log.table} WHERE query IS NOT NULL AND url IS NOT NULL AND url <> ''`
      return { given: clicks, n: 'count(*)', texts: `SELECT item, url FROM (${clicks})` }
    }
    case 'pairs': {
      // Without sessions of its own the log is cut where an hour passes; a query asked again is no pair.
      const within = log.has.session ? 'person, session' : 'person'
      const near = log.has.session ? '' : `AND after - time <= ${span(60, 'minute')}`
      const pairs = `SELECT person, query AS item, next FROM (
          SELECT person, query, time, lead(query) OVER turn AS next, lead(time) OVER turn AS after FROM ${log.table} WHERE query IS NOT NULL AND time IS NOT NULL
          WINDOW turn AS (PARTITION BY ${within} ORDER BY time, query))
        WHERE next <> query ${near}`
      return { given: pairs, n: 'count(*)', texts: `SELECT item, next FROM (${pairs})` }
    }
  }
}

/** The words of a text as a list: what is left when everything but letters and digits becomes a blank. */
function wordsSql(text: string): string {
  return split(`trim(${replaceAll(text, '[^\\p{L}\\p{M}\\p{N}]+', ' ')})`, ' ')
}

/** Data files hold one row a line. */
function urlSql(url: string): string {
  return replaceAll(url, '[\\x00-\\x1f\\x7f]', ' ')
}
