import { type Chance, QuickChance } from '../../random/quick.js'
import type { ProtocolParameters } from '../protocol/parameters.js'
import { alone, crowds } from './baselines.js'
import { collusion, forwardingFor, newWatch, watch } from './collusion.js'
import { exposureLevels, exposures, type Histories } from './exposure.js'
import { openNetwork } from './fast.js'
import {
  BACK,
  CARRIED,
  FIRST,
  type Graph,
  isSelfish,
  LINK,
  PERSON,
  SELFISH,
  SUBMITTED,
  TO,
  TRUST,
  trustIn,
  VECTOR,
} from './graph.js'
import { GROWTH, grow } from './grow.js'
import type { Network } from './network.js'
import { positions } from './position.js'
import type { Baseline, Simulation } from './result.js'
import { byNeighbours, counted, hopsAt, newTally, spread, type Tally } from './tally.js'

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
}

/** [Erola13] §4.6: a round trip between two peers, and the engine's time, in milliseconds. */
const ROUND_TRIP = 530
const ENGINE = 400
/** Replayed queries before others get a turn. */
const TURN = 2 ** 18
/** Hops of the published system: a Crowds beside it gets ways as long. */
const PUBLISHED_HOPS = 3.59

/** Many peers in one process, at one go. */
export function simulate(options: SimulationOptions): Simulation {
  const steps = simulation(options)
  for (let step = steps.next(); ; step = steps.next()) if (step.done) return step.value
}

/** The same, step by step: now and then the share that is done, so that others get a turn. */
export function* simulation(options: SimulationOptions): Generator<number, Simulation> {
  const { parameters, baseline, seed, queries } = options
  const chance = new QuickChance(seed)
  const graph = typeof options.graph === 'number' ? grow(options.graph, GROWTH, chance) : options.graph
  markSelfish(graph, options.selfish, chance)
  const group = newWatch(graph.users)
  group.users = mark(graph.users, options.colluding, chance, (user) => {
    group.colluding[user] = 1
  })
  const tally = newTally(graph, typeof queries === 'number' ? queries : queries.asker.length)
  const { ask, way, askAll } = chooseNetwork(graph, parameters, baseline, tally, chance)
  const asked = (user: number) => {
    ask(user)
    if (group.users > 0) watch(group, way)
    return way.path[way.hops]!
  }
  const oneByOne = () => {
    for (let user = 0; user < graph.users; user++) asked(user)
  }
  const { asks, level } =
    typeof queries === 'number'
      ? yield* repeatOne(queries, (group.users === 0 && askAll) || oneByOne, tally)
      : yield* replay(queries, asked)

  const [total = 0, refusals = 0, totalHops = 0, mostHops = 0] = tally.totals
  const mean = total === 0 ? 0 : totalHops / total
  return {
    users: graph.users,
    friendships: graph.links.length / LINK / 2,
    queries: total,
    seed,
    baseline,
    hops: { mean, median: hopsAt(tally, 0.5), p99: hopsAt(tally, 0.99), most: mostHops },
    refusals: { mean: total === 0 ? 0 : refusals / total },
    position: positions(graph, tally, asks, chance),
    exposedBy: typeof queries === 'number' ? 'own-share' : 'pel',
    ...exposures(graph, asks, level),
    selfish: isolation(graph, tally),
    load: { submitted: spread(graph, SUBMITTED), carried: spread(graph, CARRIED) },
    responseMs: { asPublished: 2 * mean * ROUND_TRIP + ENGINE, roundTripOnce: mean * ROUND_TRIP + ENGINE },
    collusion: collusion(group, graph.users, mean),
  }
}

/** A network that counts what it does. */
function chooseNetwork(
  graph: Graph,
  given: ProtocolParameters,
  baseline: Baseline,
  tally: Tally,
  chance: Chance,
): Network {
  if (baseline === 'none') return counted(alone(), graph, tally)
  if (baseline === 'crowds') return counted(crowds(graph.users, forwardingFor(PUBLISHED_HOPS), chance), graph, tally)
  const parameters: ProtocolParameters = baseline === 'unpruned' ? { ...given, theta: [0, 0] } : given
  return openNetwork(graph, parameters, tally, chance.below(2 ** 32))
}

/** Marks a share of users, drawn at random; returns how many. */
function mark(users: number, share: number, chance: Chance, with_: (user: number) => void): number {
  const wanted = Math.round(users * share)
  let left = wanted
  for (let u = 0; u < users && left > 0; u++) {
    if (chance.below(users - u) >= left) continue
    with_(u)
    left--
  }
  return wanted
}

export function markSelfish({ users, people }: Graph, share: number, chance: Chance): void {
  mark(users, share, chance, (user) => {
    people[user * PERSON + VECTOR] = SELFISH
  })
}

/** Who asked anything, and how exposed each is, in per cent. */
interface Exposed {
  readonly asks: (user: number) => boolean
  readonly level: (user: number) => number
}

/** [Erola13] §4.7.1, first kind of test: each user repeats one query of her own, all users in turn. */
function* repeatOne(queries: number, askAll: () => void, tally: Tally): Generator<number, Exposed> {
  for (let i = 0; i < queries; i++) {
    askAll()
    yield (i + 1) / queries
  }
  return { asks: () => queries > 0, level: (user) => (100 * tally.own[user]!) / queries }
}

/** Second kind: each user asks what somebody really asked. */
function* replay(histories: Histories, ask: (user: number) => number): Generator<number, Exposed> {
  const { users, asker } = histories
  const submitter = new Uint32Array(asker.length)
  const asks = new Uint8Array(users)
  const askOn = (from: number, to: number) => {
    for (let i = from; i < to; i++) {
      const user = asker[i]!
      asks[user] = 1
      submitter[i] = ask(user)
    }
  }
  for (let from = 0; from < asker.length; from += TURN) {
    askOn(from, Math.min(asker.length, from + TURN))
    yield Math.min(1, (from + TURN) / asker.length)
  }
  const levels = exposureLevels(histories, submitter)
  return { asks: (user) => asks[user] === 1, level: (user) => levels[user]! }
}

function isolation(graph: Graph, tally: Tally): Simulation['selfish'] {
  const { people, links } = graph
  const trust = trustIn(links)
  let users = 0
  let isolated = 0
  for (let u = 0; u < graph.users; u++) {
    if (!isSelfish(graph, u)) continue
    users++
    let served = false
    for (let link = people[u * PERSON + FIRST]!; link < people[(u + 1) * PERSON + FIRST]!; link += LINK)
      served ||= !isSelfish(graph, links[link + TO]!) && trust[links[link + BACK]! + TRUST]! > 0
    if (!served) isolated++
  }
  const submitted = byNeighbours(
    graph,
    (u) => tally.own[u]!,
    (u) => isSelfish(graph, u),
  )
  return {
    users,
    isolated: users === 0 ? 0 : isolated / users,
    submitted: submitted.map(({ neighbours, users, mean }) => ({ neighbours, users, mean })),
  }
}
