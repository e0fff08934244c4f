import type { Noise } from './dp-noise.js'
import { upperTail } from './dp-normal.js'

// Every bound here is Chernoff's: for any t, P(S >= s) <= e^(-ts) E e^(tS). Whichever t the search ends at, the bound holds; a better t only makes
// it sharper. All functions return the natural logarithm of a probability, since what is looked for lies far below the smallest double.

/** The smallest value of a convex function between two points, by cutting the interval in thirds. */
export function least(f: (x: number) => number, from: number, to: number): number {
  let [a, b] = [from, to]
  for (let i = 0; i < 100 && b - a > 1e-9 * (Math.abs(a) + Math.abs(b)); i++) {
    const [left, right] = [a + (b - a) / 3, b - (b - a) / 3]
    if (f(left) <= f(right)) b = right
    else a = left
  }
  return f((a + b) / 2)
}

/** ln P(at least k of n independent events of chance q happen): e^(-n D(k/n || q)), which is q^n for k = n. */
export function manyOf(n: number, k: number, q: number): number {
  if (k <= n * q || q >= 1) return 0
  const [share, none] = [k / n, 1 - k / n]
  return -n * (share * Math.log(share / q) + (none === 0 ? 0 : none * Math.log(none / (1 - q))))
}

/** ln P(at least k events happen) where their chances add up to `sum`: e^(k - sum) (sum/k)^k. */
export function manyWhenFew(k: number, sum: number): number {
  return k <= sum ? 0 : k - sum + k * Math.log(sum / k)
}

/**
 * ln P(B - E B + X >= x), and of the other side: B a sum of independent choices of yes or no with this variance in all, X noise. Bennett: ln E e^(t(B
 * - E B)) <= variance (e^|t| - 1 - |t|), since no choice is off its mean by more than 1. Exact where there is nothing to choose.
 */
export function farOff(x: number, variance: number, noise: Noise): number {
  if (x <= 0) return 0
  if (variance === 0) return Math.log(noise.atLeast(noise.rounded ? x : Math.ceil(x)))
  const bound = (t: number) => noise.logMoment(t) + variance * (Math.expm1(t) - t) - t * x
  // Beyond x over the noise's variance the bound grows again.
  return Math.min(0, least(bound, 0, Math.min(noise.steepest, x / noise.variance)))
}

/** Scores that are this far out count no more than that when it is asked whether they are too near. */
export const FARTHEST = 3

/** How many scores there are: of items whose counts were not chosen among, which are independent; and of others. */
export interface Scores {
  readonly sure: number
  readonly open: number
}

/**
 * Z standard normal, Z+ its positive part: ln E e^(t Z+^2) for t < 1/2. For t < 0 squares beyond FARTHEST count as FARTHEST^2.
 *
 * Why half a normal value: persons who give m of d items give fewer of one where they give more of another, so that the counts of items are
 * negatively associated [Joag-Dev and Proschan 1983], as are all rising functions of them, one for each item. For such a sum Chernoff's bound holds as if its parts
 * were independent. Z+^2 rises with the count, Z-^2 falls; Z^2 = Z+^2 + Z-^2 does neither, and E e^(t(P + M)) <= sqrt(E e^(2tP) E e^(2tM)) (Cauchy and
 * Schwarz) leads back to the halves.
 */
export function logMomentOfHalf(t: number): number {
  const root = Math.sqrt(1 - 2 * t)
  if (t >= 0) return Math.log(0.5 + 0.5 / root)
  const far = upperTail(FARTHEST)
  return Math.log(0.5 + (0.5 - upperTail(FARTHEST * root)) / root + far * Math.exp(t * FARTHEST ** 2))
}

/** The same of the whole square of a score that is independent of all others. */
function logMomentOfSquare(t: number): number {
  return Math.log(2 * Math.exp(logMomentOfHalf(t)) - 1)
}

/** ln P(squares add up to `sum` or more), for one side of the scores or for both. */
export function tooWide(sum: number, scores: Scores, sides: 'one' | 'both'): number {
  const moment = momentOf(scores, sides)
  return Math.min(
    0,
    least((t) => moment(t) - t * sum, 0, sides === 'both' && scores.open > 0 ? 0.2499 : 0.4999),
  )
}

/** ln P(squares, none counted beyond FARTHEST, add up to `sum` or less). */
export function tooNear(sum: number, scores: Scores, sides: 'one' | 'both'): number {
  const moment = momentOf(scores, sides)
  return Math.min(
    0,
    least((t) => moment(t) - t * sum, -50, 0),
  )
}

function momentOf({ sure, open }: Scores, sides: 'one' | 'both'): (t: number) => number {
  return sides === 'one'
    ? (t) => (sure + open) * logMomentOfHalf(t)
    : (t) => sure * logMomentOfSquare(t) + (open > 0 ? open * logMomentOfHalf(2 * t) : 0)
}
