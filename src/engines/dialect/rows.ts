import { none, type Type } from './casts.js'
import { form, plain } from './form.js'

/** The number of a row in a table that was made: it rises in the order in which it was made, on the embedded engine from 0 and without gaps. */
export function rowNumber(table?: string): string {
  return form('rowNumber', plain(table))
}

/** All columns but some: for a SELECT. */
export function allBut(columns: readonly string[]): string {
  return form('allBut', ...columns)
}

/** All columns, some of them made otherwise ("expression AS column"): for a SELECT. */
export function allWith(others: readonly string[], table?: string): string {
  return form('allWith', plain(table), ...others)
}

/** No rows of such columns, to begin a table with. */
export function noRows(columns: Readonly<Record<string, Type>>): string {
  const list = Object.entries(columns).map(([column, type]) => `${none(type)} AS ${column}`)
  return `SELECT ${list.join(', ')} WHERE false`
}

/** Several values as one, to be compared one after the other. */
export function tuple(values: readonly string[]): string {
  return form('tuple', ...values)
}

/** A table of a WITH that is made once, however often it is read. */
export function madeOnce(table: string, select: string): string {
  return form('madeOnce', table, select)
}

/** So many rows of a table by chance: after FROM. */
export function sampleOf(table: string, rows: number): string {
  return form('sampleOf', table, plain(rows))
}

/** The fields of a column that has fields, as columns of their own: for a SELECT. */
export function fieldsIn(column: string): string {
  return form('fieldsIn', column)
}
