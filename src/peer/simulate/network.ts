import { wider } from '../../base/numbers.js'
import type { Chance } from '../../random/quick.js'
import { SAVED_AT_MOST, saveUp } from '../protocol/again.js'
import { drawNeighbour, submitsIt } from '../protocol/forward.js'
import type { ProtocolParameters } from '../protocol/parameters.js'
import { drawFromVector, drawOnward, prune, SELF, seatsFor, type Weights } from '../protocol/selection.js'
import { accepts, lower, raise } from '../protocol/trust.js'
import {
  BACK,
  degree,
  FIRST,
  type Graph,
  LENGTH_MASK,
  LINK,
  LINK_SHIFT,
  mostNeighbours,
  PERSON,
  SAVED_SHIFT,
  SELFISH,
  TO,
  TRUST,
  trustIn,
  VECTOR,
  WEIGHT,
} from './graph.js'

/** The way of one query: the peers that handed it on, `hops` of them, from the source, and behind them the one who submitted it. */
export interface Way {
  readonly hops: number
  readonly refusals: number
  readonly path: Int32Array
}

/** Lets users ask, and may count what comes of it. */
export interface Network {
  /** Lets `source` ask one query: `way` tells who submitted it, and stays true until the next. */
  ask(source: number): void
  readonly way: Way
  /** Lets everybody ask, in turn, where that is quicker than one by one. */
  askAll?(): void
}

/** What a peer that lies says of its friends: the most that a message may say. */
const LIE = 1000

/**
 * The protocol on every peer of a graph, one query at a time: each message is answered before the next is sent. The decisions are
 * those of `protocol/`, on the records of the graph; here stand only the messages' ways. Nothing is allocated while queries run.
 * Those marked in `lying` claim friends that they do not have and take all they are offered, to see more of it.
 */
export function network(graph: Graph, parameters: ProtocolParameters, chance: Chance, lying?: Uint8Array): Network {
  const { links } = graph
  const trust = trustIn(links)
  const way = { hops: 0, refusals: 0, path: new Int32Array(64) } satisfies Way
  const vectorOf = vectors(graph, parameters, chance, lying)
  const takes = takers(graph, parameters, chance, lying)
  const handOn = parameters.asPublished
    ? publishedOffers(graph, vectorOf, takes, chance, way)
    : offers(graph, vectorOf, takes, chance, way, parameters.again)
  let taken = new Int32Array(64) // the friendships of the way

  function ask(source: number): void {
    way.refusals = 0
    let { path } = way
    let holder = source
    let hops = 0
    let link = handOn(source, SELF)
    while (link !== SELF) {
      if (hops === path.length - 1) {
        path = way.path = wider(path)
        taken = wider(taken)
      }
      path[hops] = holder
      taken[hops++] = link
      holder = links[link + TO]!
      if (met(path, hops, holder) || submitsIt(degree(graph, holder), chance)) break
      link = handOn(holder, links[link + BACK]!)
    }
    path[hops] = holder
    way.hops = hops
    // The answer goes back the way the query came.
    for (let i = hops - 1; i >= 0; i--) raise(trust, taken[i]! + TRUST, parameters.zeta)
  }

  return { ask, way }
}

/** The length of a peer's selection vector, which is made when it is first needed. */
function vectors(
  graph: Graph,
  parameters: ProtocolParameters,
  chance: Chance,
  lying: Uint8Array | undefined,
): (u: number) => number {
  const { people, links } = graph
  const weights: Weights = { of: links, stride: LINK }
  const claim = (u: number) => (lying?.[u] ? LIE : degree(graph, u))
  const build = (u: number): number => {
    const first = people[u * PERSON + FIRST]!
    const end = people[(u + 1) * PERSON + FIRST]!
    const count = (end - first) >> LINK_SHIFT
    for (let at = first; at < end; at += LINK) links[at + WEIGHT] = seatsFor(claim(links[at + TO]!), parameters)
    return prune(weights, first + WEIGHT, count, parameters, chance)
  }
  return (u) => {
    const state = people[u * PERSON + VECTOR]!
    const known = state & LENGTH_MASK
    if (known !== 0) return known
    const length = build(u)
    people[u * PERSON + VECTOR] = state + length
    return length
  }
}

/** Offers a query along a friendship: whether it is taken, and what that costs whom. */
function takers(
  { people, links }: Graph,
  { zeta }: ProtocolParameters,
  chance: Chance,
  lying: Uint8Array | undefined,
): (link: number) => boolean {
  const trust = trustIn(links)
  return (link) => {
    const to = links[link + TO]!
    const theirs = links[link + BACK]! + TRUST
    if (people[to * PERSON + VECTOR]! < SELFISH && (lying?.[to] || accepts(trust, theirs, chance))) {
      lower(trust, theirs, zeta)
      return true
    }
    lower(trust, link + TRUST, zeta)
    return false
  }
}

/** Offers a query to whom the holder chooses, until somebody accepts: the friendship by which it goes on, or SELF. It came by `brought`. */
type HandOn = (holder: number, brought: number) => number

/** As a real peer does it, `protocol/machine.ts`: own queries and others' go by the same vector, to two friends at most. */
function offers(
  graph: Graph,
  vectorOf: (u: number) => number,
  takes: (link: number) => boolean,
  chance: Chance,
  way: { refusals: number },
  again: number,
): HandOn {
  const { people, links } = graph
  const weights: Weights = { of: links, stride: LINK }
  const tried = new Uint8Array(mostNeighbours(graph))
  const savedBy = (u: number) => (people[u * PERSON + VECTOR]! >> SAVED_SHIFT) & SAVED_AT_MOST
  const save = (u: number, by: number) => {
    people[u * PERSON + VECTOR]! += by << SAVED_SHIFT
  }
  return (holder, brought) => {
    const first = people[holder * PERSON + FIRST]!
    const count = (people[(holder + 1) * PERSON + FIRST]! - first) >> LINK_SHIFT
    const from = brought === SELF ? SELF : (brought - first) >> LINK_SHIFT
    const length = vectorOf(holder)
    const chosen =
      from === SELF
        ? drawFromVector(weights, first + WEIGHT, count, length, tried, chance)
        : drawOnward(weights, first + WEIGHT, count, from, tried, chance)
    if (chosen === SELF) return SELF
    const link = first + chosen * LINK
    const saved = savedBy(holder)
    save(holder, saveUp(saved, again) - saved)
    if (takes(link)) return link
    way.refusals++
    if (savedBy(holder) < again) return SELF
    save(holder, -again)
    tried[chosen] = 1
    const other = drawFromVector(weights, first + WEIGHT, count, length - links[link + WEIGHT]!, tried, chance)
    tried[chosen] = 0
    if (other === SELF || other === from) return SELF
    if (takes(first + other * LINK)) return first + other * LINK
    way.refusals++
    return SELF
  }
}

/** To the letter of [Erola13] §4.3.3: own queries by the vector, others' to all neighbours alike. */
function publishedOffers(
  graph: Graph,
  vectorOf: (u: number) => number,
  takes: (link: number) => boolean,
  chance: Chance,
  way: { refusals: number },
): HandOn {
  const { people, links } = graph
  const weights: Weights = { of: links, stride: LINK }
  const tried = new Uint8Array(mostNeighbours(graph))
  return (holder, brought) => {
    const first = people[holder * PERSON + FIRST]!
    const count = (people[(holder + 1) * PERSON + FIRST]! - first) >> LINK_SHIFT
    const from = brought === SELF ? SELF : (brought - first) >> LINK_SHIFT
    let left = brought === SELF ? vectorOf(holder) : count - 1
    let refused = 0
    let link = SELF
    for (;;) {
      const chosen =
        brought === SELF
          ? drawFromVector(weights, first + WEIGHT, count, left, tried, chance)
          : drawNeighbour(count, from, left, tried, chance)
      link = chosen === SELF ? SELF : first + chosen * LINK
      if (link === SELF || takes(link)) break
      tried[chosen] = 1
      left -= brought === SELF ? links[link + WEIGHT]! : 1
      refused++
    }
    if (refused > 0) {
      tried.fill(0, 0, count)
      way.refusals += refused
    }
    return link
  }
}

/** Whether the peer has held the query before. */
function met(path: Int32Array, hops: number, peer: number): boolean {
  for (let i = 0; i < hops; i++) if (path[i] === peer) return true
  return false
}
