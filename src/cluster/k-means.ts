import { NONE } from '../log/columnar.js'
import type { Random } from '../random/random.js'
import { sidesOf } from './aggregate/sides.js'
import { syntacticQueries } from './aggregate/syntactic.js'
import { distances } from './blocks.js'
import type { Histories } from './histories.js'
import { sample } from './partition.js'
import { openPool } from './pool.js'
import { numbers } from './space.js'
import { syntacticData } from './syntactic/data.js'

/** Rounds at most: users mostly settle in fewer. */
const ROUNDS = 10
/** Below so many distances threads do not pay. */
const THREADS_FROM = 50_000

/**
 * [Erola13] §5.3.2.4: k-means over users with the syntactic distance; the centre of a cluster is the aggregation of its members'
 * histories. Gives the cluster of each user. `first` are the users to begin with.
 */
export async function kMeans(
  histories: Histories,
  first: Uint32Array,
  random: Random,
  threads: number,
): Promise<Int32Array> {
  const { size } = histories
  const labels = new Int32Array(size).fill(-1)
  let centres = [...first].map((user) => rowsOf(histories, user))
  for (let round = 0; round < ROUNDS; round++) {
    const extended = withCentres(histories, centres)
    const pool = openPool(
      { kind: 'syntactic', data: syntacticData(extended) },
      size * centres.length > THREADS_FROM ? threads : 1,
    )
    const nearest = new Float32Array(size).fill(Number.POSITIVE_INFINITY)
    let moved = 0
    try {
      const all = numbers(0, size)
      const found = new Int32Array(size)
      for (let c = 0; c < centres.length; c++) {
        const row = await distances(pool, size + c, all)
        for (let u = 0; u < size; u++) {
          if ((row[u] as number) >= (nearest[u] as number)) continue
          nearest[u] = row[u] as number
          found[u] = c
        }
      }
      for (let u = 0; u < size; u++) if (labels[u] !== found[u]) moved++
      labels.set(found)
    } finally {
      await pool.close()
    }
    if (moved === 0) break
    centres = centres.map((before, c) => {
      const members = numbers(0, size).filter((u) => labels[u] === c)
      return members.length === 0 ? before : aggregate(histories, members, random)
    })
  }
  return labels
}

/** Users to begin with, no two the same. */
export function firstCentres(size: number, clusters: number, random: Random): Uint32Array {
  return sample(size, Math.min(clusters, size), random)
}

interface Row {
  readonly query: number
  readonly time: number
  readonly rank: number
  readonly host: string | undefined
}

function rowsOf({ offsets, query, time, rank, host, hosts }: Histories, user: number): Row[] {
  return Array.from(numbers(offsets[user] as number, offsets[user + 1] as number), (row) => ({
    query: query[row] as number,
    time: time[row] as number,
    rank: rank[row] as number,
    host: host[row] === NONE ? undefined : hosts[host[row] as number],
  }))
}

function aggregate(histories: Histories, members: Uint32Array, random: Random): Row[] {
  const sides = sidesOf(histories, members, 1)
  return syntacticQueries(histories, members, random).map((query) => ({ query, ...sides(query) }))
}

/** The users with the centres behind them, as if those were users too. */
function withCentres(histories: Histories, centres: readonly (readonly Row[])[]): Histories {
  const rows = centres.map((centre) =>
    [...centre].sort((a, b) => (Number.isNaN(a.time) ? -1 : a.time) - (Number.isNaN(b.time) ? -1 : b.time)),
  )
  const codes = new Map(histories.hosts.map((host, i) => [host, i]))
  const hosts = [...histories.hosts]
  const code = (host: string | undefined) => {
    if (host === undefined) return NONE
    if (!codes.has(host)) codes.set(host, hosts.push(host) - 1)
    return codes.get(host) as number
  }
  const flat = rows.flat()
  const offsets = [...histories.offsets]
  for (const centre of rows) offsets.push((offsets.at(-1) as number) + centre.length)
  return {
    ...histories,
    size: histories.size + centres.length,
    offsets: Uint32Array.from(offsets),
    query: Uint32Array.from([...histories.query, ...flat.map(({ query }) => query)]),
    host: Uint32Array.from([...histories.host, ...flat.map(({ host }) => code(host))]),
    time: Float64Array.from([...histories.time, ...flat.map(({ time }) => time)]),
    rank: Int32Array.from([...histories.rank, ...flat.map(({ rank }) => rank)]),
    hosts,
  }
}
