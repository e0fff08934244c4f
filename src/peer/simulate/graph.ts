import { type Kernel, openKernel } from './kernel.js'

/**
 * Who knows whom, and what peers remember of each other, in two arrays of records: whoever is visited costs one line of memory for
 * the person and one or two for her friendships, where separate arrays would cost eight.
 *
 * A person: FIRST, where her friendships start; VECTOR, the length of her selection vector, 0 before it is built, with what she has
 * saved up for asking again from SAVED_SHIFT on, and the mark SELFISH; SUBMITTED and CARRIED, counts. The record behind the last person tells where her friendships end.
 *
 * A friendship, once for each of the two: TO, the friend; BACK, the place of the same friendship on the friend's side; TRUST, p for
 * queries of that friend, a float; WEIGHT, how often the friend stands in the selection vector.
 */
export interface Graph {
  readonly users: number
  readonly people: Int32Array
  readonly links: Int32Array
  /** In whose memory they lie, if they fit: a graph is for one simulation. */
  readonly kernel?: Kernel
}

export const PERSON = 4
export const FIRST = 0
export const VECTOR = 1
export const SUBMITTED = 2
export const CARRIED = 3
export const SELFISH = 2 ** 30
/** Of VECTOR: its lower bits are the length, four above them what is saved up. */
export const SAVED_SHIFT = 26
export const LENGTH_MASK = 2 ** SAVED_SHIFT - 1

export const LINK = 4
/** Shifts a place among friendships to the number of the friendship. */
export const LINK_SHIFT = 2
export const TO = 0
export const BACK = 1
export const TRUST = 2
export const WEIGHT = 3

/** The same records as floats: TRUST is one. */
export function trustIn({ buffer, byteOffset, length }: Int32Array): Float32Array {
  return new Float32Array(buffer, byteOffset, length)
}

/** How many neighbours a user has. */
export function degree({ people }: Graph, u: number): number {
  return (people[(u + 1) * PERSON + FIRST]! - people[u * PERSON + FIRST]!) >> LINK_SHIFT
}

export function mostNeighbours(graph: Graph): number {
  let most = 0
  for (let u = 0; u < graph.users; u++) most = Math.max(most, degree(graph, u))
  return most
}

export function isSelfish({ people }: Graph, u: number): boolean {
  return people[u * PERSON + VECTOR]! >= SELFISH
}

/** Friendships, each as two users: `ends[2i]` and `ends[2i + 1]`. */
export function linkUp(users: number, ends: Uint32Array): Graph {
  const kernel = openKernel(users, ends.length)
  const { people, links } = kernel ? recordsIn(kernel, users, ends.length) : newRecords(users, ends.length)
  // FIRST of the next person counts, then adds up; CARRIED serves as the next free place until all are linked.
  for (let i = 0; i < ends.length; i++) people[(ends[i]! + 1) * PERSON + FIRST]! += LINK
  for (let u = 0; u < users; u++) {
    const first = people[u * PERSON + FIRST]!
    people[u * PERSON + CARRIED] = first
    people[(u + 1) * PERSON + FIRST]! += first
  }
  const trust = trustIn(links)
  for (let i = 0; i + 1 < ends.length; i += 2) {
    const a = ends[i]!
    const b = ends[i + 1]!
    const ab = people[a * PERSON + CARRIED]!
    people[a * PERSON + CARRIED] = ab + LINK
    const ba = people[b * PERSON + CARRIED]!
    people[b * PERSON + CARRIED] = ba + LINK
    links[ab + TO] = b
    links[ba + TO] = a
    links[ab + BACK] = ba
    links[ba + BACK] = ab
    trust[ab + TRUST] = 1
    trust[ba + TRUST] = 1
  }
  for (let u = 0; u < users; u++) people[u * PERSON + CARRIED] = 0
  return { users, people, links, ...(kernel && { kernel }) }
}

function newRecords(users: number, friendships: number): Pick<Graph, 'people' | 'links'> {
  return { people: new Int32Array((users + 1) * PERSON), links: new Int32Array(friendships * LINK) }
}

function recordsIn({ memory, at }: Kernel, users: number, friendships: number): Pick<Graph, 'people' | 'links'> {
  return {
    people: new Int32Array(memory.buffer, at.people, (users + 1) * PERSON),
    links: new Int32Array(memory.buffer, at.links, friendships * LINK),
  }
}
