import { QuickChance } from '../../random/quick.js'
import type { ProtocolParameters } from '../protocol/parameters.js'
import { alone, crowds } from './baselines.js'
import { collusion, forwardingFor, newWatch, watch } from './collusion.js'
import { exposureLevels, exposures, type Histories, ownShares } from './exposure.js'
import { GROWTH, type Graph, powerLawGraph } from './graph.js'
import { network } from './network.js'
import { positions } from './position.js'
import type { Baseline, Simulation } from './result.js'
import { byNeighbours, count, hopsAt, newTally, spread, type Tally } from './tally.js'

export type { Histories } from './exposure.js'
export type { Graph } from './graph.js'
export { BASELINES, type Baseline, type Simulation } from './result.js'

export interface SimulationOptions {
  /** Users and how they know each other; a number grows a network. */
  readonly graph: Graph | number
  /** Queries each user asks, always the same one; or histories to replay. */
  readonly queries: number | Histories
  /** Shares of users. */
  readonly selfish: number
  readonly colluding: number
  readonly parameters: ProtocolParameters
  readonly baseline: Baseline
  readonly seed: number
  /** Hears the share that is done, now and then. */
  readonly onProgress?: (share: number) => void
}

/** [Erola13] §4.6: a round trip between two peers, and the engine's time, in milliseconds. */
const ROUND_TRIP = 530
const ENGINE = 400
/** Hops of the published system: a Crowds beside it gets ways as long. */
const PUBLISHED_HOPS = 3.59

/** Many peers in one process. */
export function simulate(options: SimulationOptions): Simulation {
  const { parameters, baseline, seed } = options
  const chance = new QuickChance(seed)
  const graph = typeof options.graph === 'number' ? powerLawGraph(options.graph, GROWTH, chance) : options.graph
  const peers = network(graph, baseline === 'unpruned' ? { ...parameters, theta: [0, 0] } : parameters, chance)
  const way =
    baseline === 'none'
      ? alone()
      : baseline === 'crowds'
        ? crowds(graph.users, forwardingFor(PUBLISHED_HOPS), chance)
        : peers
  const group = newWatch(graph.users)
  mark(peers.selfish, options.selfish, chance)
  group.users = mark(group.colluding, options.colluding, chance)

  const tally = newTally(graph, typeof options.queries === 'number' ? options.queries : options.queries.asker.length)
  const ask = (user: number) => {
    const submitter = way.ask(user)
    const { hops, refusals, path } = way.last
    count(tally, graph, hops, refusals, path)
    if (group.users > 0) watch(group, hops, path)
    return submitter
  }
  const levels =
    typeof options.queries === 'number'
      ? repeatOne(graph.users, options.queries, ask, tally, options.onProgress)
      : replay(options.queries, ask, options.onProgress)

  const queries = tally.asked.reduce((sum, n) => sum + n, 0)
  const mean = queries === 0 ? 0 : tally.totalHops / queries
  return {
    users: graph.users,
    friendships: graph.to.length / 2,
    queries,
    seed,
    baseline,
    hops: { mean, median: hopsAt(tally, 0.5), p99: hopsAt(tally, 0.99), most: tally.mostHops },
    refusals: { mean: queries === 0 ? 0 : tally.refusals / queries },
    position: positions(graph, tally, chance),
    exposedBy: typeof options.queries === 'number' ? 'own-share' : 'pel',
    ...exposures(graph, tally, peers.selfish, levels),
    selfish: isolation(graph, tally, peers.selfish, peers.trust),
    load: { submitted: spread(tally.submitted), carried: spread(tally.carried) },
    responseMs: { asPublished: 2 * mean * ROUND_TRIP + ENGINE, roundTripOnce: mean * ROUND_TRIP + ENGINE },
    collusion: collusion(group, graph.users, mean),
  }
}

/** Marks a share of users, drawn at random; returns how many. */
function mark(users: Uint8Array, share: number, chance: QuickChance): number {
  const wanted = Math.round(users.length * share)
  let left = wanted
  for (let u = 0; u < users.length && left > 0; u++) {
    if (chance.below(users.length - u) >= left) continue
    users[u] = 1
    left--
  }
  return wanted
}

/** [Erola13] §4.7.1, first kind of test: each user repeats one query of her own, all users in turn. */
function repeatOne(
  users: number,
  queries: number,
  ask: (user: number) => number,
  tally: Tally,
  onProgress?: (share: number) => void,
): Float64Array {
  for (let i = 0; i < queries; i++) {
    for (let u = 0; u < users; u++) ask(u)
    onProgress?.((i + 1) / queries)
  }
  return ownShares(tally)
}

/** Second kind: each user asks what somebody really asked. */
function replay(
  histories: Histories,
  ask: (user: number) => number,
  onProgress?: (share: number) => void,
): Float64Array {
  const { asker } = histories
  const submitter = new Uint32Array(asker.length)
  for (let i = 0; i < asker.length; i++) {
    submitter[i] = ask(asker[i] as number)
    if (i % 2 ** 20 === 0) onProgress?.(i / asker.length)
  }
  return exposureLevels(histories, submitter)
}

function isolation(graph: Graph, tally: Tally, selfish: Uint8Array, trust: Float32Array): Simulation['selfish'] {
  let users = 0
  let isolated = 0
  for (let u = 0; u < graph.users; u++) {
    if (selfish[u] === 0) continue
    users++
    let served = false
    for (let edge = graph.first[u] as number; edge < (graph.first[u + 1] as number); edge++)
      served ||= selfish[graph.to[edge] as number] === 0 && (trust[graph.back[edge] as number] as number) > 0
    if (!served) isolated++
  }
  const submitted = byNeighbours(
    graph,
    (u) => tally.own[u] as number,
    (u) => selfish[u] === 1,
  )
  return {
    users,
    isolated: users === 0 ? 0 : isolated / users,
    submitted: submitted.map(({ neighbours, users, mean }) => ({ neighbours, users, mean })),
  }
}
