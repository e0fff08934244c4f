import { SAID, type Type } from './dialect.js'
import { form, plain } from './form.js'

export type { Type } from './dialect.js'

/** Is a type, in the word that an engine says for it, one of these? */
export function isOneOf(types: readonly Type[], said: string): boolean {
  return types.some((type) => SAID[type] === said)
}

/** A value as another type; an error where it is none. */
export function cast(value: string, type: Type): string {
  return form('cast', value, plain(type))
}

/** The same, null where it is none. */
export function tryCast(value: string, type: Type): string {
  return form('tryCast', value, plain(type))
}

/** No value of a type, for columns that must be there. */
export function none(type: Type): string {
  return cast('NULL', type)
}

/** A value as text, by the type that the engine says it has: fractions without an exponent, moments with their offset. */
export function textOf(value: string, said: string): string {
  return form('textOf', value, plain(said))
}

/** Null where an expression would end the statement with an error. */
export function orNull(value: string): string {
  return form('orNull', value)
}
