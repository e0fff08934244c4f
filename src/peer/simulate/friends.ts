import type { Chance } from '../../random/quick.js'
import { degree, FIRST, type Graph, isSelfish, LINK, LINK_SHIFT, PERSON, TO } from './graph.js'
import { handedOn, NOBODY, newSums, type Sums, scored } from './guess.js'
import type { Way } from './network.js'
import type { FriendsCollusion, Handed } from './result.js'

/** How many friends of one user put together what they saw. */
const SIZES = [1, 2, 3, 5, 8] as const

/**
 * Watches with the eyes of friends, of every user apart: `rank` of a friendship is its place in the order in which friends join those
 * who collude against her, liars first. Counts: queries by size of the circle; and at each friendship, what was handed over it.
 */
export interface Circles {
  readonly graph: Graph
  readonly rank: Uint8Array
  readonly sums: readonly Sums[]
  readonly own: Uint32Array
  readonly carried: Uint32Array
  readonly ownTo: Uint32Array
  readonly carriedTo: Uint32Array
}

export function newCircles(graph: Graph, lying: Uint8Array, chance: Chance): Circles {
  const friendships = graph.links.length / LINK
  const rank = new Uint8Array(friendships)
  for (let u = 0; u < graph.users; u++) orderFriends(graph, u, lying, rank, chance)
  return {
    graph,
    rank,
    sums: SIZES.map(newSums),
    own: new Uint32Array(graph.users),
    carried: new Uint32Array(graph.users),
    ownTo: new Uint32Array(friendships),
    carriedTo: new Uint32Array(friendships),
  }
}

function orderFriends({ people, links }: Graph, u: number, lying: Uint8Array, rank: Uint8Array, chance: Chance): void {
  const first = people[u * PERSON + FIRST]! >> LINK_SHIFT
  const end = people[(u + 1) * PERSON + FIRST]! >> LINK_SHIFT
  const order = Array.from({ length: end - first }, (_, j) => first + j)
  for (let i = order.length - 1; i > 0; i--) {
    const j = chance.below(i + 1)
    const one = order[i]!
    order[i] = order[j]!
    order[j] = one
  }
  const lies = (friendship: number) => lying[links[friendship * LINK + TO]!]!
  order.sort((a, b) => lies(b) - lies(a))
  for (const [place, friendship] of order.entries()) rank[friendship] = Math.min(place, 255)
}

/** The friendship of a user with somebody, by its number; -1 for none. */
function friendship({ people, links }: Graph, u: number, other: number): number {
  const end = people[(u + 1) * PERSON + FIRST]!
  for (let at = people[u * PERSON + FIRST]!; at < end; at += LINK) if (links[at + TO] === other) return at >> LINK_SHIFT
  return -1
}

/** One query on its way: everybody who handed it on is watched by her friends. */
export function lookOn(circles: Circles, { hops, path }: Way): void {
  const { graph, rank, sums } = circles
  const source = path[0]!
  circles.own[source]!++
  for (const sum of sums) if (isVictim(graph, source, sum.c)) sum.asked++
  for (let i = 0; i < hops; i++) {
    const user = path[i]!
    const to = friendship(graph, user, path[i + 1]!)
    const isOwn = i === 0
    if (isOwn) circles.ownTo[to]!++
    else {
      circles.carried[user]!++
      circles.carriedTo[to]!++
    }
    // Whoever has seen it before she had it knows that it is not hers.
    let knew = NOBODY
    for (let before = 0; before < i; before++) {
      const at = friendship(graph, user, path[before]!)
      if (at >= 0 && rank[at]! < knew) knew = rank[at]!
    }
    for (const sum of sums) if (isVictim(graph, user, sum.c)) handedOn(sum, rank[to]!, knew, isOwn)
  }
}

/** Of somebody all of whose friends collude there is nothing to guess: they know. */
function isVictim(graph: Graph, user: number, c: number): boolean {
  return degree(graph, user) > c && !isSelfish(graph, user)
}

export const friendsCollusion = ({ sums }: Circles): FriendsCollusion[] => scored(sums)

/** What those who are marked are handed by friends who are not: mean shares of what a friend asks, and of what she carries. */
export function handedTo({ graph, own, carried, ownTo, carriedTo }: Circles, marked: Uint8Array): Handed {
  const { people, links, users } = graph
  const sums = { own: 0, carried: 0 }
  const pairs = { own: 0, carried: 0 }
  for (let u = 0; u < users; u++) {
    if (marked[u] !== 0 || isSelfish(graph, u)) continue
    const end = people[(u + 1) * PERSON + FIRST]!
    for (let at = people[u * PERSON + FIRST]!; at < end; at += LINK) {
      const friend = links[at + TO]!
      if (marked[friend] === 0 || isSelfish(graph, friend)) continue
      if (own[u]! > 0) {
        sums.own += ownTo[at >> LINK_SHIFT]! / own[u]!
        pairs.own++
      }
      if (carried[u]! > 0) {
        sums.carried += carriedTo[at >> LINK_SHIFT]! / carried[u]!
        pairs.carried++
      }
    }
  }
  return {
    own: pairs.own === 0 ? 0 : sums.own / pairs.own,
    carried: pairs.carried === 0 ? 0 : sums.carried / pairs.carried,
  }
}
