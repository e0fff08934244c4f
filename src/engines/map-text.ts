import { rowNumber } from './dialect/index.js'
import type { Batch, Sql } from './engine.js'
import { fresh } from './sql.js'

const BATCH = 1 << 17

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
  const [size] = await engine.all<{ rows: number }>(`SELECT count(*) AS rows FROM ${source}`)
  async function* batches(): AsyncGenerator<Batch> {
    for (let start = 0; start < (size?.rows ?? 0); start += BATCH) {
      const rows = await engine.all<{ value: string }>(
        `SELECT value FROM ${source} WHERE ${rowNumber()} >= ${start} AND ${rowNumber()} < ${start + BATCH}`,
      )
      const pairs = rows.flatMap(({ value }) => map(value).map((mapped) => [value, mapped] as const))
      yield [pairs.map(([value]) => value), pairs.map(([, mapped]) => mapped)]
    }
  }
  await engine.append(target, ['value', 'mapped'], batches())
  await engine.drop(source)
  return target
}
