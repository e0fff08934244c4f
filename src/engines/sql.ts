import { fail } from '../base/errors.js'
import type { Sql } from './engine.js'

/** A name as SQL: quoted, so that any column name is safe. */
export function name(identifier: string): string {
  return `"${identifier.replaceAll('"', '""')}"`
}

/** A text as an SQL literal. */
export function text(value: string): string {
  return `'${value.replaceAll("'", "''")}'`
}

/** A list of names with commas. */
export function names(identifiers: readonly string[]): string {
  return identifiers.map(name).join(', ')
}

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
