import { bytesIn, cast, digitsSql, hmacSql, rowNumber, universalHash } from '../engines/dialect/index.js'
import { countOf, fresh } from '../engines/sql.js'
import type { Log } from '../log/log.js'
import type { Context } from '../release/context.js'
import { type Counting, type Items, itemColumns, sourceOf } from './items.js'

/** The items of a log by number: the number of an item is that of its row in a table that holds every distinct one once. */
export interface Numbered {
  readonly items: Items
  /** The table (item columns, ...): the number of its row is that of the item. */
  readonly texts: string
}

/** Who has which items, and what the choice among them is made by. */
export interface PersonItems extends Numbered {
  /** A table (person, item, chance, n): each distinct item of each person by number, with the number of rows it stands in. */
  readonly table: string
  /** Persons of the log, with and without items. */
  readonly inTheLog: number
}

/**
 * Numbers persons and items, and gives both codes: HMAC-SHA-256 under keys that are drawn for the run and forgotten, once for each person and each
 * distinct item. What is one item and who is one person is decided by their whole texts, never by a code: two with one code stay two, whoever
 * made them up. Codes only choose (see `CHANCE`). Any engine that has SHA-256 can number in its own way and choose the same.
 */
export async function personItems(log: Log, counting: Counting, on: Context): Promise<PersonItems> {
  const [persons, distinct, texts, table] = ['persons', 'distinct', 'texts', 'given'].map(fresh) as [
    string,
    string,
    string,
    string,
  ]
  const { items } = counting
  const columns = itemColumns(items).map(({ name }) => name)
  const { given, n, texts: standing } = sourceOf(log, counting)
  const word = (nth: number) => cast(digitsSql('code', 8 * nth, 8), 'code64')
  await on.engine.materialise(
    persons,
    `SELECT person, ${word(0)} AS a1, ${word(1)} AS a0, ${word(2)} AS b1, ${word(3)} AS b0 FROM (
      SELECT person, ${hmacSql(on.random.bytes(32), 'person')} AS code FROM (SELECT DISTINCT person FROM ${log.table} WHERE person IS NOT NULL))`,
  )
  // Repeatable chance needs numbers that do not depend on the order of rows.
  const ordered = on.random.kind === 'seeded' ? 'ORDER BY ALL' : ''
  const code = digitsSql(hmacSql(on.random.bytes(32), oneText(columns)), 0, 8)
  await on.engine.materialise(distinct, `SELECT DISTINCT ${columns.join(', ')} FROM (${standing}) ${ordered}`)
  await on.engine.materialise(texts, `SELECT *, ${code} AS code FROM ${distinct}`)
  await on.engine.drop(distinct)
  await on.engine.materialise(
    table,
    `SELECT ${cast(rowNumber('p'), 'code32')} AS person, ${cast(rowNumber('t'), 'code32')} AS item, ${CHANCE} AS chance, ${cast(`least(${n}, ${MOST})`, 'integer')} AS n
      FROM (${given}) g JOIN ${persons} p ON g.person = p.person JOIN ${texts} t ON ${columns.map((name) => `g.${name} = t.${name}`).join(' AND ')}
      GROUP BY ALL`,
  )
  return { items, texts, table, inTheLog: await rowsOf(persons, on) }
}

/** What the number of rows of an item is cut to, so that no person can make it too large to hold. */
export const MOST = 2 ** 31 - 1

/**
 * SQL for a number of 32 bits that depends on a person and an item: of a person's items those with the smallest ones count. It is a strongly universal function
 * [Dietzfelbinger96], ((a x + b) mod 2^64) >> 32, where a and b are the person's code and x is the item's: over persons, an item has each
 * number equally often, and independently of any other item. Whatever it is, a choice depends on the keys and on the person's own items.
 */
const CHANCE = universalHash(['p.a1', 'p.a0'], ['p.b1', 'p.b0'], 't.code')

/** The columns of an item as one text; different items give different texts. */
export function oneText(columns: readonly string[]): string {
  return columns.length === 1
    ? columns[0]!
    : columns.map((column) => `${bytesIn(column)} || ':' || ${column}`).join(' || ')
}

export async function rowsOf(table: string, on: Context): Promise<number> {
  return countOf(on.engine, table)
}
