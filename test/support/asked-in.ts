import { readFileSync } from 'node:fs'

/** How many persons asked each query of a TSV log (user, query, ...), and in how many rows. Counted here, in no more than maps. */
export function askedIn(path: string): Map<string, { persons: number; rows: number; by: Set<string> }> {
  const [, ...lines] = readFileSync(path, 'utf8').trimEnd().split('\n')
  const all = new Map<string, { persons: number; rows: number; by: Set<string> }>()
  for (const line of lines) {
    const [user = '', query = ''] = line.split('\t')
    const found = all.get(query) ?? { persons: 0, rows: 0, by: new Set() }
    found.by.add(user)
    all.set(query, { persons: found.by.size, rows: found.rows + 1, by: found.by })
  }
  return all
}
