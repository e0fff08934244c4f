import type { Chance } from '../../random/quick.js'
import { drawNeighbour, submitsIt } from './forward.js'
import type { ProtocolParameters } from './parameters.js'
import { drawFromVector, prune, SELF, type Weights } from './selection.js'
import { accepts, freshTrust, lower, raise, type Trust } from './trust.js'

/** One peer: what it remembers of its neighbours, by their place in its list, and the queries in its hands. */
export interface Peer {
  readonly parameters: ProtocolParameters
  readonly trust: Trust
  /** H_j: how many neighbours each neighbour says it has. */
  readonly neighboursOf: Uint16Array
  /** 1 for neighbours that cannot be reached now: they are passed over, and it is not counted against them. */
  readonly away: Uint8Array
  /** The pruned selection vector of this epoch. */
  vector: Vector | undefined
  /** By id. A query that came round again is held once for each time it came. */
  readonly errands: Map<string, Errand[]>
  /** Ids that have been here, the latest last, so that a replayed one is known. */
  readonly met: Set<string>
}

interface Vector {
  readonly weights: Weights & { readonly stride: 1 }
  readonly length: number
}

/** A query in a peer's hands, until an answer or a failure has been handed back. */
export interface Errand {
  readonly id: string
  /** Who brought it; SELF for one's own. */
  readonly from: number
  /** Neighbours that are not asked, or not asked again. */
  readonly tried: Uint8Array
  /** Where the next is drawn from: for one's own the selection vector, else all neighbours alike. */
  vector: Vector | undefined
  /** What is left to draw from. */
  left: number
  /** The neighbour that has it now; SELF while the peer submits it itself. */
  at: number
  /** The peer has tried to submit it itself, and the engine did not answer. */
  failed: boolean
}

/** What a peer does next. `answer` and `fail` hand back to whoever brought the errand, and end it. */
export type Action =
  | { readonly do: 'refuse' | 'accept'; readonly to: number; readonly id: string }
  | { readonly do: 'offer' | 'submit' | 'answer' | 'fail'; readonly errand: Errand }

const MET_AT_MOST = 10_000

export function newPeer(neighbours: number, parameters: ProtocolParameters): Peer {
  return {
    parameters,
    trust: freshTrust(neighbours),
    neighboursOf: new Uint16Array(neighbours).fill(1),
    away: new Uint8Array(neighbours),
    vector: undefined,
    errands: new Map(),
    met: new Set(),
  }
}

/** A new epoch: the next query of one's own builds a fresh selection vector. */
export function newEpoch(peer: Peer): void {
  peer.vector = undefined
}

/** The user asks. */
export function ask(peer: Peer, id: string, chance: Chance): Action[] {
  const { away } = peer
  peer.vector ??= buildVector(peer, chance)
  const { weights, length } = peer.vector
  let left = length
  for (let j = 0; j < away.length; j++) if (away[j] !== 0) left -= weights.of[j]!
  const errand: Errand = { id, from: SELF, tried: away.slice(), vector: peer.vector, left, at: SELF, failed: false }
  keep(peer, errand)
  return [handOn(peer, errand, chance)]
}

/** A neighbour offers a query. */
export function offered(peer: Peer, from: number, id: string, chance: Chance): Action[] {
  if (!accepts(peer.trust, from, chance)) return [{ do: 'refuse', to: from, id }]
  lower(peer.trust, from, peer.parameters.zeta)
  const tried = peer.away.slice()
  const errand: Errand = { id, from, tried, vector: undefined, left: untried(tried, from), at: SELF, failed: false }
  // Whoever meets an id again, its own or not, submits: a loop ends there.
  const again = peer.met.has(id)
  keep(peer, errand)
  const submit = again || submitsIt(untried(peer.away, SELF), chance)
  return [{ do: 'accept', to: from, id }, submit ? { do: 'submit', errand } : handOn(peer, errand, chance)]
}

/** The neighbour that was offered it refused, cannot be reached, or did not say anything in time: the next is asked. */
export function refused(peer: Peer, errand: Errand, chance: Chance): Action[] {
  if (!holds(peer, errand) || errand.at === SELF) return []
  passOver(peer, errand)
  return [handOn(peer, errand, chance)]
}

/**
 * The neighbour had accepted it, and failed, vanished or fell silent. The user's own query goes on to the next; whoever carries
 * another's submits it herself: if all along the way went on asking, one dead engine would raise a storm.
 */
export function lost(peer: Peer, errand: Errand, chance: Chance): Action[] {
  if (!holds(peer, errand) || errand.at === SELF) return []
  passOver(peer, errand)
  if (errand.from === SELF) return [handOn(peer, errand, chance)]
  errand.at = SELF
  return [{ do: 'submit', errand }]
}

/** It has taken too long altogether: the user submits her own query herself; whoever carries another's hands it back. */
export function overdue(peer: Peer, errand: Errand): Action[] {
  if (!holds(peer, errand)) return []
  if (errand.from === SELF && errand.at === SELF) return [] // that is what she is doing
  if (errand.from !== SELF || errand.failed) return [handBack(peer, errand, 'fail')]
  passOver(peer, errand)
  errand.at = SELF
  return [{ do: 'submit', errand }]
}

/** The neighbour that has it brought the answer in time. */
export function answered(peer: Peer, errand: Errand): Action[] {
  if (!holds(peer, errand) || errand.at === SELF) return []
  raise(peer.trust, errand.at, peer.parameters.zeta)
  return [handBack(peer, errand, 'answer')]
}

/** The engine answered the peer itself, or did not: the user's own query then goes to any neighbour that has not been tried. */
export function submitted(peer: Peer, errand: Errand, success: boolean, chance: Chance): Action[] {
  if (!holds(peer, errand)) return []
  if (success) return [handBack(peer, errand, 'answer')]
  if (errand.from !== SELF) return [handBack(peer, errand, 'fail')]
  errand.failed = true
  errand.vector = undefined
  errand.left = untried(errand.tried, SELF)
  return [handOn(peer, errand, chance)]
}

/** Whoever brought the errand has gone: nobody waits for its answer. */
export function dropped(peer: Peer, errand: Errand): void {
  if (holds(peer, errand)) handBack(peer, errand, 'fail')
}

function buildVector(peer: Peer, chance: Chance): Vector {
  const weights = { of: Int32Array.from(peer.neighboursOf), stride: 1 } as const
  return { weights, length: prune(weights, 0, weights.of.length, peer.parameters, chance) }
}

/** It is counted against the neighbour that has it, who is not asked again. */
function passOver(peer: Peer, errand: Errand): void {
  lower(peer.trust, errand.at, peer.parameters.zeta)
  errand.tried[errand.at] = 1
  errand.left -= errand.vector === undefined ? 1 : errand.vector.weights.of[errand.at]!
}

/** Chooses who has it next. */
function handOn(peer: Peer, errand: Errand, chance: Chance): Action {
  const { tried, left, vector } = errand
  errand.at =
    vector === undefined
      ? drawNeighbour(tried.length, errand.from, left, tried, chance)
      : drawFromVector(vector.weights, 0, tried.length, left, tried, chance)
  if (errand.at !== SELF) return { do: 'offer', errand }
  return errand.failed ? handBack(peer, errand, 'fail') : { do: 'submit', errand }
}

function untried(tried: Uint8Array, besides: number): number {
  let left = 0
  for (let j = 0; j < tried.length; j++) if (tried[j] === 0 && j !== besides) left++
  return left
}

function keep(peer: Peer, errand: Errand): void {
  const held = peer.errands.get(errand.id)
  if (held) held.push(errand)
  else peer.errands.set(errand.id, [errand])
  peer.met.delete(errand.id)
  peer.met.add(errand.id)
  if (peer.met.size > MET_AT_MOST) peer.met.delete(peer.met.values().next().value!)
}

function holds(peer: Peer, errand: Errand): boolean {
  return peer.errands.get(errand.id)?.includes(errand) ?? false
}

function handBack(peer: Peer, errand: Errand, as: 'answer' | 'fail'): Action {
  const rest = peer.errands.get(errand.id)?.filter((held) => held !== errand) ?? []
  if (rest.length === 0) peer.errands.delete(errand.id)
  else peer.errands.set(errand.id, rest)
  return { do: as, errand }
}
