import type { Chance } from '../../random/quick.js'
import { saveUp } from './again.js'
import { submitsIt } from './forward.js'
import type { ProtocolParameters } from './parameters.js'
import { drawFromVector, drawOnward, prune, SEATS, SELF, type Weights } from './selection.js'
import { accepts, freshTrust, lower, raise, type Trust } from './trust.js'

/** One peer: what it remembers of its neighbours, by their place in its list, and the queries in its hands. */
export interface Peer {
  readonly parameters: ProtocolParameters
  readonly trust: Trust
  /** 1 for neighbours; 0 for places that nobody has. */
  readonly listed: Uint8Array
  /** 1 for neighbours that cannot be reached now: they are passed over, and it is not counted against them. */
  readonly away: Uint8Array
  /** The pruned selection vector of this epoch. */
  vector: Vector | undefined
  /** What is saved up for asking a second neighbour where the first refuses, `again.ts`. */
  saved: number
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
  /** Where those who are offered it are drawn from; undefined before the first. */
  vector: Vector | undefined
  /** What is left to draw from. */
  left: number
  /** The neighbour that has it now; SELF while the peer submits it itself. */
  at: number
  /** A second neighbour has been drawn. */
  again: boolean
  /** Some neighbour of this peer knows of it, besides whoever brought it; or it came round. */
  shown: boolean
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
    listed: new Uint8Array(neighbours).fill(1),
    away: new Uint8Array(neighbours),
    vector: undefined,
    saved: 0,
    errands: new Map(),
    met: new Set(),
  }
}

/** A new epoch: the next query of one's own builds a fresh selection vector. */
export function newEpoch(peer: Peer): void {
  peer.vector = undefined
}

// What a neighbour sees of a query must not depend on whose it is: below, nobody asks whether `from` is SELF. (In 0.2.0 the source
// of a query that a friend had accepted and lost asked the next friend, and carriers never did: two friends who compared ids knew.)

/** The user asks. */
export function ask(peer: Peer, id: string, chance: Chance): Action[] {
  const errand = keep(peer, id, SELF)
  return [handOn(peer, errand, chance)]
}

/** A neighbour offers a query. */
export function offered(peer: Peer, from: number, id: string, chance: Chance): Action[] {
  if (!accepts(peer.trust, from, chance)) return [{ do: 'refuse', to: from, id }]
  lower(peer.trust, from, peer.parameters.zeta)
  // Whoever meets an id again, its own or not, submits: a loop ends there.
  const again = peer.met.has(id)
  const errand = keep(peer, id, from)
  errand.shown = again
  const submit = again || submitsIt(reachable(peer), chance)
  return [{ do: 'accept', to: from, id }, submit ? { do: 'submit', errand } : startOnward(peer, errand, chance)]
}

/** The neighbour that was offered it refused, cannot be reached, or did not say anything in time: a second one is asked, or the holder submits it. */
export function refused(peer: Peer, errand: Errand, chance: Chance): Action[] {
  if (!holds(peer, errand) || errand.at === SELF) return []
  passOver(peer, errand)
  if (errand.again || peer.saved < peer.parameters.again) return [goTo(peer, errand, SELF)]
  errand.again = true
  peer.saved -= peer.parameters.again
  return [handOn(peer, errand, chance)]
}

/**
 * The neighbour had accepted it, and failed, vanished or fell silent; or it has taken too long altogether. Whoever holds it submits it:
 * if all along the way went on asking, one dead engine would raise a storm.
 */
export function lost(peer: Peer, errand: Errand): Action[] {
  if (!holds(peer, errand) || errand.at === SELF) return []
  passOver(peer, errand)
  errand.at = SELF
  return [errand.failed ? handBack(peer, errand, 'fail') : { do: 'submit', errand }]
}

/** The neighbour that has it brought the answer in time. */
export function answered(peer: Peer, errand: Errand): Action[] {
  if (!holds(peer, errand) || errand.at === SELF) return []
  raise(peer.trust, errand.at, peer.parameters.zeta)
  return [handBack(peer, errand, 'answer')]
}

/** The engine answered the peer itself, or did not: if no neighbour has been shown it yet, one is now, as if a coin had fallen otherwise. */
export function submitted(peer: Peer, errand: Errand, success: boolean, chance: Chance): Action[] {
  if (!holds(peer, errand)) return []
  if (success) return [handBack(peer, errand, 'answer')]
  errand.failed = true
  return [errand.shown ? handBack(peer, errand, 'fail') : startOnward(peer, errand, chance)]
}

/** Nobody gets an answer any more. */
export function dropped(peer: Peer, errand: Errand): void {
  if (holds(peer, errand)) handBack(peer, errand, 'fail')
}

function buildVector({ listed, parameters }: Peer, chance: Chance): Vector {
  const of = Int32Array.from(listed, (isListed) => isListed * SEATS.friend)
  const weights = { of, stride: 1 } as const
  return { weights, length: prune(weights, 0, of.length, parameters, chance) }
}

/** The vector that this errand draws from as long as it lasts. */
function vectorFor(peer: Peer, errand: Errand, chance: Chance): Vector {
  if (errand.vector === undefined) {
    peer.vector ??= buildVector(peer, chance)
    errand.vector = peer.vector
    errand.left = errand.vector.length
    for (let j = 0; j < errand.tried.length; j++) if (errand.tried[j] !== 0) errand.left -= errand.vector.weights.of[j]!
  }
  return errand.vector
}

/** It is counted against the neighbour that has it, who is not asked again. */
function passOver(peer: Peer, errand: Errand): void {
  lower(peer.trust, errand.at, peer.parameters.zeta)
  errand.tried[errand.at] = 1
  errand.left -= errand.vector!.weights.of[errand.at]!
}

/** Chooses who has it next: where that is whoever brought it, the holder submits it. */
function handOn(peer: Peer, errand: Errand, chance: Chance): Action {
  const { weights } = vectorFor(peer, errand, chance)
  const drawn = drawFromVector(weights, 0, errand.tried.length, errand.left, errand.tried, chance)
  return goTo(peer, errand, drawn === errand.from ? SELF : drawn)
}

/** Chooses who has it first, where it is not to be the holder. */
function startOnward(peer: Peer, errand: Errand, chance: Chance): Action {
  const { weights } = vectorFor(peer, errand, chance)
  return goTo(peer, errand, drawOnward(weights, 0, errand.tried.length, errand.from, errand.tried, chance))
}

function goTo(peer: Peer, errand: Errand, next: number): Action {
  errand.at = next
  if (next === SELF) return errand.failed ? handBack(peer, errand, 'fail') : { do: 'submit', errand }
  errand.shown = true
  if (!errand.again) peer.saved = saveUp(peer.saved, peer.parameters.again)
  return { do: 'offer', errand }
}

function reachable({ listed, away }: Peer): number {
  let count = 0
  for (let j = 0; j < away.length; j++) if (away[j] === 0 && listed[j] !== 0) count++
  return count
}

function keep(peer: Peer, id: string, from: number): Errand {
  const tried = peer.away.slice()
  const errand: Errand = {
    id,
    from,
    tried,
    vector: undefined,
    left: 0,
    at: SELF,
    again: false,
    shown: false,
    failed: false,
  }
  const held = peer.errands.get(id)
  if (held) held.push(errand)
  else peer.errands.set(id, [errand])
  peer.met.delete(id)
  peer.met.add(id)
  if (peer.met.size > MET_AT_MOST) peer.met.delete(peer.met.values().next().value!)
  return errand
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
