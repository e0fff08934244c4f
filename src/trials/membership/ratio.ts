/** What is observed in each run, and whether the person was there: arrays by run. */
export interface Observed {
  readonly values: ArrayLike<number>
  readonly coins: ArrayLike<number>
}

/** The logarithm of how much likelier a value is with the person than without. */
export type Ratio = (value: number) => number

/** So many values are told apart one by one; of more, a normal distribution is taken. */
const FEW = 8

/**
 * Fits the log-likelihood ratio of one observation on some runs. Few values: the share of runs with each. Many: whether it is 0, and where it
 * is not, two normal distributions of one variance. Each part is shrunk by what chance alone would make of it, so that hundreds of
 * observations that say nothing do not drown the one that does.
 */
export function fitRatio({ values, coins }: Observed, runs: readonly number[]): Ratio {
  const pairs = runs.map((run): Pair => [values[run]!, coins[run]!])
  if (new Set(pairs.map(([value]) => value)).size <= FEW) return byValue(pairs)
  const shown = byValue(pairs.map(([value, coin]) => [Math.sign(Math.abs(value)), coin]))
  const size = bySize(pairs.filter(([value]) => value !== 0))
  return (value) => shown(Math.sign(Math.abs(value))) + (value === 0 ? 0 : size(value))
}

type Pair = readonly [value: number, coin: number]

const nothing: Ratio = () => 0

/** Shares of runs, with half a run added to each so that what was never seen is not impossible. */
function byValue(pairs: readonly Pair[]): Ratio {
  const seen = new Map<number, [number, number]>()
  const runs: [number, number] = [0, 0]
  for (const [value, coin] of pairs) {
    const counts = seen.get(value) ?? [0, 0]
    seen.set(value, counts)
    counts[coin as 0 | 1]++
    runs[coin as 0 | 1]++
  }
  if (seen.size < 2 || runs[0] === 0 || runs[1] === 0) return nothing
  const certain = reliable(chiSquare([...seen.values()], runs), seen.size - 1)
  const share = (count: number, of: number) => (count + 0.5) / (of + 0.5 * seen.size)
  return (value) => {
    const counts = seen.get(value)
    return counts ? certain * Math.log(share(counts[1], runs[1]) / share(counts[0], runs[0])) : 0
  }
}

/** Pearson's statistic of a table of two columns. */
export function chiSquare(
  rows: readonly (readonly [number, number])[],
  [out, inside]: readonly [number, number],
): number {
  const all = out + inside
  return rows.reduce((sum, [a, b]) => {
    const expected = ((a + b) * out) / all
    return sum + ((a - expected) ** 2 * all) / (expected * inside)
  }, 0)
}

function bySize(pairs: readonly Pair[]): Ratio {
  const sides = [0, 1].map((side) => pairs.filter(([, coin]) => coin === side).map(([value]) => value))
  const [out, inside] = sides as [number[], number[]]
  const freedom = out.length + inside.length - 2
  if (out.length === 0 || inside.length === 0 || freedom < 1) return nothing
  const [without, present] = [mean(out), mean(inside)]
  const squares = (side: readonly number[], middle: number) => side.reduce((sum, x) => sum + (x - middle) ** 2, 0)
  const variance = (squares(out, without) + squares(inside, present)) / freedom
  if (variance === 0) return nothing
  const certain = reliable((present - without) ** 2 / (variance * (1 / out.length + 1 / inside.length)), 1)
  const slope = (present - without) / variance
  return (value) => certain * slope * (value - (present + without) / 2)
}

const mean = (list: readonly number[]) => list.reduce((sum, x) => sum + x, 0) / list.length

/** The part of a statistic that is more than chance: under chance alone it is `freedom` on average [James61]. */
function reliable(statistic: number, freedom: number): number {
  return statistic <= freedom ? 0 : 1 - freedom / statistic
}
