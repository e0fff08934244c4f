/** The terms of a query in SQL, as a list: the twin of `terms` in text/normalise.ts. */
export function termsSql(query: string): string {
  return `list_filter(string_split(regexp_replace(${query}, '[^\\p{L}\\p{M}\\p{N}]+', ' ', 'g'), ' '), lambda term: term <> '')`
}
