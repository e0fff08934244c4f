import type { JsonKind } from './dialect.js'
import { form, plain } from './form.js'

/** Is a line JSON? */
export function isJson(line: string): string {
  return form('isJson', line)
}

/** Is a line one JSON object? */
export function isObject(line: string): string {
  return form('isObject', line)
}

/** The value at a path ('$.a.b') or pointer ('/a/b') as text, of several at once as a list; objects as JSON. */
export function valuesAt(document: string, paths: string | readonly string[]): string {
  return form('valuesAt', document, plain(paths))
}

/** Is what stands there of one of these kinds? Null where nothing does. */
export function isAt(document: string, path: string, kinds: readonly JsonKind[]): string {
  return form('isAt', document, plain(path), plain(kinds))
}

/** The keys of an object as a list, as often as they stand there. */
export function keysOf(document: string): string {
  return form('keysOf', document)
}

/** A field of a column that has fields. */
export function fieldOf(column: string, field: string): string {
  return form('fieldOf', column, plain(field))
}

/** A row of a table or subquery, by its alias, as one JSON object in text. */
export function rowAsJson(alias: string): string {
  return form('rowAsJson', alias)
}
