import { byRow, type Distances } from './distances.js'
import type { Mapping } from './mapping.js'
import { type Normalised, ONE, type Postings } from './overlap.js'

export const MEASURES = ['l1', 'l2', 'cosine'] as const
export type Measure = (typeof MEASURES)[number]

/**
 * d_mu [Kumar07] §3.3 over the inverted index: `L1 = |a| + |b| - 2 sum min(a, b)`, and the same way for L2 and cosine. Mass on neighbours
 * outside the mapping counts on the left and not on the right, as the sum runs over l' in L.
 */
export function mappingDistances(left: Normalised, right: Postings, mu: Mapping, measure: Measure): Distances {
  const mine = sizes(left, measure)
  const theirs = mappedSizes(right, mu, measure)
  const distance = DISTANCES[measure]
  const add = measure === 'l1' ? addMinima : addProducts
  const sums = new Float64Array(right.n)
  return byRow(left.n, right.n, (l, into) => {
    for (let i = left.starts[l]!; i < left.starts[l + 1]!; i++) {
      const t = mu[left.to[i]!]!
      if (t >= 0) add(sums, right.entries, 2 * right.starts[t]!, 2 * right.starts[t + 1]!, left.weight[i]!)
    }
    for (let r = 0; r < right.n; r++) into[r] = distance(mine[l]!, theirs[r]!, sums[r]!)
    sums.fill(0)
  })
}

type Add = (sums: Float64Array, entries: Int32Array, from: number, to: number, p: number) => void

const addMinima: Add = (sums, entries, from, to, p) => {
  for (let j = from; j < to; j += 2) sums[entries[j]! >> 2]! += Math.min(p, entries[j + 1]!)
}

const addProducts: Add = (sums, entries, from, to, p) => {
  for (let j = from; j < to; j += 2) sums[entries[j]! >> 2]! += (p / ONE) * (entries[j + 1]! / ONE)
}

const DISTANCES: Readonly<Record<Measure, (a: number, b: number, shared: number) => number>> = {
  l1: (a, b, shared) => (a + b - 2 * shared) / ONE,
  l2: (a, b, shared) => Math.sqrt(Math.max(0, a + b - 2 * shared)),
  cosine: (a, b, shared) => (a === 0 || b === 0 ? 1 : 1 - shared / Math.sqrt(a * b)),
}

const size = (weight: number, measure: Measure) => (measure === 'l1' ? weight : (weight / ONE) ** 2)

/** |a| of each row: the sum for L1, the sum of squares for the others. */
export function sizes({ n, starts, weight }: Normalised, measure: Measure): Float64Array {
  const all = new Float64Array(n)
  for (let s = 0; s < n; s++) for (let i = starts[s]!; i < starts[s + 1]!; i++) all[s]! += size(weight[i]!, measure)
  return all
}

/** |b| of each row of the other side, over neighbours that somebody is mapped to. */
export function mappedSizes({ n, starts, entries }: Postings, mu: Mapping, measure: Measure): Float64Array {
  const all = new Float64Array(n)
  for (const t of mu) {
    if (t < 0) continue
    for (let j = 2 * starts[t]!; j < 2 * starts[t + 1]!; j += 2)
      all[entries[j]! >> 2]! += size(entries[j + 1]!, measure)
  }
  return all
}
