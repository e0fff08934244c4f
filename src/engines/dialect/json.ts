import { text } from './literals.js'

/** Is a line JSON? */
export function isJson(line: string): string {
  return `json_valid(${line})`
}

/** Is a line one JSON object? */
export function isObject(line: string): string {
  return `json_valid(${line}) AND json_type(CASE WHEN json_valid(${line}) THEN ${line} END) = 'OBJECT'`
}

/** The value at a path ('$.a.b') or pointer ('/a/b') as text, of several at once as a list; objects as JSON. */
export function valuesAt(document: string, paths: string | readonly string[]): string {
  const at = typeof paths === 'string' ? text(paths) : `[${paths.map(text).join(', ')}]`
  return `json_extract_string(${document}, ${at})`
}

const KINDS = { object: 'OBJECT', list: 'ARRAY', text: 'VARCHAR', fraction: 'DOUBLE' } as const

/** Is what stands there of one of these kinds? Null where nothing does. */
export function isAt(document: string, path: string, kinds: readonly (keyof typeof KINDS)[]): string {
  return `(json_type(${document}, ${text(path)}) IN (${kinds.map((kind) => text(KINDS[kind])).join(', ')}))`
}

/** The keys of an object as a list, as often as they stand there. */
export function keysOf(document: string): string {
  return `json_keys(${document})`
}

/** A field of a column that has fields. */
export function fieldOf(column: string, field: string): string {
  return `struct_extract(${column}, ${text(field)})`
}

/** A row of a table or subquery, by its alias, as one JSON object in text. */
export function rowAsJson(alias: string): string {
  return `to_json(${alias})::VARCHAR`
}
