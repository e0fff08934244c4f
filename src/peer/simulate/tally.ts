import type { Graph } from './graph.js'
import { degree } from './graph.js'
import type { Spread } from './result.js'

/** Counts of a running simulation. */
export interface Tally {
  /** Queries each user asked, and of those submitted herself. */
  readonly asked: Uint32Array
  readonly own: Uint32Array
  /** How many of u's queries her neighbour submitted, at u's friendship with that neighbour. */
  readonly byNeighbour: Uint16Array | Uint32Array
  /** Queries submitted in each user's name, and others' queries in her hands. */
  readonly submitted: Uint32Array
  readonly carried: Uint32Array
  /** Queries by hops; the last place takes all longer ones. */
  readonly hops: Float64Array
  refusals: number
  totalHops: number
  mostHops: number
}

const HOPS = 1024

/** `most` is the largest number of queries of one user. */
export function newTally(graph: Graph, most: number): Tally {
  const { users, to } = graph
  return {
    asked: new Uint32Array(users),
    own: new Uint32Array(users),
    byNeighbour: most < 2 ** 16 ? new Uint16Array(to.length) : new Uint32Array(to.length),
    submitted: new Uint32Array(users),
    carried: new Uint32Array(users),
    hops: new Float64Array(HOPS),
    refusals: 0,
    totalHops: 0,
    mostHops: 0,
  }
}

/** Counts one query of `source`; `path` has `hops` peers that handed it on, then the one who submitted it. */
export function count(tally: Tally, { first, to }: Graph, hops: number, refusals: number, path: Int32Array): void {
  const source = path[0] as number
  const submitter = path[hops] as number
  ;(tally.asked[source] as number)++
  ;(tally.submitted[submitter] as number)++
  if (submitter === source) (tally.own[source] as number)++
  else {
    const end = first[source + 1] as number
    for (let edge = first[source] as number; edge < end; edge++) {
      if (to[edge] === submitter) {
        ;(tally.byNeighbour[edge] as number)++
        break
      }
    }
  }
  for (let i = 1; i <= hops; i++) (tally.carried[path[i] as number] as number)++
  ;(tally.hops[hops < HOPS ? hops : HOPS - 1] as number)++
  tally.totalHops += hops
  if (hops > tally.mostHops) tally.mostHops = hops
  tally.refusals += refusals
}

/** The smallest number of hops that at least this share of the queries did not pass. */
export function hopsAt(tally: Tally, share: number): number {
  const queries = tally.hops.reduce((sum, n) => sum + n, 0)
  let sum = 0
  for (let hops = 0; hops < HOPS; hops++) {
    sum += tally.hops[hops] as number
    if (sum >= share * queries) return hops
  }
  return tally.mostHops
}

export function spread(values: Uint32Array): Spread {
  const { length } = values
  if (length === 0) return { mean: 0, p99: 0, most: 0 }
  let sum = 0
  let most = 0
  for (let i = 0; i < length; i++) {
    sum += values[i] as number
    if ((values[i] as number) > most) most = values[i] as number
  }
  const places = new Float64Array(Math.min(most, 1 << 20) + 1)
  for (let i = 0; i < length; i++) (places[Math.min(values[i] as number, places.length - 1)] as number)++
  let p99 = 0
  for (let seen = places[0] as number; seen < 0.99 * length; seen += places[p99] as number) p99++
  return { mean: sum / length, p99, most }
}

/** Means and deviations of a number per user, by how many neighbours users have. */
export function byNeighbours(
  graph: Graph,
  value: (user: number) => number,
  among: (user: number) => boolean = () => true,
): { neighbours: number; users: number; mean: number; deviation: number }[] {
  const sums = new Map<number, [users: number, sum: number, squares: number]>()
  for (let u = 0; u < graph.users; u++) {
    if (!among(u)) continue
    const k = degree(graph.first, u)
    const at = sums.get(k) ?? [0, 0, 0]
    sums.set(k, at)
    const x = value(u)
    at[0]++
    at[1] += x
    at[2] += x * x
  }
  return [...sums]
    .sort(([a], [b]) => a - b)
    .map(([neighbours, [users, sum, squares]]) => {
      const mean = sum / users
      return { neighbours, users, mean, deviation: Math.sqrt(Math.max(0, squares / users - mean * mean)) }
    })
}
