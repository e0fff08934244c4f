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
    compare(log.time[a]!, log.time[b]!) ||
    log.query[a]! - log.query[b]! ||
    log.url[a]! - log.url[b]! ||
    log.rank[a]! - log.rank[b]!
  // The rows of each user one after the other: those of the user in place i from starts[i] on.
  const rows = new Uint32Array(log.rows)
  const [users, starts] = [new Uint32Array(log.users.length), new Uint32Array(log.users.length + 1)]
  let [size, total] = [0, 0]
  for (let user = 0; user < log.users.length; user++) {
    const from = total
    let sorted = true
    for (let row = log.offsets[user]!; row < log.offsets[user + 1]!; row++) {
      if (log.query[row] === NONE) continue
      if (total > from && before(rows[total - 1]!, row) > 0) sorted = false
      rows[total++] = row
    }
    if (total === from) continue
    if (!sorted) rows.subarray(from, total).sort(before)
    users[size++] = user
    starts[size] = total
  }
  const lengthOf = (i: number) => starts[i + 1]! - starts[i]!
  const order = Uint32Array.from({ length: size }, (_, i) => i).sort((a, b) => {
    const [atA, atB, shared] = [starts[a]!, starts[b]!, Math.min(lengthOf(a), lengthOf(b))]
    for (let i = 0; i < shared; i++) {
      const first = before(rows[atA + i]!, rows[atB + i]!)
      if (first !== 0) return first
    }
    return lengthOf(a) - lengthOf(b)
  })
  const offsets = new Uint32Array(size + 1)
  const [query, host] = [new Uint32Array(total), new Uint32Array(total)]
  const [time, rank] = [new Float64Array(total), new Int32Array(total)]
  let at = 0
  for (const [u, i] of order.entries()) {
    for (let place = starts[i]!; place < starts[i + 1]!; place++) {
      const row = rows[place]!
      query[at] = log.query[row]!
      host[at] = log.url[row]!
      time[at] = log.time[row]!
      rank[at++] = log.rank[row]!
    }
    offsets[u + 1] = at
  }
  const persons = Array.from(order, (i) => log.users[users[i]!]!)
  return { size, persons, offsets, query, host, time, rank, queries: log.queries, hosts: log.urls }
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
    for (let row = offsets[user]!; row < offsets[user + 1]!; row++) {
      const q = query[row]!
      if (last[q] === user) continue
      last[q] = user
      persons[q]!++
    }
  }
  return persons
}
