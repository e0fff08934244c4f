import type { Variance } from '../random/discrete-gaussian.js'
import { rateBelow } from '../random/discrete-laplace.js'
import { analyticSigma, normalQuantile, normalTail } from './gaussian.js'
import { AGAINST_US, anyOf, laplaceTail, smallest } from './laplace.js'

/** Weight that a person may give away under Laplace noise, in whole units. */
export const UNITS = 2 ** 12
/** The grid of weights under Gaussian noise. */
export const FINE = 2 ** 36
/**
 * What rounding can add to a person's influence under Gaussian noise, relatively. Weights stay below 2^8, so each of at most 100 items in each of
 * at most 2^27 persons' steps, of two logs, is off by less than 2^-44: a step by a length of less than 10 * 2^-44, all steps by less than 2^-12.6; rounding to
 * the grid at the end moves 2^28 items by 2^-36 each, a length of less than 2^-21.
 */
export const SLACK = 2 ** -12
export const MOST_PERSONS = 2 ** 27
export const MOST_WEIGHT = 2 ** 8
/** Two persons who give different items share a turn with a chance below 2^-74; noise of more than 40 deviations anywhere, which GRID_EPSILON leaves out, is far rarer. */
export const TURNS = 2 ** -73
/** The least delta of which that is a small part. */
export const LEAST_DELTA = 2 ** -62
/**
 * What noise on the grid costs beside rounded Gaussian noise, of epsilon. A number takes a value up to 40 deviations s off with the same chance up to a factor of e^(200/s^2) (`weights.ts`).
 * One person can move all numbers, through the turns of the others: fewer than 2^34, in each of two logs. From s = 2^31 on that is less than e^(2^-19).
 */
export const GRID_EPSILON = 2 ** -19
/** The least deviation for which that holds, in units of a person's whole weight. */
export const LEAST_SIGMA = 2 ** -5

/** The numbers of a private union of sets [Gopi20], weights in units of the grid. */
export type SetUnion =
  | { readonly noise: 'laplace'; readonly rate: number; readonly rho: number; readonly cutoff: number }
  | {
      readonly noise: 'gaussian'
      readonly variance: Variance
      readonly rho: number
      readonly cutoff: number
      readonly sigma: number
      readonly leak: number
    }

/** rho = max over t <= D of the threshold that t items, new with one person, pass with probability delta; the cutoff alpha scales above. */
export function unionLaplace(epsilon: number, delta: number, most: number, alpha: number): SetUnion {
  const rate = rateBelow(epsilon / UNITS)
  // t new items get the same weight, up to one unit: ceil(UNITS/t) at most.
  const hides = (rho: number) =>
    upTo(most).every((t) => anyOf(laplaceTail(rate, rho + 1 - Math.ceil(UNITS / t)), t) <= delta - TURNS)
  const rho = smallest(UNITS, hides)
  return { noise: 'laplace', rate, rho, cutoff: Math.ceil(rho + alpha / rate) }
}

export function unionGaussian(epsilon: number, delta: number, most: number, alpha: number): SetUnion {
  // An epsilon of which the grid would take half is far below what weights can be told apart at: the method refuses it.
  const left = Math.max(epsilon - GRID_EPSILON, epsilon / 2)
  const sigma = (1 + SLACK) * Math.max(LEAST_SIGMA, analyticSigma(left, delta / 2 - TURNS, 1))
  const threshold = (t: number) =>
    (1 + SLACK) / Math.sqrt(t) + sigma * normalQuantile(-Math.expm1(Math.log1p(-delta / 2) / t) / AGAINST_US)
  const rho = Math.max(...upTo(most).map(threshold))
  const leak = Math.max(...upTo(most).map((t) => anyOf(normalTail((rho - (1 + SLACK) / Math.sqrt(t)) / sigma), t)))
  return {
    noise: 'gaussian',
    variance: { numerator: BigInt(Math.ceil(sigma * FINE)) ** 2n, denominator: 1n },
    rho: Math.ceil(rho * FINE),
    cutoff: Math.ceil((rho + alpha * sigma) * FINE),
    sigma,
    leak,
  }
}

/** Persons with m items each, none of them at the cutoff, that an item needs for an even chance. */
export function unionEvenAt(union: SetUnion, m: number): number {
  const weight = union.noise === 'laplace' ? Math.floor(UNITS / m) : FINE / Math.sqrt(m)
  return Math.ceil(union.rho / weight)
}

function upTo(most: number): number[] {
  return Array.from({ length: most }, (_, i) => i + 1)
}
