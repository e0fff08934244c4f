import type { Chance } from '../../random/quick.js'
import { drawNeighbour, submitsIt } from '../protocol/forward.js'
import type { ProtocolParameters } from '../protocol/parameters.js'
import { drawFromVector, prune, SELF, type Weights } from '../protocol/selection.js'
import { accepts, lower, raise } from '../protocol/trust.js'
import {
  BACK,
  degree,
  FIRST,
  type Graph,
  LINK,
  LINK_SHIFT,
  mostNeighbours,
  PERSON,
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

/**
 * The protocol on every peer of a graph, one query at a time: each message is answered before the next is sent. The decisions are
 * those of `protocol/`, on the records of the graph; here stand only the messages' ways. Nothing is allocated while queries run.
 */
export function network(graph: Graph, parameters: ProtocolParameters, chance: Chance): Network {
  const { people, links } = graph
  const { zeta } = parameters
  const trust = trustIn(links)
  const weights: Weights = { of: links, stride: LINK }
  const tried = new Uint8Array(mostNeighbours(graph))
  const way = { hops: 0, refusals: 0, path: new Int32Array(64) } satisfies Way
  let taken = new Int32Array(64) // the friendships of the way
  let link = SELF // the friendship at which `handOn` found somebody

  function buildVector(u: number): number {
    const first = people[u * PERSON + FIRST]!
    const end = people[(u + 1) * PERSON + FIRST]!
    for (let at = first; at < end; at += LINK) links[at + WEIGHT] = degree(graph, links[at + TO]!)
    return prune(weights, first + WEIGHT, (end - first) >> LINK_SHIFT, parameters, chance)
  }

  /** Offers a query to whom the holder chooses, until somebody accepts; `length` of the selection vector, or 0 for a query that came by `brought`. */
  function handOn(holder: number, length: number, brought: number): boolean {
    const first = people[holder * PERSON + FIRST]!
    const count = (people[(holder + 1) * PERSON + FIRST]! - first) >> LINK_SHIFT
    const from = brought === SELF ? SELF : (brought - first) >> LINK_SHIFT
    let left = brought === SELF ? length : count - 1
    let refused = 0
    let chosen: number
    for (;;) {
      chosen =
        brought === SELF
          ? drawFromVector(weights, first + WEIGHT, count, left, tried, chance)
          : drawNeighbour(count, from, left, tried, chance)
      if (chosen === SELF) break
      link = first + chosen * LINK
      const theirs = links[link + BACK]! + TRUST
      const friend = links[link + TO]!
      if (people[friend * PERSON + VECTOR]! < SELFISH && accepts(trust, theirs, chance)) {
        lower(trust, theirs, zeta)
        break
      }
      lower(trust, link + TRUST, zeta)
      tried[chosen] = 1
      left -= brought === SELF ? links[link + WEIGHT]! : 1
      refused++
    }
    if (refused > 0) {
      tried.fill(0, 0, count)
      way.refusals += refused
    }
    return chosen !== SELF
  }

  function ask(source: number): void {
    const state = people[source * PERSON + VECTOR]!
    let length = state & (SELFISH - 1)
    if (length === 0) {
      length = buildVector(source)
      people[source * PERSON + VECTOR] = state + length
    }
    way.refusals = 0
    let { path } = way
    let holder = source
    let hops = 0
    let handed = handOn(source, length, SELF)
    while (handed) {
      if (hops === path.length - 1) {
        path = way.path = grown(path)
        taken = grown(taken)
      }
      path[hops] = holder
      taken[hops++] = link
      holder = links[link + TO]!
      if (met(path, hops, holder) || submitsIt(degree(graph, holder), chance)) break
      handed = handOn(holder, 0, links[link + BACK]!)
    }
    path[hops] = holder
    way.hops = hops
    // The answer goes back the way the query came.
    for (let i = hops - 1; i >= 0; i--) raise(trust, taken[i]! + TRUST, zeta)
  }

  return { ask, way }
}

/** Whether the peer has held the query before. */
function met(path: Int32Array, hops: number, peer: number): boolean {
  for (let i = 0; i < hops; i++) if (path[i] === peer) return true
  return false
}

function grown(path: Int32Array): Int32Array<ArrayBuffer> {
  const larger = new Int32Array(path.length * 2)
  larger.set(path)
  return larger
}
