import { bytesIn, digitsSql, hmacSql, semiJoin, twoInOne } from '../../engines/dialect/index.js'
import { fresh } from '../../engines/sql.js'
import { limitsOf } from '../../histograms/limits.js'
import type { Context } from '../method.js'
import { UNIT } from './account.js'

/** What a person's share of one item is counted in before it becomes a weight: whole numbers, so that sums do not depend on their order. */
export const SHARE = 2 ** 30

/** What is counted of something that costs little: the shorter a text, the likelier others have it too, and that is all that is known beforehand. */
export const MOST_COST = 2 ** 20

/**
 * Takes at most `most` items from each person, the cheapest first and by chance among those of one cost. `rows` are (person, item, cost, chance), each item of a
 * person once. Those count that come before the one in place `most` + 1: if that shares its place, fewer count, never more.
 */
export async function cheapest(rows: string, most: number, on: Context): Promise<string> {
  const [owned, many, given] = ['owned', 'many', 'given'].map(fresh) as [string, string, string]
  const order = twoInOne('cost', 'chance')
  await on.engine.materialise(owned, rows)
  await on.engine.materialise(
    many,
    `SELECT person, ${order} AS place FROM ${owned} ${semiJoin(`(SELECT person FROM ${owned} GROUP BY person HAVING count(*) > ${most})`, 'USING (person)')}`,
  )
  const limits = await limitsOf({ table: many, person: 'hash(person)', place: 'place' }, most, on)
  await on.engine.materialise(
    given,
    `SELECT person, item, cost FROM ${owned} LEFT JOIN ${limits} USING (person) WHERE first_left_out IS NULL OR ${order} < first_left_out`,
  )
  await on.engine.drop(owned, many, limits)
  return given
}

/**
 * Adds up what persons give: a table (item, weight). `shares` are (person, item, share): the squares of a person's weights are in proportion to the shares, and
 * add up to less than UNIT^2 whatever is rounded, since weights are rounded down from UNIT - 1.
 */
export async function addUp(shares: string, on: Context): Promise<string> {
  const [norms, table] = [fresh('norms'), fresh('weights')]
  await on.engine.materialise(norms, `SELECT person, sum(share)::DOUBLE AS whole FROM (${shares}) GROUP BY person`)
  await on.engine.materialise(
    table,
    `SELECT item, sum(floor(${UNIT - 1} * sqrt(share / whole))::BIGINT)::BIGINT AS weight
      FROM (${shares}) JOIN ${norms} USING (person) WHERE whole > 0 GROUP BY item`,
  )
  await on.engine.drop(norms)
  return table
}

/** Weights in proportion to 1 over the fourth root of the cost. */
export function byCost(given: string): string {
  return `SELECT person, item, floor(${SHARE} / sqrt(cost))::BIGINT AS share FROM ${given}`
}

/** SQL for a number of 32 bits that a text has under a key that is drawn for the run and forgotten. */
export function chanceOf(on: Context, columns: readonly string[]): string {
  const text = columns.map((column) => `${bytesIn(column)} || ':' || ${column}`).join(' || ')
  return digitsSql(hmacSql(on.random.bytes(32), text), 0, 8)
}
