import { analyticSigma, normalTail } from './gaussian.js'
import { AGAINST_US } from './laplace.js'

/** What discrete noise of deviation s costs beside rounded Gaussian noise, of epsilon, times s^2: for each number that a person moves, in each of two logs (`weights.ts`). */
const DISCRETE = 201

/** What a person moves in all mechanisms together: so many whole numbers at most, by a length of `unit` in each mechanism. */
export interface Moved {
  readonly numbers: number
  readonly unit: number
}

/**
 * The largest rho, from below, that mechanisms may add up to which all are discrete Gaussian noise, to be (epsilon, delta)-differentially private together. One of deviation s is rho-zCDP with rho = unit^2/2s^2
 * [CKS20], and rho adds up. All of them, each chosen after the ones before, cost what a single one does that has their sum [Dong22], and what Gaussian noise costs is known exactly [Balle18]. (Of rho alone, whatever
 * noise has it, less is known: an eighth of the budget would be lost.) No mechanism has less noise than the single one, so that this bounds what discreteness costs.
 */
export function concentratedFor(epsilon: number, delta: number, { numbers, unit }: Moved): number {
  const least = unit * analyticSigma(epsilon, delta, 1)
  const left = epsilon - (2 * numbers * DISCRETE) / least ** 2
  return left > 0 ? 1 / (2 * analyticSigma(left, delta, 1) ** 2) : 0
}

const CELLS = 64

/**
 * How likely one of a person's own items passes a threshold, from above, whatever weights the person gives: at most `most` items, the squares of whose weights
 * add up to 1 at most. With s the square of a weight, an item passes with chance g(s) = P(N > (threshold - sqrt s)/sigma), which rises with s; it is concave up to where
 * w (threshold - w) = sigma^2 and convex from there. Of two items in the convex part one can give to the other and the sum grows; items in the concave
 * part are best alike. So the worst is one item of some s and all others alike: that is what is tried, in cells, each with the larger end of both.
 * Below a threshold of 2 the parts lie otherwise: there every item counts as one of weight 1.
 */
export function weightLeak(threshold: number, sigma: number, most: number): number {
  const g = (square: number) => normalTail((threshold - Math.sqrt(square)) / sigma)
  if (threshold < 2) return Math.min(1, most * g(1) * AGAINST_US)
  const others = Math.max(most - 1, 1)
  let worst = 0
  for (let cell = 0; cell < CELLS; cell++) {
    const sum = g((cell + 1) / CELLS) + (most - 1) * g((1 - cell / CELLS) / others)
    worst = Math.max(worst, sum)
  }
  return Math.min(1, worst * AGAINST_US)
}

/** The least threshold, from above, that hides what one person alone gives but for a chance of delta. */
export function weightThreshold(sigma: number, delta: number, most: number): number {
  let [low, high] = [0, 1]
  while (weightLeak(high, sigma, most) > delta) high *= 2
  while (high - low > 1e-9 * high) {
    const middle = (low + high) / 2
    if (weightLeak(middle, sigma, most) <= delta) high = middle
    else low = middle
  }
  return high
}
