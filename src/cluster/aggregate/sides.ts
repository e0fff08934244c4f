import { NONE } from '../../log/columnar.js'
import type { Histories } from '../histories.js'
import { commonHost } from '../syntactic/hosts.js'

/** What stands beside the query in a row of a representative. */
export interface Sides {
  /** Seconds since 1970, NaN for none. */
  readonly time: number
  /** 0 for none. */
  readonly rank: number
  readonly host: string | undefined
}

/**
 * [Erola13] §5.3.1.4: the mean of times and ranks, the right part that hosts have in common. Over the group's rows with the
 * query if k persons have something there, else over all rows of the group; an average over one row would be that row. `wanted` are
 * the queries that it is asked for.
 */
export function sidesOf(
  histories: Histories,
  group: Uint32Array,
  k: number,
  wanted: ReadonlySet<number>,
): (query: number) => Sides {
  const { offsets, query, time, rank, host, hosts } = histories
  const all = gather()
  const byQuery = new Map([...wanted].map((query) => [query, gather()]))
  const put = (into: Gathered, user: number, row: number) => {
    if (!Number.isNaN(time[row])) add(into.times, user, time[row]!)
    if (rank[row] !== 0) add(into.ranks, user, rank[row]!)
    if (host[row] === NONE) return
    add(into.hosts, user, 0)
    into.hosts.names.add(hosts[host[row]!]!)
  }
  for (const user of group) {
    for (let row = offsets[user]!; row < offsets[user + 1]!; row++) {
      const own = byQuery.get(query[row]!)
      if (own) put(own, user, row)
      put(all, user, row)
    }
  }
  return (q) => {
    const own = byQuery.get(q) ?? gather()
    const of = <T extends Counted>(pick: (from: Gathered) => T): T | undefined =>
      [pick(own), pick(all)].find(({ persons }) => persons >= k)
    const [times, ranks, names] = [of((from) => from.times), of((from) => from.ranks), of((from) => from.hosts)]
    if (names && names.common === null) names.common = commonHost([...names.names])
    const shared = names?.common ?? undefined
    return {
      time: times === undefined ? Number.NaN : Math.round(times.sum / times.rows),
      // A rank without a host would be the rank of nothing.
      rank: ranks === undefined || shared === undefined ? 0 : Math.round(ranks.sum / ranks.rows),
      host: shared,
    }
  }
}

interface Counted {
  rows: number
  sum: number
  persons: number
  last: number
}
interface Gathered {
  readonly times: Counted
  readonly ranks: Counted
  /** `common` is null until it is asked for. */
  readonly hosts: Counted & { readonly names: Set<string>; common: string | null | undefined }
}

function gather(): Gathered {
  const none = () => ({ rows: 0, sum: 0, persons: 0, last: -1 })
  return { times: none(), ranks: none(), hosts: { ...none(), names: new Set(), common: null } }
}

/** Rows of a user come together, so that the last one tells whether a person is new. */
function add(into: Counted, user: number, value: number): void {
  into.rows++
  into.sum += value
  if (into.last === user) return
  into.last = user
  into.persons++
}
