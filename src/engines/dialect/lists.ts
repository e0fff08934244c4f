import { text } from './literals.js'

/** A list of expressions. */
export function listOf(items: readonly string[]): string {
  return `[${items.join(', ')}]`
}

/** The parts of a text between separators. */
export function split(value: string, by: string): string {
  return `string_split(${value}, ${text(by)})`
}

/** The items of a list of texts as one text. */
export function joined(list: string, by: string): string {
  return `array_to_string(${list}, ${text(by)})`
}

/** A row for each item: for a SELECT. */
export function each(list: string): string {
  return `unnest(${list})`
}

/** The same with the place of the item, from 1: two columns for a SELECT. */
export function eachPlaced(list: string, item: string, place: string): string {
  return `unnest(${list}) AS ${item}, generate_subscripts(${list}, 1) AS ${place}`
}

/** Each item sent through an expression over it. */
export function mapped(list: string, item: string, to: string): string {
  return `list_transform(${list}, lambda ${item}: ${to})`
}

/** The items of which a condition holds. */
export function only(list: string, item: string, condition: string): string {
  return `list_filter(${list}, lambda ${item}: ${condition})`
}

/** Each item once, in any order. */
export function once(list: string): string {
  return `list_distinct(${list})`
}

export function sorted(list: string): string {
  return `list_sort(${list})`
}

/** All items of several lists. */
export function chained(lists: readonly string[]): string {
  return `flatten([${lists.join(', ')}])`
}

export function lengthOf(list: string): string {
  return `len(${list})`
}

/** The item in a place, from 1; null where there is none. */
export function itemAt(list: string, place: number): string {
  return `${list}[${place}]`
}

/** The first items of a list, so many at most. */
export function firstOf(list: string, most: number): string {
  return `(${list})[1:${most}]`
}

/** What a list of texts ends with, as texts: from each of its items to the last, with a separator between. */
export function tails(list: string, by: string): string {
  return `list_transform(range(1, len(${list}) + 1), lambda i: array_to_string(${list}[i:], ${text(by)}))`
}

/** All runs of so many items of a list of texts, with blanks between. The list is zipped with itself, which takes linear time. */
export function runs(list: string, size: number): string {
  if (size === 1) return list
  const shifted = Array.from({ length: size }, (_, i) => `${list}[${i + 1}:len(${list}) - ${size - 1 - i}]`)
  const parts = shifted.map((_, i) => `z[${i + 1}]`)
  return `[${parts.join(` || ' ' || `)} for z in list_zip(${shifted.join(', ')}) if z[${size}] IS NOT NULL]`
}

/** The whole numbers from 0 to below `count`, as a list. */
export function upTo(count: string): string {
  return `range(${count})`
}
