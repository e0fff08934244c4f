import { fresh } from '../engines/sql.js'
import type { Log } from '../log/log.js'
import { type Codes, checkItems, drawCodes, type Items, personItems } from './item-pairs.js'
import type { Context } from './method.js'

/** What each person gives: at most m distinct items, chosen by chance or by how often the person asked. */
export interface Bound {
  readonly items: Items
  readonly m: number
  readonly choose: 'random' | 'frequent'
}

/** The items of all persons with the choice made. */
export interface Given {
  readonly log: Log
  readonly codes: Codes
  /** SQL for (person, high, low, n, given): all distinct items of all persons, and whether they are among the m that count. */
  readonly flagged: string
  /** The same by numbering: slower, and right even where two items of a person have one place in the order. */
  readonly numbered: string
  /** How many items all persons give together. */
  readonly takes: number
  readonly persons: number
}

/** Items counted: a table (high, low, count, persons, rows), where `count` is after the bound and the others before. */
export interface Histogram {
  readonly log: Log
  readonly codes: Codes
  readonly table: string
}

/**
 * Takes m items at most from each person. Items are ordered by a hash under a key that is drawn for this run and forgotten; the choice
 * depends on the person's own items alone, whatever the order of rows. That m is never passed does not rest on the hash.
 */
export async function givenItems(log: Log, { items, m, choose }: Bound, on: Context, method: string): Promise<Given> {
  checkItems(log, items, method)
  on.say('collecting the items of each person')
  const codes = drawCodes(items, on.random)
  const all = await personItems(log, codes, on)
  const chance = '(hash(person, high) >> 32)::UINTEGER'
  const order = choose === 'random' ? chance : `(((2147483647 - n)::UBIGINT << 32) | ${chance})`
  const limits = fresh('limits')
  await on.engine.run(`
    CREATE TABLE ${limits} AS SELECT person, takes, list_sort(orders)[takes] AS last FROM (
      SELECT person, least(count(*), ${m})::INTEGER AS takes, list(${order}) AS orders FROM ${all} GROUP BY person)`)
  const [sums] = await on.engine.all<{ persons: number; takes: number }>(
    `SELECT count(*) AS persons, coalesce(sum(takes), 0)::BIGINT AS takes FROM ${limits}`,
  )
  return {
    log,
    codes,
    flagged: `SELECT person, high, low, n, ${order} <= last AS given FROM ${all} JOIN ${limits} USING (person)`,
    numbered: `SELECT person, high, low, n, row_number() OVER (PARTITION BY person ORDER BY ${order}, high, low) <= ${m} AS given FROM ${all}`,
    takes: sums?.takes ?? 0,
    persons: sums?.persons ?? 0,
  }
}

/** Counts persons per item. */
export async function countItems(given: Given, on: Context): Promise<Histogram> {
  on.say('counting persons per item')
  const table = fresh('histogram')
  const count = (flagged: string) =>
    on.engine.run(`CREATE OR REPLACE TABLE ${table} AS
      SELECT high, low, (count(*) FILTER (given))::INTEGER AS count, count(*)::INTEGER AS persons, sum(n)::BIGINT AS rows FROM (${flagged})
      GROUP BY high, low`)
  await count(given.flagged)
  const [sum] = await on.engine.all<{ taken: number }>(`SELECT coalesce(sum(count), 0)::BIGINT AS taken FROM ${table}`)
  if (sum?.taken !== given.takes) await count(given.numbered)
  return { log: given.log, codes: given.codes, table }
}
