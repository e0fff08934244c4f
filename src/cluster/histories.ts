import { type ColumnarLog, NONE } from '../log/columnar.js'
import type { Person } from '../log/log.js'

/**
 * The histories of a log, one user after the other. Users and rows stand in an order that follows from what was asked and
 * clicked alone, so that nothing depends on what users are called or on how the input was sorted.
 */
export interface Histories {
  /** The number of users. */
  readonly size: number
  readonly persons: readonly Person[]
  /** Rows of user u: from offsets[u] to offsets[u + 1]. */
  readonly offsets: Uint32Array
  readonly query: Uint32Array
  /** Code of the clicked host, NONE where there is none. */
  readonly host: Uint32Array
  /** Seconds since 1970, NaN where there is no time. */
  readonly time: Float64Array
  /** 0 where there is no rank. */
  readonly rank: Int32Array
  readonly queries: readonly string[]
  readonly hosts: readonly string[]
}

/** Takes the rows that hold a query, of a log whose URLs are hosts already. Users without such a row are left out. */
export function historiesOf(log: ColumnarLog): Histories {
  const before = (a: number, b: number) =>
    compare(log.time[a] as number, log.time[b] as number) ||
    (log.query[a] as number) - (log.query[b] as number) ||
    (log.url[a] as number) - (log.url[b] as number) ||
    (log.rank[a] as number) - (log.rank[b] as number)
  const users: { readonly user: number; readonly rows: Uint32Array }[] = []
  let total = 0
  for (let user = 0; user < log.users.length; user++) {
    const rows: number[] = []
    for (let row = log.offsets[user] as number; row < (log.offsets[user + 1] as number); row++)
      if (log.query[row] !== NONE) rows.push(row)
    if (rows.length === 0) continue
    total += rows.length
    users.push({ user, rows: Uint32Array.from(rows).sort(before) })
  }
  users.sort((a, b) => {
    const shared = Math.min(a.rows.length, b.rows.length)
    for (let i = 0; i < shared; i++) {
      const order = before(a.rows[i] as number, b.rows[i] as number)
      if (order !== 0) return order
    }
    return a.rows.length - b.rows.length
  })
  const offsets = new Uint32Array(users.length + 1)
  const [query, host] = [new Uint32Array(total), new Uint32Array(total)]
  const [time, rank] = [new Float64Array(total), new Int32Array(total)]
  let at = 0
  for (const [u, { rows }] of users.entries()) {
    for (const row of rows) {
      query[at] = log.query[row] as number
      host[at] = log.url[row] as number
      time[at] = log.time[row] as number
      rank[at++] = log.rank[row] as number
    }
    offsets[u + 1] = at
  }
  const persons = users.map(({ user }) => log.users[user] as Person)
  return { size: users.length, persons, offsets, query, host, time, rank, queries: log.queries, hosts: log.urls }
}

/** Numbers in order, those that are none first. */
function compare(a: number, b: number): number {
  if (Number.isNaN(a) || Number.isNaN(b)) return Number(Number.isNaN(b)) - Number(Number.isNaN(a))
  return a - b
}

/** By how many persons each query was asked. */
export function personsPerQuery({ size, offsets, query, queries }: Histories): Uint32Array {
  const persons = new Uint32Array(queries.length)
  const last = new Int32Array(queries.length).fill(-1)
  for (let user = 0; user < size; user++) {
    for (let row = offsets[user] as number; row < (offsets[user + 1] as number); row++) {
      const q = query[row] as number
      if (last[q] === user) continue
      last[q] = user
      persons[q]!++
    }
  }
  return persons
}
