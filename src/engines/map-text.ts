import type { Batch, Sql } from './engine.js'
import { fresh } from './sql.js'

/**
 * Sends each distinct value of a text column through a JavaScript function and back: a new table (value, mapped).
 * For what SQL cannot say; values pass in batches, so that memory stays bounded.
 */
export async function mapText(
  engine: Sql,
  from: string,
  column: string,
  map: (value: string) => string,
): Promise<string> {
  return spreadText(engine, from, column, (value) => [map(value)])
}

/** The same for a function with any number of results: a value has as many rows in (value, mapped). */
export async function spreadText(
  engine: Sql,
  from: string,
  column: string,
  map: (value: string) => readonly string[],
): Promise<string> {
  const source = fresh('distinct')
  const target = fresh('mapped')
  await engine.materialise(source, `SELECT DISTINCT ${column} AS value FROM ${from} WHERE ${column} IS NOT NULL`)
  async function* batches(): AsyncGenerator<Batch> {
    for await (const [values] of engine.batchesOf(source, ['value'])) {
      const pairs = (values as readonly string[]).flatMap((value) =>
        map(value).map((mapped) => [value, mapped] as const),
      )
      yield [pairs.map(([value]) => value), pairs.map(([, mapped]) => mapped)]
    }
  }
  await engine.append(target, ['value', 'mapped'], batches())
  await engine.drop(source)
  return target
}
