import type { Variance } from '../random/discrete-gaussian.js'
import { analyticSigma, normalQuantile, normalTail } from './gaussian.js'
import { AGAINST_US, anyOf, smallest } from './laplace.js'

/**
 * Weights whose squares add up to 1 at most for a person ("unit L2"): who gives t items gives each 1/sqrt(t). They are whole numbers of 1/GRID, rounded down, so that
 * sums are exact and a person's length is never more than 1.
 */
export const GRID = 2 ** 28

/** A person's weight for each of t items: the largest w with t w^2 <= GRID^2. */
export function unitWeight(t: number): number {
  const most = BigInt(GRID) ** 2n
  let w = BigInt(Math.floor(GRID / Math.sqrt(t)) + 1)
  while (BigInt(t) * w * w > most) w--
  return Number(w)
}

/**
 * What noise on the grid costs beside rounded Gaussian noise, of epsilon. Discrete noise of deviation s takes x with the chance that rounded noise has, up to a
 * factor between e^(-1/8s^2) and e^(x^2/8s^4): at most e^(200/s^2) for |x| <= 40 s, and beyond that lies less than 2^-1150. From s = 2^23 on that is e^(2^-38) for
 * each number that a person moves; there are at most 2^13 (1,000 items in each of eight rounds) in each of two logs. Numbers that a person does not move have the same law in both.
 */
export const GRID_EPSILON = 2 ** -22
/** The least deviation, in units of a person's whole weight, for which that holds. */
export const LEAST_SIGMA = 2 ** -5

/**
 * The deviation of noise, in units of a person's whole weight, for (epsilon, delta) beside a threshold that lets new items slip with chance `leak`. Rounded Gaussian noise is
 * Gaussian noise, so the formula of [Balle18] holds as it is. Items that only one person has are independent of the rest: that none of them slips out makes what is seen
 * less likely by 1 - leak at most, which is taken from epsilon; that one does is paid for apart.
 */
export function sigmaFor(epsilon: number, delta: number, leak: number): number {
  const left = epsilon - GRID_EPSILON + Math.log1p(-leak)
  if (!(left > 0)) throw new RangeError('epsilon is too small for noise on the grid')
  return Math.max(LEAST_SIGMA, analyticSigma(left, delta, 1))
}

/** Noise of this deviation in units of the grid. */
export function onGrid(sigma: number): Variance {
  return { numerator: BigInt(Math.ceil(sigma * GRID)) ** 2n, denominator: 1n }
}

/** Tails of noise on the grid are those of Gaussian noise half a step nearer, up to this. */
const GRID_TAIL = 1 + 1e-10

/** The chance that any of t items that one person alone has gets above a threshold. */
function slips(threshold: number, sigma: number, t: number): number {
  return anyOf(Math.min(1, normalTail((threshold - unitWeight(t) / GRID) / sigma) * GRID_TAIL), t)
}

function upTo(most: number): number[] {
  return Array.from({ length: most }, (_, i) => i + 1)
}

/** The largest of these chances over all t up to `most`. */
export function leakAt(threshold: number, sigma: number, most: number): number {
  return Math.max(...upTo(most).map((t) => slips(threshold, sigma, t)))
}

/** The least threshold above which t items, new with one person, get with a chance of at most `leak`, whatever t is: [Gopi20], [Kim21]. */
export function thresholdFor(sigma: number, leak: number, most: number): number {
  const each = (t: number) => -Math.expm1(Math.log1p(-leak) / t) / (AGAINST_US * GRID_TAIL)
  return Math.max(...upTo(most).map((t) => unitWeight(t) / GRID + sigma * normalQuantile(each(t)))) + 1 / GRID
}

/** Counts by unit weights: a person who gives m items counts 1 for each, one who gives t counts sqrt(m/t). */
export interface WeightedThreshold {
  readonly m: number
  /** Numbers above this are published. */
  readonly tauPrime: number
  readonly variance: Variance
  /** Deviation of the noise in the published numbers. */
  readonly sigma: number
  readonly leak: number
  /** What a published number is of a sum of weights on the grid. */
  readonly scale: number
}

/** Noise at half of delta, the threshold at the other half, as `gaussianFor`. */
export function weightedFor(epsilon: number, delta: number, m: number): WeightedThreshold {
  const sigma = sigmaFor(epsilon, delta / 2, delta / 2)
  const root = Math.sqrt(m)
  // What is published is rounded, and passes if it is more than tau'.
  const leak = (tauPrime: number) => leakAt((tauPrime + 0.5) / root - 1 / GRID, sigma, m)
  const tauPrime = smallest(1, (candidate) => leak(candidate) <= delta / 2)
  return { m, tauPrime, variance: onGrid(sigma), sigma: sigma * root, leak: leak(tauPrime), scale: root / GRID }
}
