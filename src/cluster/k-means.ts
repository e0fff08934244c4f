import { NONE } from '../log/columnar.js'
import type { Random } from '../random/random.js'
import { sidesOf } from './aggregate/sides.js'
import { syntacticQueries } from './aggregate/syntactic.js'
import type { Histories } from './histories.js'
import { sample } from './partition.js'
import { numbers } from './space.js'
import { spelling, syntacticData } from './syntactic/data.js'
import { syntacticSpace } from './syntactic/space.js'

/** Rounds at most: users mostly settle in fewer. */
const ROUNDS = 10

/**
 * [Erola13] §5.3.2.4: k-means over users with the syntactic distance; the centre of a cluster is the aggregation of its members'
 * histories. Gives the cluster of each user. `first` are the users to begin with.
 */
export function kMeans(users: Histories, first: Uint32Array, random: Random): Int32Array {
  const { size } = users
  const histories = { ...users, hosts: withRightParts(users.hosts) }
  const hostCodes = new Map(histories.hosts.map((host, i) => [host, i]))
  const spelt = spelling(histories)
  const { learnt } = syntacticSpace(syntacticData(histories, spelt))
  const labels = new Int32Array(size).fill(-1)
  let centres = [...first].map((user) => rowsOf(histories, user))
  for (let round = 0; round < ROUNDS; round++) {
    const space = syntacticSpace(syntacticData(withCentres(histories, centres, hostCodes), spelt), learnt)
    let moved = 0
    for (let u = 0; u < size; u++) {
      // The centre of the round before is mostly the nearest still, so that others are soon found to be farther.
      const before = Math.max(0, labels[u]!)
      let [nearest, found] = [space.distance(u, size + before), before]
      for (let c = 0; c < centres.length; c++) {
        if (c === before) continue
        const distance = space.distance(u, size + c, nearest)
        if (distance < nearest) [nearest, found] = [distance, c]
      }
      if (labels[u] !== found) moved++
      labels[u] = found
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
  return Array.from(numbers(offsets[user]!, offsets[user + 1]!), (row) => ({
    query: query[row]!,
    time: time[row]!,
    rank: rank[row]!,
    host: host[row] === NONE ? undefined : hosts[host[row]!],
  }))
}

function aggregate(histories: Histories, members: Uint32Array, random: Random): Row[] {
  const queries = syntacticQueries(histories, members, random)
  const sides = sidesOf(histories, members, 1, new Set(queries))
  return queries.map((query) => ({ query, ...sides(query) }))
}

/** Hosts, and behind them all that they can have in common from the right. */
function withRightParts(hosts: readonly string[]): string[] {
  const all = new Set(hosts)
  for (const host of hosts) {
    const labels = host.toLowerCase().split('.')
    for (let i = 0; i < labels.length; i++) all.add(labels.slice(i).join('.'))
  }
  return [...all]
}

/** The users with the centres behind them, as if those were users too. */
function withCentres(
  histories: Histories,
  centres: readonly (readonly Row[])[],
  hostCodes: ReadonlyMap<string, number>,
): Histories {
  const rows = centres.map((centre) =>
    [...centre].sort((a, b) => (Number.isNaN(a.time) ? -1 : a.time) - (Number.isNaN(b.time) ? -1 : b.time)),
  )
  const flat = rows.flat()
  const host = (name: string | undefined) => (name === undefined ? NONE : hostCodes.get(name)!)
  const offsets = joined(histories.offsets, new Array(rows.length).fill(0))
  for (const [c, centre] of rows.entries())
    offsets[histories.size + c + 1] = offsets[histories.size + c]! + centre.length
  return {
    ...histories,
    size: histories.size + centres.length,
    offsets,
    query: joined(
      histories.query,
      flat.map(({ query }) => query),
    ),
    host: joined(
      histories.host,
      flat.map((row) => host(row.host)),
    ),
    time: joined(
      histories.time,
      flat.map(({ time }) => time),
    ),
    rank: joined(
      histories.rank,
      flat.map(({ rank }) => rank),
    ),
  }
}

function joined<T extends Uint32Array | Int32Array | Float64Array>(first: T, then: readonly number[]): T {
  const all = new (first.constructor as new (length: number) => T)(first.length + then.length)
  all.set(first)
  all.set(then, first.length)
  return all
}
