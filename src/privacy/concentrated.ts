import { normalTail } from './gaussian.js'
import { AGAINST_US } from './laplace.js'

/**
 * delta at epsilon of what is rho-zCDP [CKS20] corollary 13: the least over orders a > 1 of e^((a - 1)(a rho - epsilon)) (1 - 1/a)^a/(a - 1). Every order
 * gives a delta that holds, so that where the search for the best one ends only decides how good it is.
 */
export function concentratedDelta(rho: number, epsilon: number): number {
  const log = (order: number) =>
    (order - 1) * (order * rho - epsilon) + order * Math.log1p(-1 / order) - Math.log(order - 1)
  // Up to a last term that varies slowly the exponent is a parabola in the order: it falls, then rises.
  let [low, high] = [-20, 20]
  const at = (x: number) => log(1 + Math.exp(x))
  for (let i = 0; i < 200; i++) {
    const [left, right] = [low + (high - low) / 3, high - (high - low) / 3]
    if (at(left) < at(right)) high = right
    else low = left
  }
  return Math.min(1, Math.exp(at((low + high) / 2)) * (1 + 1e-9))
}

/** The largest rho, from below, at which what is rho-zCDP is (epsilon, delta)-differentially private. */
export function concentratedFor(epsilon: number, delta: number): number {
  let [low, high] = [0, epsilon]
  for (let i = 0; i < 100; i++) {
    const middle = (low + high) / 2
    if (concentratedDelta(middle, epsilon) <= delta) low = middle
    else high = middle
  }
  return low
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
