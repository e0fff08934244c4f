import type { Chance } from '../../random/quick.js'
import { drawNeighbour, submitsIt } from '../protocol/forward.js'
import type { ProtocolParameters } from '../protocol/parameters.js'
import { drawFromVector, prune, SELF, type Weights } from '../protocol/selection.js'
import { accepts, freshTrust, lower, raise, type Trust } from '../protocol/trust.js'
import { degree, type Graph } from './graph.js'

/** All peers of a simulation in one place. */
export interface Network {
  readonly trust: Trust
  /** Peers that send and never serve: 1. */
  readonly selfish: Uint8Array
  /** Lets `source` ask one query and returns who submitted it. */
  ask(source: number): number
  /** Number of peers that handed on the last query: those on `path`, from the source, before the one who submitted. */
  readonly last: { hops: number; refusals: number; path: Int32Array }
}

/**
 * The protocol on every peer of a graph, one query at a time: each message is answered before the next is sent. The decisions are
 * those of `protocol/`; here stand only the messages' ways. Nothing is allocated while queries run.
 */
export function network(graph: Graph, parameters: ProtocolParameters, chance: Chance): Network {
  const { users, first, to, back } = graph
  const { zeta } = parameters
  const trust = freshTrust(to.length)
  const selfish = new Uint8Array(users)
  let mostNeighbours = 0
  for (let u = 0; u < users; u++) mostNeighbours = Math.max(mostNeighbours, degree(first, u))
  const weights: Weights =
    mostNeighbours * parameters.repeats < 2 ** 16 ? new Uint16Array(to.length) : new Uint32Array(to.length)
  const lengths = new Uint32Array(users) // of the pruned vectors; 0: not built in this epoch
  const tried = new Uint8Array(mostNeighbours)
  const last = { hops: 0, refusals: 0, path: new Int32Array(64) }
  let edges = new Int32Array(64) // the way so far, as friendships

  function buildVector(u: number): void {
    const from = first[u] as number
    const end = first[u + 1] as number
    for (let edge = from; edge < end; edge++) weights[edge] = degree(first, to[edge] as number)
    lengths[u] = prune(weights, from, end, parameters, chance)
  }

  /** Offers the query to whom `holder` chooses, until somebody accepts: that friendship, or SELF if the holder keeps it. */
  function handOn(holder: number, brought: number): number {
    const from = first[holder] as number
    const end = first[holder + 1] as number
    const own = brought === SELF
    let length = own ? (lengths[holder] as number) : end - from - 1
    let refused = 0
    if (!own) tried[brought - from] = 1
    let chosen: number
    for (;;) {
      chosen = own
        ? drawFromVector(weights, from, end, length, tried, chance)
        : drawNeighbour(from, end, length, tried, chance)
      if (chosen === SELF) break
      const theirs = back[chosen] as number
      if (selfish[to[chosen] as number] === 0 && accepts(trust, theirs, chance)) {
        lower(trust, theirs, zeta)
        break
      }
      lower(trust, chosen, zeta)
      tried[chosen - from] = 1
      length -= own ? (weights[chosen] as number) : 1
      refused++
    }
    if (refused > 0) tried.fill(0, 0, end - from)
    else if (!own) tried[brought - from] = 0
    last.refusals += refused
    return chosen
  }

  function ask(source: number): number {
    if (lengths[source] === 0) buildVector(source)
    last.refusals = 0
    let path = last.path
    let holder = source
    let hops = 0
    let edge = handOn(source, SELF)
    while (edge !== SELF) {
      if (hops === path.length - 1) {
        path = last.path = grown(path)
        edges = grown(edges)
      }
      path[hops] = holder
      edges[hops++] = edge
      holder = to[edge] as number
      if (met(path, hops, holder) || submitsIt(degree(first, holder), chance)) break
      edge = handOn(holder, back[edge] as number)
    }
    // The answer goes back the way the query came.
    for (let i = hops - 1; i >= 0; i--) raise(trust, edges[i] as number, zeta)
    path[hops] = holder
    last.hops = hops
    return holder
  }

  return { trust, selfish, ask, last }
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
