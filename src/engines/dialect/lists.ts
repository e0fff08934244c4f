import { form, plain } from './form.js'

/** A list of expressions. */
export function listOf(items: readonly string[]): string {
  return form('listOf', ...items)
}

/** The parts of a text between separators. */
export function split(value: string, by: string): string {
  return form('split', value, plain(by))
}

/** The items of a list of texts as one text. */
export function joined(list: string, by: string): string {
  return form('joined', list, plain(by))
}

/** A row for each item: for a SELECT. */
export function each(list: string): string {
  return form('each', list)
}

/** The same with the place of the item, from 1: two columns for a SELECT. */
export function eachPlaced(list: string, item: string, place: string): string {
  return form('eachPlaced', list, item, place)
}

/** Each item sent through an expression over it. */
export function mapped(list: string, item: string, to: string): string {
  return form('mapped', list, plain(item), to)
}

/** The items of which a condition holds. */
export function only(list: string, item: string, condition: string): string {
  return form('only', list, plain(item), condition)
}

/** Each item once, in any order. */
export function once(list: string): string {
  return form('once', list)
}

export function sorted(list: string): string {
  return form('sorted', list)
}

/** All items of several lists. */
export function chained(lists: readonly string[]): string {
  return form('chained', ...lists)
}

export function lengthOf(list: string): string {
  return form('lengthOf', list)
}

/** The item in a place, from 1; null where there is none. */
export function itemAt(list: string, place: number): string {
  return form('itemAt', list, plain(place))
}

/** The first items of a list, so many at most. */
export function firstOf(list: string, most: number): string {
  return form('firstOf', list, plain(most))
}

/** What a list of texts ends with, as texts: from each of its items to the last, with a separator between. */
export function tails(list: string, by: string): string {
  return form('tails', list, plain(by))
}

/** All runs of so many items of a list of texts, with blanks between. */
export function runs(list: string, size: number): string {
  return size === 1 ? list : form('runs', list, plain(size))
}

/** The whole numbers from 0 to below `count`, as a list. */
export function upTo(count: string): string {
  return form('upTo', count)
}
