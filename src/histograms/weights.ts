import { cast } from '../engines/dialect/index.js'
import { fresh } from '../engines/sql.js'
import { unitWeight } from '../privacy/weights.js'
import type { Context } from '../release/context.js'
import type { Given, Histogram } from './histogram.js'
import { MOST_SUM } from './passing.js'

/** A table (t, weight): what each of t items of a person weighs, so that the length of all is 1 at most. */
export async function unitWeights(most: number, on: Pick<Context, 'engine'>): Promise<string> {
  const [given, table] = [fresh('weights_given'), fresh('weights')]
  const sizes = Array.from({ length: most }, (_, i) => i + 1)
  await on.engine.append(given, ['t', 'weight'], [[sizes.map(String), sizes.map((t) => String(unitWeight(t)))]])
  await on.engine.materialise(
    table,
    `SELECT ${cast('t', 'long')} AS t, ${cast('weight', 'long')} AS weight FROM ${given}`,
  )
  await on.engine.drop(given)
  return table
}

/** A sum of weights, as SQL: cut to what is exact, which moves no two sums apart. */
export function sumOfWeights(weight: string): string {
  return cast(`least(sum(${weight}), ${MOST_SUM})`, 'long')
}

/** Adds up weights per item, in place of persons: a table (item, count, weight, persons, rows). */
export async function weighItems(
  { log, numbered, flagged, inTheLog }: Given,
  most: number,
  on: Context,
): Promise<Histogram> {
  on.say('adding up weights per item')
  const weights = await unitWeights(most, on)
  const [own, table] = [fresh('own'), fresh('histogram')]
  await on.engine.materialise(
    own,
    `SELECT person, weight FROM (SELECT person, count(*) AS t FROM (${flagged}) WHERE given GROUP BY person) JOIN ${weights} USING (t)`,
  )
  await on.engine.materialise(
    table,
    `SELECT item, ${cast('count(*) FILTER (WHERE given)', 'integer')} AS count, ${sumOfWeights('CASE WHEN given THEN weight ELSE 0 END')} AS weight,
      ${cast('count(*)', 'integer')} AS persons, ${cast('sum(n)', 'long')} AS rows
    FROM (${flagged}) JOIN ${own} USING (person) GROUP BY item`,
  )
  return { log, numbered, table, counts: 'weights', inTheLog }
}
