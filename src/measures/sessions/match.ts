/** A row of the original: its number, when it was (microseconds) and what was asked. */
export interface OriginalRow {
  readonly id: number
  readonly time: number
  readonly query: string
}

/** A row of a release with relative times: its session, seconds after the session's start, and the day of that. */
export interface ReleasedRow {
  readonly pseudonym: string
  readonly seconds: number
  readonly day: string
  readonly query: string
}

/**
 * Which session each row of one person went into. A session begins where all its rows stand in the original at its start plus
 * their seconds. The longest choose first, and a row is taken once: since what fits into the place of a session of runs between
 * pauses is a part of it, whoever is left finds its own place, or that of its equal. Where clocks stopped in pauses no place fits, and the
 * text decides: these are sessions that hold all rows of a text.
 */
export function matchSessions(original: readonly OriginalRow[], released: readonly ReleasedRow[]): Map<number, string> {
  const free = grouped(original, ({ time, query }) => keyOf(time, query))
  const asked = grouped(original, ({ query }) => query)
  const sessions = [...grouped(released, ({ pseudonym }) => pseudonym).values()]
  sessions.sort((a, b) => b.length - a.length || (a[0]!.pseudonym < b[0]!.pseudonym ? -1 : 1))
  const found = new Map<number, string>()
  for (const rows of sessions) {
    const opening = rows.reduce((first, row) => (row.seconds < first.seconds ? row : first))
    for (const { time } of asked.get(opening.query) ?? []) {
      const start = time - opening.seconds * 1e6
      if (dayOf(start) !== opening.day || !fits(free, rows, start)) continue
      for (const { seconds, query, pseudonym } of rows) {
        const row = free.get(keyOf(start + seconds * 1e6, query))?.pop()
        if (row) found.set(row.id, pseudonym)
      }
      break
    }
  }
  const holders = new Map(released.map(({ query, pseudonym }) => [query, pseudonym]))
  for (const { id, query } of original) {
    const holder = holders.get(query)
    if (holder !== undefined && !found.has(id)) found.set(id, holder)
  }
  return found
}

function fits(free: ReadonlyMap<string, readonly OriginalRow[]>, rows: readonly ReleasedRow[], start: number): boolean {
  const needed = grouped(rows, ({ seconds, query }) => keyOf(start + seconds * 1e6, query))
  for (const [key, own] of needed) if ((free.get(key)?.length ?? 0) < own.length) return false
  return true
}

function grouped<T>(rows: readonly T[], keyOf: (row: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>()
  for (const row of rows) {
    const group = groups.get(keyOf(row))
    if (group) group.push(row)
    else groups.set(keyOf(row), [row])
  }
  return groups
}

const keyOf = (time: number, query: string) => `${time} ${query}`
const dayOf = (time: number) => new Date(time / 1000).toISOString().slice(0, 10)
