import type { Way } from './network.js'
import type { Collusion, FriendsCollusion } from './result.js'

/** Watches queries with the eyes of colluding peers: each knows who brought a query, and they tell each other. */
export interface Watch {
  readonly colluding: Uint8Array
  users: number
  queries: number
  seen: number
  right: number
}

export function newWatch(users: number): Watch {
  return { colluding: new Uint8Array(users), users: 0, queries: 0, seen: 0, right: 0 }
}

/** One query on its way: the first colluding peer on it takes the one before for the source. */
export function watch(group: Watch, { hops, path }: Way): void {
  const { colluding } = group
  const source = path[0]!
  if (colluding[source] !== 0) return
  group.queries++
  for (let i = 1; i <= hops; i++) {
    if (colluding[path[i]!] === 0) continue
    group.seen++
    if (path[i - 1] === source) group.right++
    return
  }
}

/** [Crowds] §5.2: with n members, c of them colluding, and forwarding probability f, the predecessor is the source with 1 - f (n - c - 1) / n. */
export function crowdsBound(members: number, colluding: number, forwarding: number): number {
  return 1 - (forwarding * (members - colluding - 1)) / members
}

/** In Crowds a query is handed on once, then again with probability f: 1 / (1 - f) hops. */
export function forwardingFor(hops: number): number {
  return hops <= 1 ? 0 : 1 - 1 / hops
}

export function collusion(
  group: Watch,
  members: number,
  hops: number,
  friends: readonly FriendsCollusion[],
): Collusion {
  const { users, queries, seen, right } = group
  return {
    users,
    seen: queries === 0 ? 0 : seen / queries,
    predecessorIsSource: seen === 0 ? 0 : right / seen,
    crowds: users === 0 ? 0 : crowdsBound(members, users, forwardingFor(hops)),
    friends,
  }
}
