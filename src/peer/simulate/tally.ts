import { CARRIED, degree, FIRST, type Graph, LINK, LINK_SHIFT, PERSON, SUBMITTED, TO } from './graph.js'
import type { Way } from './network.js'
import type { Spread } from './result.js'

/** Counts of a running simulation, beside those in the records of the graph. */
export interface Tally {
  /** Of each user's queries: how many she submitted herself. */
  readonly own: Uint32Array
  /** At each friendship: how many of the one's queries the other submitted. */
  readonly byNeighbour: Uint16Array | Uint32Array
  /** Queries by hops; the last place takes all longer ones. */
  readonly hops: Float64Array
  queries: number
  refusals: number
  totalHops: number
  mostHops: number
}

const HOPS = 1024

/** `most` is the largest number of queries of one user. */
export function newTally({ users, links }: Graph, most: number): Tally {
  const friendships = links.length / LINK
  return {
    own: new Uint32Array(users),
    byNeighbour: most < 2 ** 16 ? new Uint16Array(friendships) : new Uint32Array(friendships),
    hops: new Float64Array(HOPS),
    queries: 0,
    refusals: 0,
    totalHops: 0,
    mostHops: 0,
  }
}

/** Counts one query. */
export function count(tally: Tally, { people, links }: Graph, { hops, refusals, path }: Way): void {
  const source = path[0] as number
  const submitter = path[hops] as number
  tally.queries++
  ;(people[submitter * PERSON + SUBMITTED] as number)++
  if (submitter === source) (tally.own[source] as number)++
  else {
    const end = people[(source + 1) * PERSON + FIRST] as number
    for (let link = people[source * PERSON + FIRST] as number; link < end; link += LINK) {
      if (links[link + TO] === submitter) {
        ;(tally.byNeighbour[link >> LINK_SHIFT] as number)++
        break
      }
    }
  }
  for (let i = 1; i <= hops; i++) (people[(path[i] as number) * PERSON + CARRIED] as number)++
  ;(tally.hops[hops < HOPS ? hops : HOPS - 1] as number)++
  tally.totalHops += hops
  if (hops > tally.mostHops) tally.mostHops = hops
  tally.refusals += refusals
}

/** The smallest number of hops that at least this share of the queries did not pass. */
export function hopsAt(tally: Tally, share: number): number {
  let sum = 0
  for (let hops = 0; hops < HOPS - 1; hops++) {
    sum += tally.hops[hops] as number
    if (sum >= share * tally.queries) return hops
  }
  return tally.mostHops
}

/** How a count in the records of people is spread. */
export function spread({ users, people }: Graph, field: number): Spread {
  let sum = 0
  let most = 0
  for (let u = 0; u < users; u++) {
    const value = people[u * PERSON + field] as number
    sum += value
    if (value > most) most = value
  }
  const places = new Float64Array(Math.min(most, 1 << 20) + 1)
  for (let u = 0; u < users; u++)
    (places[Math.min(people[u * PERSON + field] as number, places.length - 1)] as number)++
  let p99 = 0
  for (let seen = places[0] as number; seen < 0.99 * users; seen += places[p99] as number) p99++
  return { mean: users === 0 ? 0 : sum / users, p99, most }
}

/** Means and deviations of a number per user, by how many neighbours users have. */
export function byNeighbours(
  graph: Graph,
  value: (user: number) => number,
  among: (user: number) => boolean,
): { neighbours: number; users: number; mean: number; deviation: number }[] {
  const sums = new Map<number, [users: number, sum: number, squares: number]>()
  for (let u = 0; u < graph.users; u++) {
    if (!among(u)) continue
    const k = degree(graph, u)
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
