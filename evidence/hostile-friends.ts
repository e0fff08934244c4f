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
  /** It is away every other round. */
  readonly comesAndGoes?: boolean
}

export interface Attack {
  /** Honest users. In a `ring` each is a friend of the next two on both sides; in `stars` every fifth of the four behind her, who know nobody else. */
  readonly users: number
  readonly shape: 'ring' | 'stars'
  readonly rounds: number
  /** Every fifth asks so many times as much as the others. */
  readonly busy: number
  /** Hostile friends of each of these, and of nobody else; they work together. */
  readonly hostile: number
  readonly lever: Lever
  readonly parameters: ProtocolParameters
  readonly seed: number
}

/** What comes of it for one kind of user who has hostile friends, and others. */
export interface Damage {
  /** Such users. */
  readonly users: number
  /** How many of her own queries hostile friends are offered, as a multiple of their even part: c of k friends, c / k. */
  readonly seen: number
  /** The share of her own queries that she submits herself. */
  readonly submitted: number
}

/** Machines of real peers, some of whose friends are hostile, passing messages in this process. */
export function attack(options: Attack): { readonly busy: Damage; readonly others: Damage } {
  const { users, rounds, busy, lever, seed } = options
  const chance = new QuickChance(seed)
  const graph = friendships(options)
  const isHostile = Uint8Array.from({ length: graph.users }, (_, u) => (u < users ? 0 : 1))
  const town = newTown(graph, isHostile, options, chance)
  const isHonest = lever.takes === undefined
  let queries = 0
  for (let round = 0; round < rounds; round++) {
    for (const peer of town.peers) newEpoch(peer)
    town.areAway(lever.comesAndGoes === true && round % 2 === 1)
    for (let turn = 0; turn < busy; turn++) {
      for (let u = 0; u < graph.users; u++) {
        if (isHostile[u] && !isHonest) town.flood(u)
        else if (turn === 0 || (u < users && isBusy(u))) town.ask(u, `q${queries++}`)
      }
    }
  }
  const damage = (among: (user: number) => boolean) => damageOf(graph, isHostile, town, among)
  return { busy: damage(isBusy), others: damage((u) => !isBusy(u)) }
}

const isBusy = (user: number) => user % 5 === 0

function friendships({ users, shape, hostile }: Attack): Graph {
  const ends: number[] = []
  let next = users
  for (let u = 0; u < users; u++) {
    if (shape === 'ring') ends.push(u, (u + 1) % users, u, (u + 2) % users)
    if (!isBusy(u)) continue
    if (shape === 'stars') ends.push(u, u + 1, u, u + 2, u, u + 3, u, u + 4)
    for (let h = 0; h < hostile; h++) ends.push(u, next++)
  }
  return linkUp(next, Uint32Array.from(ends))
}

/** Of users who have hostile friends and others. */
function damageOf(graph: Graph, isHostile: Uint8Array, town: Town, among: (user: number) => boolean): Damage {
  const sums = { users: 0, seen: 0, submitted: 0 }
  for (let u = 0; u < graph.users; u++) {
    const k = degree(graph, u)
    let c = 0
    for (let j = 0; j < k; j++) c += isHostile[graph.links[linkOf(graph, u, j) + TO]!]!
    if (isHostile[u] || !among(u) || c === 0 || c === k || town.asked[u] === 0) continue
    sums.users++
    sums.seen += town.seen[u]! / town.asked[u]! / (c / k)
    sums.submitted += town.submitted[u]! / town.asked[u]!
  }
  return { users: sums.users, seen: sums.seen / sums.users, submitted: sums.submitted / sums.users }
}

const linkOf = ({ people }: Graph, u: number, j: number) => people[u * PERSON + FIRST]! + j * LINK

interface Town {
  readonly peers: readonly Peer[]
  /** Of each user's own queries: how many there were, were offered to hostile friends, and submitted by herself. */
  readonly asked: Uint32Array
  readonly seen: Uint32Array
  readonly submitted: Uint32Array
  ask(user: number, id: string): void
  /** A hostile one offers its friends what it likes. */
  flood(user: number): void
  /** All hostile ones go, or come. */
  areAway(away: boolean): void
}

function newTown(graph: Graph, isHostile: Uint8Array, { lever, parameters }: Attack, chance: QuickChance): Town {
  const { users, links } = graph
  const peers = Array.from({ length: users }, (_, u) => newPeer(degree(graph, u), parameters))
  const counts = { asked: new Uint32Array(users), seen: new Uint32Array(users), submitted: new Uint32Array(users) }
  /** Who brought an errand waits with one of its own; for one that a hostile friend brought nobody does. */
  const waiting = new Map<Errand, [user: number, errand: Errand]>()
  let isSeen = false
  let floods = 0

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
    if (isHostile[friend]) {
      if (errand.from === SELF && !isSeen) counts.seen[u]!++
      isSeen ||= errand.from === SELF
      if (lever.takes !== undefined) {
        if (chance.unit() >= lever.takes) return refused(peer, errand, chance)
        return lever.fails ? lost(peer, errand) : answered(peer, errand)
      }
    }
    const theirs = offered(peers[friend]!, placeAt(link), errand.id, chance)
    const [first, next] = theirs
    if (first?.do !== 'accept' || next === undefined || !('errand' in next)) return refused(peer, errand, chance)
    waiting.set(next.errand, [u, errand])
    act(friend, theirs)
    return []
  }

  /** The place, on the other side, of a friendship. */
  const placeAt = (link: number) => (links[link + BACK]! - linkOf(graph, links[link + TO]!, 0)) / LINK

  return {
    peers,
    ...counts,
    ask(user, id) {
      isSeen = false
      counts.asked[user]!++
      act(user, ask(peers[user]!, id, chance))
    },
    flood(user) {
      for (let n = 0; n < (lever.floods ?? 0); n++)
        for (let j = 0; j < degree(graph, user); j++) {
          const link = linkOf(graph, user, j)
          const friend = links[link + TO]!
          if (isHostile[friend]) continue
          const id = lever.replays ? `f${user}` : `f${floods++}`
          act(friend, offered(peers[friend]!, placeAt(link), id, chance))
        }
    },
    areAway(away) {
      for (let u = 0; u < users; u++)
        for (let j = 0; j < degree(graph, u); j++)
          if (isHostile[links[linkOf(graph, u, j) + TO]!]) peers[u]!.away[j] = away ? 1 : 0
    },
  }
}
