/** The terms of a query in SQL, as a list: the twin of `terms` in text/normalise.ts. Most queries are plain words, and take the short way. */
export function termsSql(query: string): string {
  return `CASE WHEN regexp_full_match(${query}, '[a-z0-9]+( [a-z0-9]+)*') THEN string_split(${query}, ' ')
    ELSE list_filter(string_split(regexp_replace(${query}, '[^\\p{L}\\p{M}\\p{N}]+', ' ', 'g'), ' '), lambda term: term <> '') END`
}
