import { form, plain } from './form.js'

/** Any value of a group that is not null. */
export function anyOf(value: string): string {
  return form('anyOf', value)
}

/** The value that stands where another is greatest in its group. */
export function whereGreatest(value: string, of: readonly string[]): string {
  return form('whereGreatest', value, ...of)
}

/** The value that stands where another is smallest in its group. */
export function whereSmallest(value: string, of: string): string {
  return form('whereSmallest', value, of)
}

/** The nth smallest value of a group; null where there are fewer. No more than n are held of a group, however large it is. */
export function nthSmallest(value: string, n: number): string {
  return form('nthSmallest', value, plain(n))
}

/** Does a condition hold of a row of the group? */
export function some(condition: string): string {
  return form('some', condition)
}

/** Does it hold of all? */
export function every(condition: string): string {
  return form('every', condition)
}

/** The values of a group as one text, in their order. */
export function joinedInOrder(value: string, by: string): string {
  return form('joinedInOrder', value, plain(by))
}

/** The value in the middle of a group. */
export function median(value: string): string {
  return form('median', value)
}
