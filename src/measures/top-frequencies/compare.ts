/** A text with how often it stands in the original and in the release. */
export interface Counted {
  readonly before: number
  readonly after: number
}

/** Ranks from 1, the largest first; equal values share the mean of their ranks. */
function ranks(values: readonly number[]): number[] {
  const order = values.map((_, i) => i).sort((a, b) => values[b]! - values[a]!)
  const found = new Array<number>(values.length).fill(0)
  for (let from = 0; from < order.length; ) {
    let to = from
    while (to + 1 < order.length && values[order[to + 1]!] === values[order[from]!]) to++
    for (let i = from; i <= to; i++) found[order[i]!] = (from + to) / 2 + 1
    from = to + 1
  }
  return found
}

/** Spearman's rank correlation, ties at their mean rank; undefined where one side has no order at all. */
export function rankCorrelation(pairs: readonly Counted[]): number | undefined {
  const [a, b] = [ranks(pairs.map((pair) => pair.before)), ranks(pairs.map((pair) => pair.after))]
  const mean = (pairs.length + 1) / 2
  const sum = (f: (i: number) => number) => pairs.reduce((total, _, i) => total + f(i), 0)
  const [x, y] = [(i: number) => a[i]! - mean, (i: number) => b[i]! - mean]
  const spread = Math.sqrt(sum((i) => x(i) ** 2) * sum((i) => y(i) ** 2))
  return spread === 0 ? undefined : sum((i) => x(i) * y(i)) / spread
}

/** How alike two frequencies are: the smaller over the larger; 1 if they are equal, 0 if one is nothing. */
export function alike(before: number, after: number): number {
  const larger = Math.max(before, after)
  return larger === 0 ? 1 : Math.min(before, after) / larger
}
