import { fail } from '../base/errors.js'
import type { Sql } from './engine.js'

export { name, names, text } from './dialect/literals.js'

let made = 0

/** A table name that nobody else uses. */
export function fresh(prefix: string): string {
  return `${prefix}_${++made}`
}

/** How many rows there are in what may stand after FROM. A count that comes without a row is a fault, never a zero: checks rest on it. */
export async function countOf(engine: Pick<Sql, 'all'>, from: string): Promise<number> {
  const [counted] = await engine.all<{ n: number }>(`SELECT count(*) AS n FROM ${from}`)
  return counted?.n ?? fail('internal', 'a count gave no row')
}

/** How many rows a SELECT gives. */
export function countSelected(engine: Pick<Sql, 'all'>, sql: string): Promise<number> {
  return countOf(engine, `(${sql})`)
}
