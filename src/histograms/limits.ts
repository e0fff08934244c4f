import { cast, nthSmallest } from '../engines/dialect/index.js'
import { countOf, fresh } from '../engines/sql.js'
import type { Context } from '../release/context.js'

/** What is to be bounded: a table with a row for each item of a person, of persons who have more than may be given, and what their items are ordered by. */
export interface Bounded {
  readonly table: string
  /** A whole number that each person has, as SQL: persons are looked at in parts by it. */
  readonly person: string
  readonly place: string
}

/** Rows whose persons are looked at in one go. What an engine holds of a person to find a place in an order cannot be spilt, and is held more than once where persons are many. */
const AT_ONCE = 2_000_000

/** A table (person, first_left_out): the place of each person's item number `most` + 1. */
export async function limitsOf(
  { table, person, place }: Bounded,
  most: number,
  on: Pick<Context, 'engine'>,
  atOnce = AT_ONCE,
): Promise<string> {
  const limits = fresh('limits')
  const parts = Math.max(1, Math.ceil((await countOf(on.engine, table)) / atOnce))
  for (let part = 0; part < parts; part++) {
    const these = parts === 1 ? '' : `WHERE ${person} % ${cast(String(parts), 'code64')} = ${part}`
    const select = `SELECT person, ${nthSmallest(place, most + 1)} AS first_left_out FROM ${table} ${these} GROUP BY person`
    if (part === 0) await on.engine.materialise(limits, select)
    else await on.engine.insert(limits, select)
  }
  return limits
}
