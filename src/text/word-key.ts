import { terms } from './normalise.js'
import { stem } from './stem.js'

/** The stemmed words of a query, sorted: what variants of one query have in common. A query without words is its own key. */
export function wordKey(query: string): string {
  const words = terms(query)
  return words.length === 0 ? query : words.map(stem).sort().join(' ')
}
