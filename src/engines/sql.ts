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
