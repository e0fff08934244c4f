import { cast, nthSmallest, twoInOne } from '../engines/dialect/index.js'
import { fresh } from '../engines/sql.js'
import type { Log } from '../log/log.js'
import type { Context } from '../release/context.js'
import { type Counting, checkItems } from './items.js'
import { MOST, type Numbered, personItems, rowsOf } from './numbers.js'

/** What each person gives: at most m distinct items, chosen by chance or by how often the person asked. */
export interface Bound extends Counting {
  readonly m: number
  readonly choose: 'random' | 'frequent'
}

/** The items of all persons with the choice made. */
export interface Given {
  readonly log: Log
  readonly numbered: Numbered
  /** SQL for (person, item, n, given): all distinct items of all persons by number, and whether they are among the m that count. */
  readonly flagged: string
  /** Persons who have any, and all of the log. */
  readonly persons: number
  readonly inTheLog: number
}

/** What the number beside an item counts: each person once, or as often as the item was asked, or by what a person's items weigh. */
export type CountOf = 'persons' | 'times' | 'weights'

/** Items counted: a table (item, count, persons, rows), where `item` is a number, `count` is after the bound and the others before. */
export interface Histogram {
  readonly log: Log
  readonly numbered: Numbered
  readonly table: string
  /** What is counted: persons who gave the item, times that it was given, or weights, which then stand beside it as `weight`. */
  readonly counts: CountOf
  /** Persons of the log, where they have been counted. */
  readonly inTheLog?: number
}

/**
 * Takes m items at most from each person, the first in an order by chance; the choice depends on the person's own items alone, whatever the order of rows. Those
 * count that come before the one in place m + 1: if that shares its place in the order with others, fewer than m count, never more. So that m
 * is never passed does not rest on the chance.
 */
export async function givenItems(
  log: Log,
  { m, choose, ...counting }: Bound,
  on: Context,
  method: string,
): Promise<Given> {
  checkItems(log, counting.items, method)
  on.say('collecting the items of each person')
  const { table, texts, inTheLog } = await personItems(log, counting, on)
  const order = choose === 'random' ? 'chance' : twoInOne(`${MOST} - n`, 'chance')
  const limits = fresh('limits')
  // The m + 1 smallest are all that is held of a person: whoever has millions of items cannot fill the memory.
  await on.engine.materialise(
    limits,
    `SELECT person, ${nthSmallest(order, m + 1)} AS first_left_out FROM ${table} GROUP BY person`,
  )
  return {
    log,
    numbered: { items: counting.items, texts },
    flagged: `SELECT person, item, n, coalesce(${order} < first_left_out, true) AS given FROM ${table} JOIN ${limits} USING (person)`,
    persons: await rowsOf(limits, on),
    inTheLog,
  }
}

/** Counts persons per item. */
export async function countItems({ log, numbered, flagged, inTheLog }: Given, on: Context): Promise<Histogram> {
  on.say('counting persons per item')
  const table = fresh('histogram')
  await on.engine.materialise(
    table,
    `SELECT item, ${cast('count(*) FILTER (WHERE given)', 'integer')} AS count, ${cast('count(*)', 'integer')} AS persons, ${cast('sum(n)', 'long')} AS rows FROM (${flagged}) GROUP BY item`,
  )
  return { log, numbered, table, counts: 'persons', inTheLog }
}
