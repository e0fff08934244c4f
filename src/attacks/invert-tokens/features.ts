import type { Corpus } from './corpus.js'
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
