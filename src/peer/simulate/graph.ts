import type { Chance } from '../../random/quick.js'

/** Who knows whom. The neighbours of u are `to[first[u]..first[u + 1])`; `back[e]` is the same friendship seen from the other end. */
export interface Graph {
  readonly users: number
  readonly first: Uint32Array
  readonly to: Uint32Array
  readonly back: Uint32Array
}

export function degree(first: Uint32Array, u: number): number {
  return (first[u + 1] as number) - (first[u] as number)
}

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
 * hide nobody.) Users are numbered by age; nothing in the protocol depends on numbers.
 */
export function powerLawGraph(users: number, { single, most }: Growth, chance: Chance): Graph {
  const ends = new Uint32Array(4 * users) // ends 2i and 2i + 1 are friends
  const degrees = new Uint32Array(users + 1) // one place off, to become `first`
  let made = 0
  const befriend = (a: number, b: number) => {
    ends[made++] = a
    ends[made++] = b
    ;(degrees[a + 1] as number)++
    ;(degrees[b + 1] as number)++
  }
  if (users > 1) befriend(0, 1)
  for (let u = 2; u < users; u++) {
    const before = made
    const friends = chance.unit() < single ? 1 : 2
    let one = -1
    for (let i = 0; i < friends; i++) {
      const other = someoneWithRoom(ends, before, degrees, most, one, chance)
      if (other !== -1) befriend(u, other)
      one = other
    }
  }
  for (let u = 0; u < users; u++) (degrees[u + 1] as number) += degrees[u] as number
  return pairUp(users, degrees, ends.subarray(0, made))
}

const TRIES = 100

/** An end drawn from all is a user drawn by how many friends she has. The first friend is always found: networks of this growth are never full. */
function someoneWithRoom(
  ends: Uint32Array,
  made: number,
  degrees: Uint32Array,
  most: number,
  besides: number,
  chance: Chance,
): number {
  for (let i = 0; i < TRIES; i++) {
    const other = ends[chance.below(made)] as number
    if (other !== besides && (degrees[other + 1] as number) < most) return other
  }
  return besides === -1 ? (ends[made - 2] as number) : -1
}

/** Ends 2i and 2i + 1 become friends. */
export function pairUp(users: number, first: Uint32Array, ends: Uint32Array): Graph {
  const next = first.slice(0, users)
  const to = new Uint32Array(ends.length)
  const back = new Uint32Array(ends.length)
  for (let i = 0; i + 1 < ends.length; i += 2) {
    const a = ends[i] as number
    const b = ends[i + 1] as number
    const e = next[a]++ as number
    const f = next[b]++ as number
    to[e] = b
    to[f] = a
    back[e] = f
    back[f] = e
  }
  return { users, first, to, back }
}
