import { fresh } from '../engines/sql.js'
import { fail } from '../errors.js'
import type { Log } from '../log/log.js'
import type { Random } from '../random/random.js'
import type { ColumnInfo } from '../release/columns.js'
import type { DifferentiallyPrivate } from '../release/guarantee.js'
import type { Context } from './method.js'

export type Items = DifferentiallyPrivate['items']

/**
 * Items by number: two hashes of 64 bits, one of them under a key that is drawn for the run and forgotten. Two texts with one code
 * would be counted as one item, which passes no bound; before they came out the release would be refused. Numbers are grouped in half the time of texts; the texts are read again only for what is released.
 */
export interface Codes {
  readonly items: Items
  /** SQL for the hashes of the item columns: with a key, and without one, which is cheaper. */
  readonly high: string
  readonly low: string
}

export function drawCodes(items: Items, random: Random): Codes {
  const key = Buffer.from(random.bytes(16)).toString('hex')
  const columns = itemColumns(items).map(({ name }) => name)
  const keyed = columns.map((column) => `'${key}' || ${column}`)
  return { items, high: `hash(${keyed.join(', ')})`, low: `hash(${columns.join(', ')})` }
}

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

/** Are items made of queries alone? */
export function textsAlone(items: Items): boolean {
  return items === 'queries' || items === 'keywords'
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
interface Source {
  /** Rows (person, item columns, [n]). */
  readonly given: string
  /** What the rows of one item of one person add up to. */
  readonly n: string
  /** Rows (item columns) in which every item stands at least once. */
  readonly texts: string
}

/** Makes a table (person, high, low, n): each distinct item of each person by its code, with the number of rows it stands in. */
export async function personItems(log: Log, codes: Codes, on: Context): Promise<string> {
  const table = fresh('given')
  const { given, n } = sourceOf(log, codes.items)
  const person = await personSql(log, on)
  await on.engine.run(
    `CREATE TABLE ${table} AS SELECT ${person} AS person, ${codes.high} AS high, ${codes.low} AS low, ${n}::INTEGER AS n FROM (${given}) GROUP BY ALL`,
  )
  return table
}

/**
 * SQL for a person by number, which is grouped faster. Two persons of one number would give together, and one of them more or less could change
 * twice what one may change: so numbers are taken only where all persons of the log have different ones.
 */
async function personSql(log: Log, on: Context): Promise<string> {
  const number = 'hash(person)'
  const [all] = await on.engine.all<{ persons: number; numbers: number }>(
    `SELECT count(*) AS persons, count(DISTINCT number) AS numbers FROM (SELECT ${number} AS number FROM ${log.table} WHERE person IS NOT NULL GROUP BY person)`,
  )
  on.learnt.persons ??= all?.persons ?? 0
  return all?.persons === all?.numbers ? number : 'person'
}

/** Makes a table (item columns, high, low): the texts of those items whose codes stand in a table (high, low, ...). */
export async function textsOf(log: Log, codes: Codes, wanted: string, on: Context): Promise<string> {
  const table = fresh('texts')
  const { texts } = sourceOf(log, codes.items)
  await on.engine.run(
    `CREATE TABLE ${table} AS SELECT DISTINCT * FROM (
      SELECT *, ${codes.high} AS high FROM (SELECT *, ${codes.low} AS low FROM (${texts})) SEMI JOIN ${wanted} USING (low)
    ) SEMI JOIN ${wanted} USING (high, low)`,
  )
  const [sizes] = await on.engine.all<{ texts: number; codes: number }>(
    `SELECT (SELECT count(*) FROM ${table}) AS texts, (SELECT count(*) FROM ${wanted}) AS codes`,
  )
  if (sizes?.texts !== sizes?.codes)
    fail('refused', 'two items have one code, which chance all but excludes', 'Run again: codes are drawn anew.')
  return table
}

function sourceOf(log: Log, items: Items): Source {
  const queries = `SELECT person, query AS item FROM ${log.table} WHERE query IS NOT NULL`
  switch (items) {
    case 'queries':
      return { given: queries, n: 'count(*)', texts: `SELECT item FROM (${queries})` }
    case 'keywords': {
      const words = (rows: string) =>
        `SELECT * FROM (SELECT * EXCLUDE item, unnest(list_distinct(${wordsSql('item')})) AS item FROM (${rows})) WHERE item <> ''`
      return {
        given: words(`SELECT person, item, count(*) AS n FROM (${queries}) GROUP BY ALL`),
        n: 'sum(n)',
        texts: `SELECT item FROM (${words(`SELECT DISTINCT item, 1 AS n FROM (${queries})`)})`,
      }
    }
    case 'clicks': {
      const clicks = `SELECT person, query AS item, ${urlSql('url')} AS url FROM ${log.table} WHERE query IS NOT NULL AND url IS NOT NULL AND url <> ''`
      return { given: clicks, n: 'count(*)', texts: `SELECT item, url FROM (${clicks})` }
    }
    case 'pairs': {
      // Without sessions of its own the log is cut where an hour passes; a query asked again is no pair.
      const within = log.has.session ? 'person, session' : 'person'
      const near = log.has.session ? '' : `AND after - time <= INTERVAL '60 minutes'`
      const pairs = `SELECT person, query AS item, next FROM (
          SELECT person, query, time, lead(query) OVER turn AS next, lead(time) OVER turn AS after FROM ${log.table} WHERE query IS NOT NULL AND time IS NOT NULL
          WINDOW turn AS (PARTITION BY ${within} ORDER BY time, query))
        WHERE next <> query ${near}`
      return { given: pairs, n: 'count(*)', texts: `SELECT item, next FROM (${pairs})` }
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
