import type { Chance } from '../../random/quick.js'
import { type Graph, linkUp } from './graph.js'

/** How a network grows. */
export interface Growth {
  /** The chance that a newcomer makes friends with one; else with two. */
  readonly single: number
  /** Nobody has more friends than this. */
  readonly most: number
}

/** [Erola13] §4.7: 1 to 10 neighbours by a power law. Nothing else is said of the graph; 0.35 gives about its 3.59 hops. */
export const GROWTH: Growth = { single: 0.35, most: 10 }

/**
 * A power-law graph in one piece, grown by preferential attachment [Barabasi99]: users come one by one and make friends with those
 * who have many already. (Numbers of neighbours drawn first and paired at random leave pairs apart from everybody, who
 * hide nobody.)
 */
export function grow(users: number, { single, most }: Growth, chance: Chance): Graph {
  const friends = new Uint8Array(users)
  const elder = new Uint32Array(users) // the first friend of each
  let ends = new Uint32Array(Math.ceil(2 * (2 - single) * 1.01 * users) + 64) // ends 2i and 2i + 1 are friends
  let made = 0
  const befriend = (a: number, b: number) => {
    if (made === ends.length) ends = larger(ends)
    ends[made++] = a
    ends[made++] = b
    friends[a]!++
    friends[b]!++
  }
  if (users > 1) befriend(1, 0)
  for (let u = 2; u < users; u++) {
    const before = made
    const one = someoneWithRoom(ends, before, friends, most, u, chance)
    befriend(u, one)
    elder[u] = one
    if (chance.unit() < single) continue
    const two = someoneWithRoom(ends, before, friends, most, one, chance)
    if (two !== one) befriend(u, two)
  }
  const friendships = ends.subarray(0, made)
  renumber(friendships, elder)
  return linkUp(users, friendships)
}

/**
 * Users in the order of their tree of first friends, each followed by those who came through her: friends then stand close together
 * in memory, which is what a large simulation waits for.
 */
function renumber(ends: Uint32Array, elder: Uint32Array): void {
  const users = elder.length
  const next = new Uint32Array(users).fill(1) // how many came through each, herself included; then the next free number below her
  for (let u = users - 1; u > 0; u--) next[elder[u]!]! += next[u]!
  const number = new Uint32Array(users)
  next[0] = 1
  for (let u = 1; u < users; u++) {
    const through = elder[u]!
    const size = next[u]!
    number[u] = next[through]!
    next[through]! += size
    next[u] = number[u]! + 1
  }
  for (let i = 0; i < ends.length; i++) ends[i] = number[ends[i]!]!
}

const TRIES = 100

/** An end drawn from all is a user drawn by how many friends she has. The latest comers always have room. */
function someoneWithRoom(
  ends: Uint32Array,
  made: number,
  friends: Uint8Array,
  most: number,
  besides: number,
  chance: Chance,
): number {
  for (let i = 0; i < TRIES; i++) {
    const other = ends[chance.below(made)]!
    if (other !== besides && friends[other]! < most) return other
  }
  return ends[made - 2]!
}

function larger(ends: Uint32Array): Uint32Array<ArrayBuffer> {
  const more = new Uint32Array(Math.ceil(ends.length * 1.1) + 2)
  more.set(ends)
  return more
}
