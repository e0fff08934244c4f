import type { Distances, Nearest } from './distances.js'
import { insert } from './distances.js'
import { type Graph, rowSums } from './graph.js'
import type { Mapping } from './mapping.js'

/** Weights are whole numbers of 30 bits: sums do not depend on their order, and fit what the machine adds fastest. */
export const ONE = 2 ** 30
/** More tokens than there can be, so that weight and token fit into one number. */
const PLACES = 2 ** 21
/** Sums that are kept within a round. */
const ROOM = 2 ** 24

export const MEASURES = ['l1', 'l2', 'cosine'] as const
export type Measure = (typeof MEASURES)[number]

/** coocN of one side, in rows: what a hash looks at. */
export interface Normalised {
  readonly n: number
  readonly starts: Uint32Array
  readonly to: Uint32Array
  readonly weight: Int32Array
}

/** coocN of the other side by neighbour: for each t pairs (r, coocN(r, t)), interleaved. */
export interface Postings {
  readonly n: number
  readonly starts: Uint32Array
  readonly entries: Int32Array
}

export function normalised(graph: Graph, sums = rowSums(graph)): Normalised {
  const weight = new Int32Array(graph.to.length)
  for (let s = 0; s < graph.n; s++)
    for (let i = graph.starts[s]!; i < graph.starts[s + 1]!; i++)
      weight[i] = Math.round((graph.weight[i]! / sums[s]!) * ONE)
  return { n: graph.n, starts: graph.starts, to: graph.to, weight }
}

/**
 * The inverted index [Kumar07] §3.5. `width` is the number of neighbours there can be. The postings of a neighbour fall in weight, so that a minimum with p is
 * p up to some place and their own weight from there on: nothing is compared on the way.
 */
export function postings({ n, starts, to, weight }: Normalised, width = n): Postings {
  const turned = new Uint32Array(width + 1)
  for (const t of to) turned[t + 1]!++
  for (let t = 0; t < width; t++) turned[t + 1]! += turned[t]!
  const next = turned.slice()
  const keys = new Float64Array(to.length)
  for (let s = 0; s < n; s++)
    for (let i = starts[s]!; i < starts[s + 1]!; i++) keys[next[to[i]!]!++] = (ONE - weight[i]!) * PLACES + s
  const entries = new Int32Array(to.length * 2)
  for (let t = 0; t < width; t++) keys.subarray(turned[t], turned[t + 1]).sort()
  for (let i = 0; i < keys.length; i++) {
    entries[2 * i] = keys[i]! % PLACES
    entries[2 * i + 1] = ONE - Math.floor(keys[i]! / PLACES)
  }
  return { n, starts: turned.map((start) => 2 * start), entries }
}

/**
 * d_mu [Kumar07] §3.3 over the inverted index: `L1 = |a| + |b| - 2 sum min(a, b)`, and the same way for L2 and cosine. Mass on neighbours
 * outside the mapping counts on the left and not on the right, as the sum runs over l' in L.
 */
export function mappingDistances(left: Normalised, right: Postings, mu: Mapping, measure: Measure): Distances {
  const { n } = left
  const width = right.n
  const mine = sizes(left, measure)
  const theirs = mappedSizes(right, mu, measure)
  const whole = new Int32Array(measure === 'l1' ? width : 0)
  const real = new Float64Array(measure === 'l1' ? 0 : width)
  const sums = measure === 'l1' ? whole : real
  const distance = DISTANCES[measure]
  // Tokens that share nothing with l differ by their size alone.
  const bySize = Uint32Array.from({ length: width }, (_, r) => r).sort(
    (a, b) => (measure === 'cosine' ? 0 : theirs[a]! - theirs[b]!) || a - b,
  )
  const add = (l: number) => {
    for (let i = left.starts[l]!; i < left.starts[l + 1]!; i++) {
      const t = mu[left.to[i]!]!
      if (t < 0) continue
      const from = right.starts[t]!
      const to = right.starts[t + 1]!
      if (measure === 'l1') addMinima(whole, right.entries, from, to, left.weight[i]!)
      else addProducts(real, right.entries, from, to, left.weight[i]!)
    }
  }
  // Who runs out of candidates is looked at again: where there is room, without adding up again.
  const room = n * width <= ROOM
  const added = new Uint8Array(room ? n : 0)
  const kept = sums === whole ? new Int32Array(room ? n * width : 0) : new Float64Array(room ? n * width : 0)
  const gather = (l: number) => {
    if (added[l] === 1) sums.set(kept.subarray(l * width, (l + 1) * width))
    else {
      add(l)
      if (!room) return
      kept.set(sums, l * width)
      added[l] = 1
    }
  }
  return {
    left: n,
    right: width,
    row(l, into) {
      gather(l)
      for (let r = 0; r < width; r++) into[r] = distance(mine[l]!, theirs[r]!, sums[r]!)
      sums.fill(0)
    },
    nearest(l, taken, into: Nearest) {
      gather(l)
      const limit = into.r.length
      const own = mine[l]!
      let found = 0
      let worst = Number.POSITIVE_INFINITY
      for (let r = 0; r < width; r++) {
        const sum = sums[r]!
        if (sum === 0) continue
        sums[r] = 0
        const d = distance(own, theirs[r]!, sum)
        if (d > worst || taken[r] === 1) continue
        found = insert(into, found, r, d)
        if (found === limit) worst = into.d[limit - 1]!
      }
      // what shares nothing has its distance already; entries of the list cannot be among them at the same distance twice
      let others = 0
      for (let i = 0; i < width && others < limit; i++) {
        const r = bySize[i]!
        const d = distance(own, theirs[r]!, 0)
        if (d > worst) break
        if (taken[r] === 1 || holds(into, found, r)) continue
        others++
        found = insert(into, found, r, d)
        if (found === limit) worst = into.d[limit - 1]!
      }
      return found
    },
  }
}

function holds({ r: rs }: Nearest, found: number, r: number): boolean {
  for (let i = 0; i < found; i++) if (rs[i] === r) return true
  return false
}

/** The hot loop: one pass over the postings of a neighbour, adding min(p, q). */
export function addMinima(sums: Int32Array, entries: Int32Array, from: number, to: number, p: number): void {
  const split = firstBelow(entries, from, to, p)
  for (let j = from; j < split; j += 2) sums[entries[j]!]! += p
  for (let j = split; j < to; j += 2) sums[entries[j]!]! += entries[j + 1]!
}

/** Where the weights of postings fall below p. */
export function firstBelow(entries: Int32Array, from: number, to: number, p: number): number {
  let [low, high] = [from >> 1, to >> 1]
  while (low < high) {
    const middle = (low + high) >> 1
    if (entries[2 * middle + 1]! < p) high = middle
    else low = middle + 1
  }
  return 2 * low
}

function addProducts(sums: Float64Array, entries: Int32Array, from: number, to: number, p: number): void {
  for (let j = from; j < to; j += 2) sums[entries[j]!]! += (p / ONE) * (entries[j + 1]! / ONE)
}

const DISTANCES: Readonly<Record<Measure, (a: number, b: number, shared: number) => number>> = {
  l1: (a, b, shared) => (a + b - 2 * shared) / ONE,
  l2: (a, b, shared) => Math.sqrt(Math.max(0, a + b - 2 * shared)),
  cosine: (a, b, shared) => (a === 0 || b === 0 ? 1 : 1 - shared / Math.sqrt(a * b)),
}

/** |a| of each row: the sum for L1, the sum of squares for the others. */
function sizes({ n, starts, weight }: Normalised, measure: Measure): Float64Array {
  const all = new Float64Array(n)
  for (let s = 0; s < n; s++)
    for (let i = starts[s]!; i < starts[s + 1]!; i++) all[s]! += measure === 'l1' ? weight[i]! : (weight[i]! / ONE) ** 2
  return all
}

function mappedSizes({ n, starts, entries }: Postings, mu: Mapping, measure: Measure): Float64Array {
  const all = new Float64Array(n)
  for (const t of mu) {
    if (t < 0) continue
    for (let j = starts[t]!; j < starts[t + 1]!; j += 2)
      all[entries[j]!]! += measure === 'l1' ? entries[j + 1]! : (entries[j + 1]! / ONE) ** 2
  }
  return all
}
