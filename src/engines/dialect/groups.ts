import { text } from './literals.js'

/** Any value of a group that is not null. */
export function anyOf(value: string): string {
  return `any_value(${value})`
}

/** The value that stands where another is greatest in its group. */
export function whereGreatest(value: string, of: readonly string[]): string {
  return `arg_max(${value}, ${of.length === 1 ? of[0] : `(${of.join(', ')})`})`
}

/** The value that stands where another is smallest in its group. */
export function whereSmallest(value: string, of: string): string {
  return `arg_min(${value}, ${of})`
}

/** The nth smallest value of a group; null where there are fewer. No more than n are held of a group, however large it is. */
export function nthSmallest(value: string, n: number): string {
  return `min(${value}, ${n})[${n}]`
}

/** Does a condition hold of a row of the group? */
export function some(condition: string): string {
  return `bool_or(${condition})`
}

/** Does it hold of all? */
export function every(condition: string): string {
  return `bool_and(${condition})`
}

/** The values of a group as one text, in their order. */
export function joinedInOrder(value: string, by: string): string {
  return `string_agg(CAST(${value} AS VARCHAR), ${text(by)} ORDER BY ${value})`
}

/** The value in the middle of a group. */
export function median(value: string): string {
  return `median(${value})`
}
