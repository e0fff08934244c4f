import type { SyntacticData } from './data.js'

/** Rows of the log that a row is held against, to tell outliers from the middle. */
const SAMPLE = 64

export interface Orders {
  readonly outliers: Uint32Array
  readonly partners: Uint32Array
}

/**
 * The rows of each user in two orders: those far from most rows of the log first, and, apart by whether they have a click, those near
 * to most first. Distances do not depend on either, only how soon they are found. Users whose rows are in order already come first.
 */
export function orders(
  { offsets, clicked, query }: Pick<SyntacticData, 'offsets' | 'clicked' | 'query'>,
  apart: (a: number, b: number) => number,
  known: Orders = { outliers: new Uint32Array(0), partners: new Uint32Array(0) },
): Orders {
  const rows = query.length
  const ordered = known.outliers.length
  const sampled = Uint32Array.from({ length: Math.min(SAMPLE, rows) }, (_, i, n = Math.min(SAMPLE, rows)) =>
    Math.floor(((i + 0.5) * rows) / n),
  )
  const score = Float64Array.from(query, (_, row) => {
    if (row < ordered) return 0
    let [least, sum] = [Number.POSITIVE_INFINITY, 0]
    for (const other of sampled) {
      const distance = apart(row, other)
      sum += distance
      if (distance < least) least = distance
    }
    return least + sum / sampled.length
  })
  const outliers = Uint32Array.from(query.keys())
  const partners = Uint32Array.from(query.keys())
  outliers.set(known.outliers)
  partners.set(known.partners)
  const byScore = (a: number, b: number) => score[a]! - score[b]!
  for (const [u, middle] of clicked.entries()) {
    const [from, to] = [offsets[u]!, offsets[u + 1]!]
    if (from < ordered) continue
    outliers.subarray(from, to).sort((a, b) => byScore(b, a))
    partners.subarray(from, middle).sort(byScore)
    partners.subarray(middle, to).sort(byScore)
  }
  return { outliers, partners }
}
