import { stem } from 'porter2'

/** What texts of the same stemmed words in any order have in common. */
export function bagOfStems(query: string): string {
  return (query.match(/[\p{L}\p{M}\p{N}]+/gu) ?? [query]).map(stem).sort().join(' ')
}
