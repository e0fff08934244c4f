import { type Chance, QuickChance } from '../../random/quick.js'
import type { ProtocolParameters } from '../protocol/parameters.js'
import { alone, crowds } from './baselines.js'
import { collusion, forwardingFor, newWatch, watch } from './collusion.js'
import { exposureLevels, exposures, type Histories } from './exposure.js'
import { openNetwork } from './fast.js'
import { friendsCollusion, handedTo, lookOn, newCircles } from './friends.js'
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
import type { Baseline, Handed, Simulation } from './result.js'
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
  readonly lying: number
  readonly parameters: ProtocolParameters
  readonly baseline: Baseline
  readonly seed: number
}

/** [Erola13] §4.6: a round trip between two peers, and the engine's time, in milliseconds. */
const ROUND_TRIP = 530
const ENGINE = 400
/** Replayed queries before others get a turn. */
const TURN = 2 ** 18
/** Friends are watched over this many queries, in networks of at most as many users, where nobody asks for it. */
const WATCHED = 10_000
/** Hops of the published system: a Crowds beside it gets ways as long. */
const PUBLISHED_HOPS = 3.59

/** Many peers in one process, at one go. */
export function simulate(options: SimulationOptions): Simulation {
  const steps = simulation(options)
  for (let step = steps.next(); ; step = steps.next()) if (step.done) return step.value
}

/** The same, step by step: now and then the share that is done, so that others get a turn. */
export function* simulation(options: SimulationOptions): Generator<number, Simulation> {
  const graph = typeof options.graph === 'number' ? undefined : options.graph
  const twin = options.lying > 0 ? { ...options, ...(graph && { graph: copyOf(graph) }) } : undefined
  const { result, handed } = yield* oneRun(options, true)
  if (twin === undefined) return result
  const { handed: honest } = yield* oneRun(twin, false)
  const gain = { own: ratio(handed.own, honest.own), carried: ratio(handed.carried, honest.carried) }
  return { ...result, lying: { users: result.lying.users, handed, honest, gain } }
}

const ratio = (n: number, of: number) => (of === 0 ? 0 : n / of)

/** Those who are to lie do, or tell the truth this time. */
function* oneRun(
  options: SimulationOptions,
  lies: boolean,
): Generator<number, { readonly result: Simulation; readonly handed: Handed }> {
  const { parameters, baseline, seed, queries } = options
  const chance = new QuickChance(seed)
  const graph = typeof options.graph === 'number' ? grow(options.graph, GROWTH, chance) : options.graph
  markSelfish(graph, options.selfish, chance)
  const group = newWatch(graph.users)
  group.users = mark(graph.users, options.colluding, chance, (user) => {
    group.colluding[user] = 1
  })
  const liars = new Uint8Array(graph.users)
  const lying = mark(graph.users, options.lying, chance, (user) => {
    liars[user] = 1
  })
  const tally = newTally(graph, typeof queries === 'number' ? queries : queries.asker.length)
  const { ask, way, askAll } = chooseNetwork(
    graph,
    parameters,
    baseline,
    tally,
    chance,
    lies && lying > 0 ? liars : undefined,
  )
  // In a Crowds everybody is handed something by everybody: friends have no part in it.
  const isWatched = baseline !== 'crowds' && (lying > 0 || group.users > 0 || graph.users <= WATCHED)
  const circles = isWatched ? newCircles(graph, liars, new QuickChance(seed)) : undefined
  const asked = (user: number) => {
    ask(user)
    if (group.users > 0) watch(group, way)
    if (circles) lookOn(circles, way)
    return way.path[way.hops]!
  }
  const oneByOne = () => {
    for (let user = 0; user < graph.users; user++) asked(user)
  }
  // Friends are watched in the last rounds alone, where nobody asks to see more: trust is what it is by then.
  const rounds = Math.ceil(WATCHED / graph.users)
  const inOneGo = (round: number) =>
    askAll !== undefined && group.users === 0 && lying === 0 && (!circles || round < Number(queries) - rounds)
  const { asks, level } =
    typeof queries === 'number'
      ? yield* repeatOne(queries, (round) => (inOneGo(round) ? askAll?.() : oneByOne()), tally)
      : yield* replay(queries, asked)

  const [total = 0, refusals = 0, totalHops = 0, mostHops = 0] = tally.totals
  const mean = total === 0 ? 0 : totalHops / total
  const nothing = { own: 0, carried: 0 }
  const result = {
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
    collusion: collusion(group, graph.users, mean, circles ? friendsCollusion(circles) : []),
    lying: { users: lying, handed: nothing, honest: nothing, gain: nothing },
  } satisfies Simulation
  return { result, handed: circles ? handedTo(circles, liars) : nothing }
}

/** A graph is for one simulation: this is another, outside the kernel's memory. */
function copyOf({ users, people, links }: Graph): Graph {
  return { users, people: people.slice(), links: links.slice() }
}

/** A network that counts what it does. */
function chooseNetwork(
  graph: Graph,
  given: ProtocolParameters,
  baseline: Baseline,
  tally: Tally,
  chance: Chance,
  lying: Uint8Array | undefined,
): Network {
  if (baseline === 'none') return counted(alone(), graph, tally)
  if (baseline === 'crowds') return counted(crowds(graph.users, forwardingFor(PUBLISHED_HOPS), chance), graph, tally)
  const asPublished = given.asPublished || baseline !== 'peers'
  const theta = baseline === 'unpruned' ? ([0, 0] as const) : given.theta
  return openNetwork(graph, { ...given, theta, asPublished }, tally, chance.below(2 ** 32), lying)
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
function* repeatOne(queries: number, askAll: (round: number) => void, tally: Tally): Generator<number, Exposed> {
  for (let i = 0; i < queries; i++) {
    askAll(i)
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
