import {
  type Action,
  answered,
  ask,
  type Errand,
  lost,
  newEpoch,
  newPeer,
  offered,
  type Peer,
  refused,
  submitted,
} from '../src/peer/protocol/machine.js'
import type { ProtocolParameters } from '../src/peer/protocol/parameters.js'
import { SELF } from '../src/peer/protocol/selection.js'
import { BACK, degree, FIRST, type Graph, LINK, linkUp, PERSON, TO } from '../src/peer/simulate/graph.js'
import { QuickChance } from '../src/random/quick.js'

/** What a hostile friend may do. Where nothing is said it does as honest ones do. */
export interface Lever {
  /** The chance that it takes what it is offered; one that says nothing in time, or answers too late, has refused. */
  readonly takes?: number
  /** It fails with what it took: stalls, goes, or says so. */
  readonly fails?: boolean
  /** Queries that it offers each friend for each one that she asks. */
  readonly floods?: number
  /** What it offers bears the same id again and again. */
  readonly replays?: boolean
  /** It offers them all at once, at the start of a round, and not by and by. */
  readonly inBursts?: boolean
  /** It is away every other round. */
  readonly comesAndGoes?: boolean
}

export interface Attack {
  /**
   * Users: victims with so many honest friends each. In `stars` these know nobody else; in a `ring` everybody knows as many on both sides,
   * and one is a victim for each so many.
   */
  readonly users: number
  readonly friends: number
  readonly shape: 'stars' | 'ring'
  /** Rounds in which everybody asks once, and victims so many times. The second half of them counts: trust is what it is by then. */
  readonly rounds: number
  readonly busy: number
  /** Hostile friends of each victim, and of nobody else; they work together. */
  readonly hostile: number
  readonly lever: Lever
  readonly parameters: ProtocolParameters
  /** Whoever is refused asks on until a friend accepts, as in [Erola13] and in Lethe 0.2.0. */
  readonly asksOn?: boolean
  readonly seed: number
}

/** What comes of it for victims. */
export interface Damage {
  /** How many of a victim's own queries hostile friends are offered, as a multiple of their even part, which is c / k for c of k friends. */
  readonly seen: number
  /** The share of her own queries that she submits herself. */
  readonly submitted: number
}

const isVictim = (user: number, { users, friends }: Attack) => user < users && user % (friends + 1) === 0

/** Machines of real peers, some of whose friends are hostile, passing messages in this process. */
export function attack(options: Attack): Damage {
  const { users, rounds, busy, hostile, lever } = options
  const graph = friendships(options)
  const town = newTown(graph, options)
  for (let round = 0; round < rounds; round++) {
    if (round === rounds >> 1) town.countAfresh()
    town.newRound(round)
    for (let turn = 0; turn < busy; turn++) {
      const floods = (lever.floods ?? 0) * (lever.inBursts ? (turn === 0 ? busy : 0) : 1)
      for (let u = 0; u < graph.users; u++) {
        if (u >= users && lever.takes !== undefined) town.flood(u, floods)
        else if (turn === 0 || isVictim(u, options)) town.ask(u)
      }
    }
  }
  const sums = { victims: 0, seen: 0, submitted: 0 }
  for (let u = 0; u < users; u++) {
    if (!isVictim(u, options)) continue
    sums.victims++
    sums.seen += town.seen[u]! / town.asked[u]! / (hostile / degree(graph, u))
    sums.submitted += town.submitted[u]! / town.asked[u]!
  }
  return { seen: sums.seen / sums.victims, submitted: sums.submitted / sums.victims }
}

function friendships(options: Attack): Graph {
  const { users, friends, shape, hostile } = options
  const ends: number[] = []
  let next = users
  for (let u = 0; u < users; u++) {
    if (shape === 'ring') for (let step = 1; step <= friends / 2; step++) ends.push(u, (u + step) % users)
    if (!isVictim(u, options)) continue
    if (shape === 'stars') for (let step = 1; step <= friends; step++) ends.push(u, u + step)
    for (let h = 0; h < hostile; h++) ends.push(u, next++)
  }
  return linkUp(next, Uint32Array.from(ends))
}

const linkOf = ({ people }: Graph, u: number, j: number) => people[u * PERSON + FIRST]! + j * LINK

interface Town {
  /** Of each user's own queries: how many there were, were offered to hostile friends, and submitted by herself. */
  readonly asked: Uint32Array
  readonly seen: Uint32Array
  readonly submitted: Uint32Array
  ask(user: number): void
  /** A hostile one offers its victim so many queries. */
  flood(user: number, queries: number): void
  /** New vectors, since one of them alone may by chance be anything; hostile friends come, or go. */
  newRound(round: number): void
  countAfresh(): void
}

function newTown(graph: Graph, { lever, parameters, users: honest, asksOn, seed }: Attack): Town {
  const { users, links } = graph
  const chance = new QuickChance(seed)
  const isHostile = (user: number) => user >= honest
  const peers = Array.from({ length: users }, (_, u) => newPeer(degree(graph, u), parameters))
  const counts = { asked: new Uint32Array(users), seen: new Uint32Array(users), submitted: new Uint32Array(users) }
  /** Who brought an errand waits with one of its own; for one that a hostile friend brought nobody does. */
  const waiting = new Map<Errand, [user: number, errand: Errand]>()
  let isSeen = false
  let ids = 0

  function act(u: number, actions: readonly Action[]): void {
    const peer = peers[u]!
    for (const action of actions) {
      if (!('errand' in action)) continue
      const { errand } = action
      if (action.do === 'offer') act(u, offer(u, errand))
      else if (action.do === 'submit') {
        if (errand.from === SELF) counts.submitted[u]!++
        act(u, submitted(peer, errand, true, chance))
      } else if (errand.from !== SELF) {
        const [other, theirs] = waiting.get(errand) ?? []
        waiting.delete(errand)
        if (other === undefined || theirs === undefined) continue
        const them = peers[other]!
        act(other, action.do === 'answer' ? answered(them, theirs) : lost(them, theirs))
      }
    }
  }

  /** What comes of an offer for the one who made it. */
  function offer(u: number, errand: Errand): readonly Action[] {
    const peer = peers[u]!
    const link = linkOf(graph, u, errand.at)
    const friend = links[link + TO]!
    if (isHostile(friend)) {
      if (errand.from === SELF && !isSeen) counts.seen[u]!++
      isSeen ||= errand.from === SELF
      if (lever.takes !== undefined) {
        if (chance.unit() >= lever.takes) return isRefused(peer, errand)
        return lever.fails ? lost(peer, errand) : answered(peer, errand)
      }
    }
    const theirs = offered(peers[friend]!, placeAt(link), errand.id, chance)
    const [first, next] = theirs
    if (first?.do !== 'accept' || next === undefined || !('errand' in next)) return isRefused(peer, errand)
    waiting.set(next.errand, [u, errand])
    act(friend, theirs)
    return []
  }

  function isRefused(peer: Peer, errand: Errand): readonly Action[] {
    if (asksOn) {
      errand.again = false
      peer.saved = peer.parameters.again
    }
    return refused(peer, errand, chance)
  }

  /** The place, on the other side, of a friendship. */
  const placeAt = (link: number) => (links[link + BACK]! - linkOf(graph, links[link + TO]!, 0)) / LINK

  return {
    ...counts,
    ask(user) {
      isSeen = false
      counts.asked[user]!++
      act(user, ask(peers[user]!, `q${ids++}`, chance))
    },
    flood(user, queries) {
      const link = linkOf(graph, user, 0)
      const victim = links[link + TO]!
      for (let n = 0; n < queries; n++) {
        const id = lever.replays ? `f${user}` : `f${ids++}`
        act(victim, offered(peers[victim]!, placeAt(link), id, chance))
      }
    },
    newRound(round) {
      for (const peer of peers) newEpoch(peer)
      if (!lever.comesAndGoes) return
      for (let u = honest; u < users; u++) {
        const link = linkOf(graph, u, 0)
        peers[links[link + TO]!]!.away[placeAt(link)] = round % 2
      }
    },
    countAfresh() {
      for (const count of Object.values(counts)) count.fill(0)
    },
  }
}
