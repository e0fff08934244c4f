const TYPES = {
  text: 'VARCHAR',
  integer: 'INTEGER',
  long: 'BIGINT',
  double: 'DOUBLE',
  /** Date and clock, in no zone. */
  time: 'TIMESTAMP',
  /** A moment, whatever the zone. */
  instant: 'TIMESTAMPTZ',
  day: 'DATE',
  bytes: 'BLOB',
  json: 'JSON',
  texts: 'VARCHAR[]',
  // Without a sign, where the engine has such: half the room of what would hold them else.
  code8: 'UTINYINT',
  code32: 'UINTEGER',
  code64: 'UBIGINT',
} as const

/** What values can be, in words that are no engine's. */
export type Type = keyof typeof TYPES

/** Is a type, in the engine's own word for it, one of these? */
export function isOneOf(types: readonly Type[], said: string): boolean {
  return types.some((type) => TYPES[type] === said)
}

/** A value as another type; an error where it is none. */
export function cast(value: string, type: Type): string {
  return `CAST(${value} AS ${TYPES[type]})`
}

/** The same, null where it is none. */
export function tryCast(value: string, type: Type): string {
  return `TRY_CAST(${value} AS ${TYPES[type]})`
}

/** No value of a type, for columns that must be there. */
export function none(type: Type): string {
  return cast('NULL', type)
}

/** Null where an expression would end the statement with an error. */
export function orNull(value: string): string {
  return `TRY(${value})`
}
