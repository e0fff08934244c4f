import { fullMatch, only, replaceAll, split } from '../engines/dialect/index.js'

/** The terms of a query in SQL, as a list: the twin of `terms` in text/normalise.ts. Most queries are plain words, and take the short way. */
export function termsSql(query: string): string {
  return `CASE WHEN ${fullMatch(query, '[a-z0-9]+( [a-z0-9]+)*')} THEN ${split(query, ' ')}
    ELSE ${only(split(replaceAll(query, '[^\\p{L}\\p{M}\\p{N}]+', ' '), ' '), 'term', `term <> ''`)} END`
}
