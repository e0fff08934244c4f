import { fullMatch, only, replaceAll, split } from '../engines/dialect/index.js'

/** The terms of a query in SQL, as a list: the twin of `terms` in text/normalise.ts. Most queries are plain words, and take the short way. */
export function termsSql(query: string): string {
  return `CASE WHEN ${isPlain(query)} THEN ${split(query, ' ')}
    ELSE ${only(split(spaced(query), ' '), 'term', `term <> ''`)} END`
}

/** The same as one text, with blanks between the terms and perhaps about them. */
export function spacedTermsSql(query: string): string {
  return `CASE WHEN ${isPlain(query)} THEN ${query} ELSE ${spaced(query)} END`
}

const isPlain = (query: string) => fullMatch(query, '[a-z0-9]+( [a-z0-9]+)*')
const spaced = (query: string) => replaceAll(query, '[^\\p{L}\\p{M}\\p{N}]+', ' ')
