import { terms } from '../../src/text/normalise.js'

export interface Query {
  readonly text: string
  /** What it was asked for. */
  readonly interest: number
  /** Numbers of the hosts that an engine lists, the best first, and of those that were clicked. */
  readonly results: readonly number[]
  readonly clicks: readonly number[]
}

/** A direction: weights by term, their squares add up to 1. */
export type Vector = ReadonlyMap<string, number>

/** TF-IDF over one person's queries, of their terms, their results ([Adar07] §6: results count as terms), or both. */
export function vectorsOf(queries: readonly Query[], of: 'terms' | 'results' | 'both'): Vector[] {
  const bags = queries.map(({ text, results }) => [
    ...(of === 'results' ? [] : terms(text)),
    ...(of === 'terms' ? [] : results.map((result) => `\n${result}`)),
  ])
  const holders = new Map<string, number>()
  for (const bag of bags) for (const term of new Set(bag)) holders.set(term, (holders.get(term) ?? 0) + 1)
  return bags.map((bag) => {
    const vector = new Map<string, number>()
    for (const term of bag)
      vector.set(term, (vector.get(term) ?? 0) + Math.log((1 + queries.length) / holders.get(term)!))
    return scaled(vector)
  })
}

export function scaled(vector: ReadonlyMap<string, number>): Vector {
  const length = Math.sqrt([...vector.values()].reduce((sum, weight) => sum + weight * weight, 0))
  return length === 0 ? vector : new Map([...vector].map(([term, weight]) => [term, weight / length]))
}

export function cosine(a: Vector, b: Vector): number {
  const [few, many] = a.size < b.size ? [a, b] : [b, a]
  let sum = 0
  for (const [term, weight] of few) sum += weight * (many.get(term) ?? 0)
  return sum
}

/** As the source's rule does: each query goes where the first earlier one went that is alike enough. */
export function firstLike(vectors: readonly Vector[], least: number): number[] {
  const labels: number[] = []
  let next = 0
  for (const [i, vector] of vectors.entries()) {
    const j = vectors.slice(0, i).findIndex((other) => cosine(vector, other) >= least)
    labels.push(j < 0 ? next++ : labels[j]!)
  }
  return labels
}
