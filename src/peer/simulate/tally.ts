import { CARRIED, degree, FIRST, type Graph, LINK, LINK_SHIFT, PERSON, SUBMITTED, TO } from './graph.js'
import { HOPS } from './kernel.js'
import type { Network, Way } from './network.js'
import type { Spread } from './result.js'

/** Counts of a running simulation, beside those in the records of the graph. */
export interface Tally {
  /** Of each user's queries: how many she submitted herself. */
  readonly own: Uint32Array
  /** At each friendship: how many of the one's queries the other submitted. */
  readonly byNeighbour: Uint16Array | Uint32Array
  /** Queries by hops; the last place takes all longer ones. */
  readonly hops: Float64Array
  /** Over all queries, by QUERIES, REFUSALS, TOTAL_HOPS and MOST_HOPS. */
  readonly totals: Float64Array
}

export const QUERIES = 0
const REFUSALS = 1
export const TOTAL_HOPS = 2
const MOST_HOPS = 3

/** `most` is the largest number of queries of one user. */
export function newTally({ users, links, kernel }: Graph, most: number): Tally {
  const friendships = links.length / LINK
  const Counts = most < 2 ** 16 ? Uint16Array : Uint32Array
  if (kernel === undefined)
    return {
      own: new Uint32Array(users),
      byNeighbour: new Counts(friendships),
      hops: new Float64Array(HOPS),
      totals: new Float64Array(4),
    }
  const { memory, at } = kernel
  return {
    own: new Uint32Array(memory.buffer, at.own, users),
    byNeighbour: new Counts(memory.buffer, at.byNeighbour, friendships),
    hops: new Float64Array(memory.buffer, at.hops, HOPS),
    totals: new Float64Array(memory.buffer, at.totals, 4),
  }
}

/** A network whose queries are counted. */
export function counted({ ask, way }: Network, graph: Graph, tally: Tally): Network {
  return {
    way,
    ask(source) {
      ask(source)
      count(tally, graph, way)
    },
  }
}

/** Counts one query. */
function count(tally: Tally, { people, links }: Graph, { hops, refusals, path }: Way): void {
  const source = path[0]!
  const submitter = path[hops]!
  people[submitter * PERSON + SUBMITTED]!++
  if (submitter === source) tally.own[source]!++
  else {
    const end = people[(source + 1) * PERSON + FIRST]!
    for (let link = people[source * PERSON + FIRST]!; link < end; link += LINK) {
      if (links[link + TO] === submitter) {
        tally.byNeighbour[link >> LINK_SHIFT]!++
        break
      }
    }
  }
  for (let i = 1; i <= hops; i++) people[path[i]! * PERSON + CARRIED]!++
  tally.hops[hops < HOPS ? hops : HOPS - 1]!++
  const { totals } = tally
  totals[QUERIES]!++
  totals[REFUSALS]! += refusals
  totals[TOTAL_HOPS]! += hops
  totals[MOST_HOPS] = Math.max(totals[MOST_HOPS]!, hops)
}

/** The smallest number of hops that at least this share of the queries did not pass. */
export function hopsAt(tally: Tally, share: number): number {
  let sum = 0
  for (let hops = 0; hops < HOPS - 1; hops++) {
    sum += tally.hops[hops]!
    if (sum >= share * tally.totals[QUERIES]!) return hops
  }
  return tally.totals[MOST_HOPS]!
}

/** How a count in the records of people is spread. */
export function spread({ users, people }: Graph, field: number): Spread {
  let sum = 0
  let most = 0
  for (let u = 0; u < users; u++) {
    const value = people[u * PERSON + field]!
    sum += value
    if (value > most) most = value
  }
  const places = new Float64Array(Math.min(most, 1 << 20) + 1)
  for (let u = 0; u < users; u++) places[Math.min(people[u * PERSON + field]!, places.length - 1)]!++
  let p99 = 0
  for (let seen = places[0]!; seen < 0.99 * users; seen += places[p99]!) p99++
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
