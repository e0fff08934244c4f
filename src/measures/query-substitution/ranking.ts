/**
 * Log-likelihood ratio of a pair [Dunning93], as [Jones06] rank substitutes: how surprising it is that `both` go together,
 * if the first comes `first` times, the second `second` times, in `all`. 0 where they go together less than by chance.
 */
export function logLikelihoodRatio(both: number, first: number, second: number, all: number): number {
  if (both * all <= first * second) return 0
  const part = (seen: number, expected: number) => (seen <= 0 ? 0 : seen * Math.log(seen / expected))
  return (
    2 *
    (part(both, (first * second) / all) +
      part(first - both, (first * (all - second)) / all) +
      part(second - both, ((all - first) * second) / all) +
      part(all - first - second + both, ((all - first) * (all - second)) / all))
  )
}

/** How a ranking does against the true one. */
export interface Quality {
  readonly precision: number
  readonly recall: number
  readonly averagePrecision: number
  readonly ndcg: number
}

/**
 * Holds a ranking against the true one, both at most `depth` long, best first. What is in the true one is relevant, the more the
 * higher it stands there: its first is worth `depth`, the next one less, and so on.
 */
export function quality(ranking: readonly string[], truth: readonly string[], depth: number): Quality {
  const worth = new Map(truth.map((text, i) => [text, depth - i]))
  let found = 0
  let precisions = 0
  let gain = 0
  for (const [i, text] of ranking.entries()) {
    const value = worth.get(text)
    if (value === undefined) continue
    found++
    precisions += found / (i + 1)
    gain += value / Math.log2(i + 2)
  }
  const ideal = truth.reduce((sum, _, i) => sum + (depth - i) / Math.log2(i + 2), 0)
  return {
    precision: ranking.length === 0 ? 0 : found / ranking.length,
    recall: truth.length === 0 ? 0 : found / truth.length,
    averagePrecision: truth.length === 0 ? 0 : precisions / truth.length,
    ndcg: ideal === 0 ? 0 : gain / ideal,
  }
}
