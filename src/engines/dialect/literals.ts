import { unmarked } from './form.js'

/** A name as SQL: quoted, so that any column name is safe. */
export function name(identifier: string): string {
  return `"${unmarked(identifier).replaceAll('"', '""')}"`
}

/** A list of names with commas. */
export function names(identifiers: readonly string[]): string {
  return identifiers.map(name).join(', ')
}

/** A text as an SQL literal. */
export function text(value: string): string {
  return `'${unmarked(value).replaceAll("'", "''")}'`
}
