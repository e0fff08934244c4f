import type { Histories } from '../../src/cluster/histories.js'
import type { Knowledge } from '../../src/knowledge/knowledge.js'

/** What each person asked, by person: rows of a history as texts. */
export function rowsOf({ persons, offsets, query, queries }: Histories): ReadonlyMap<string, readonly string[]> {
  return new Map(
    [...persons.entries()].map(([user, person]) => [
      String(person),
      Array.from(query.subarray(offsets[user]!, offsets[user + 1]!), (id) => queries[id]!),
    ]),
  )
}

/** Keeps what was made of a text. */
export function once<T>(make: (text: string) => T): (text: string) => T {
  const known = new Map<string, T>()
  return (text) => {
    if (!known.has(text)) known.set(text, make(text))
    return known.get(text)!
  }
}

/** For each query the ways from the top down to its categories. */
export const waysOf = (knowledge: Knowledge, classify: (query: string) => readonly number[]) =>
  once((query) => classify(query).map((category) => [...knowledge.ancestors(category)].reverse()))

/** How often each item stands there. */
export function tally<T>(items: Iterable<T>): Map<T, number> {
  const counts = new Map<T, number>()
  for (const item of items) counts.set(item, (counts.get(item) ?? 0) + 1)
  return counts
}

export const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / (values.length || 1)
