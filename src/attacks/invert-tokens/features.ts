import type { Corpus } from './corpus.js'
import type { Crew } from './crew/index.js'
import { byRow, type Distances } from './distances.js'
import { type Graph, rowSums } from './graph.js'

/** C in [Kumar07] §3.4. */
export const FEATURES = 5

/**
 * [Kumar07] §3.2: the five features of node-start, each with mean 0 and standard deviation 1 within its side: normalised frequency; distinct
 * neighbours; total co-occurrence; share of occurrences as a one-word query; average frequency of neighbours.
 */
export function nodeFeatures(corpus: Corpus, graph: Graph): Float64Array {
  const { n } = graph
  const features = new Float64Array(n * FEATURES)
  const alone = oneWord(corpus, n)
  const totals = rowSums(graph)
  for (let s = 0; s < n; s++) {
    let company = 0
    for (let i = graph.starts[s]!; i < graph.starts[s + 1]!; i++)
      company += corpus.frequency[graph.to[i]!]! * graph.weight[i]!
    const total = totals[s]!
    features[s * FEATURES] = corpus.frequency[s]! / corpus.occurrences
    features[s * FEATURES + 1] = graph.starts[s + 1]! - graph.starts[s]!
    features[s * FEATURES + 2] = total
    features[s * FEATURES + 3] = alone[s]! / corpus.frequency[s]!
    features[s * FEATURES + 4] = total === 0 ? 0 : company / total / corpus.occurrences
  }
  for (let f = 0; f < FEATURES; f++) standardise(features, f, n)
  return features
}

/** Occurrences of each token as a query of one word. */
function oneWord({ starts, ids, times }: Corpus, n: number): Float64Array {
  const alone = new Float64Array(n)
  for (let b = 0; b < times.length; b++) {
    const id = ids[starts[b]!]!
    if (starts[b + 1]! - starts[b]! === 1 && id < n) alone[id]! += times[b]!
  }
  return alone
}

function standardise(features: Float64Array, f: number, n: number): void {
  let sum = 0
  for (let s = 0; s < n; s++) sum += features[s * FEATURES + f]!
  const mean = n === 0 ? 0 : sum / n
  let squares = 0
  for (let s = 0; s < n; s++) squares += (features[s * FEATURES + f]! - mean) ** 2
  const deviation = Math.sqrt(squares / n) || 1
  for (let s = 0; s < n; s++) features[s * FEATURES + f] = (features[s * FEATURES + f]! - mean) / deviation
}

/** |g(l) - g(r)|, L1. */
export function featureDistance(left: Float64Array, l: number, right: Float64Array, r: number): number {
  let d = 0
  for (let f = 0; f < FEATURES; f++) d += Math.abs(left[l * FEATURES + f]! - right[r * FEATURES + f]!)
  return d
}

/** Features of both sides where kernels see them: rows on the left, a column for each feature on the right. */
export interface Placed {
  readonly left: Float64Array
  readonly columns: Float64Array
  /** Bytes of a column. */
  readonly stride: number
  readonly n: number
  readonly width: number
}

export function place({ room }: Crew, left: Float64Array, right: Float64Array): Placed {
  const [n, width] = [left.length / FEATURES, right.length / FEATURES]
  const even = width + (width % 2)
  const [rows, columns] = [room.f64(left.length), room.f64(even * FEATURES)]
  rows.set(left)
  for (let r = 0; r < width; r++) for (let f = 0; f < FEATURES; f++) columns[f * even + r] = right[r * FEATURES + f]!
  return { left: rows, columns, stride: 8 * even, n, width }
}

/** For each hash how far in features a token may be to be considered. */
export type Bounds = Float64Array

/** Up to this many tokens the bound is exact; of more, evenly spaced ones are asked. */
const SAMPLE = 2048

/** [Kumar07] §3.4, feature pruning: the fraction beta of tokens nearest in features; all at 1. */
export async function featureBounds(crew: Crew, features: Placed, beta: number): Promise<Bounds | undefined> {
  const { left, columns, stride, n, width } = features
  if (beta >= 1 || width === 0) return undefined
  const bounds = crew.room.f64(n)
  const step = Math.ceil(width / SAMPLE)
  const sampled = Math.ceil(width / step)
  const kept = Math.max(1, Math.ceil(beta * sampled))
  await crew.run('featureBounds', n, 8 * sampled, (from, to, keys) => [
    from,
    to,
    left.byteOffset,
    columns.byteOffset,
    stride,
    width,
    step,
    kept,
    keys,
    bounds.byteOffset,
  ])
  return bounds
}

/** Distances with all pairs beyond the bounds left out. */
export function onlyWithin(distances: Distances, features: Placed, bounds: Bounds | undefined): Distances {
  if (bounds === undefined) return distances
  return byRow(distances.left, distances.right, (l, into) => {
    distances.row(l, into)
    for (let r = 0; r < distances.right; r++)
      if (apartIn(features, l, r) > bounds[l]!) into[r] = Number.POSITIVE_INFINITY
  })
}

/** |g(l) - g(r)|, where kernels see them. */
function apartIn({ left, columns, stride }: Placed, l: number, r: number): number {
  let d = 0
  for (let f = 0; f < FEATURES; f++) d += Math.abs(left[l * FEATURES + f]! - columns[(f * stride) / 8 + r]!)
  return d
}
