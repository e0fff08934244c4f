import type { Variance } from '../random/discrete-gaussian.js'
import { AGAINST_US, anyOf, smallest } from './laplace.js'

/** Denominator of variances: they are whole multiples of 2^-10. */
const VARIANCE_UNIT = 1024
/** Below this variance the sum of several noises is not close enough to a discrete Gaussian itself. */
const MIN_VARIANCE = 1

/** The numbers of a Gaussian threshold: persons give m items; counts get noise of this variance; those above tauPrime are released. */
export interface GaussianThreshold {
  readonly m: number
  readonly tau: number
  readonly tauPrime: number
  readonly variance: Variance
  readonly sigma: number
  /** Chance that an item new with one person is released. */
  readonly leak: number
}

/** sigma at (epsilon, delta/2) for sensitivity sqrt(m), the threshold at the other half of delta. */
export function gaussianFor(epsilon: number, delta: number, m: number, tau: number): GaussianThreshold {
  const variance = discreteVariance(epsilon, delta / 2, m)
  const s2 = Number(variance.numerator) / Number(variance.denominator)
  const leak = (tauPrime: number) => anyOf(discreteTail(s2, tauPrime - tau + 1), m)
  const tauPrime = smallest(tau, (candidate) => leak(candidate) <= delta / 2)
  return { m, tau, tauPrime, variance, sigma: Math.sqrt(s2), leak: leak(tauPrime) }
}

/** The smallest variance, in steps of 2^-10, whose delta at epsilon is small enough when a person adds 1 to each of m counts. */
export function discreteVariance(epsilon: number, delta: number, m: number): Variance {
  const guess = analyticSigma(epsilon, delta, Math.sqrt(m)) ** 2
  const enough = (steps: number) => discreteDelta(epsilon, steps / VARIANCE_UNIT, m) <= delta
  const least = m === 1 ? 1 : MIN_VARIANCE * VARIANCE_UNIT
  // The continuous formula is close; how close depends on the grid, so the exact sum decides.
  let [low, high] = [
    Math.max(least, Math.floor(guess * VARIANCE_UNIT * 0.97)),
    Math.ceil(guess * VARIANCE_UNIT * 1.03) + least,
  ]
  while (!enough(high)) high *= 2
  if (enough(low)) high = low
  while (high - low > Math.max(1, low * 1e-6)) {
    const middle = Math.floor((low + high) / 2)
    if (enough(middle)) high = middle
    else low = middle
  }
  return { numerator: BigInt(high), denominator: BigInt(VARIANCE_UNIT) }
}

/**
 * delta at epsilon of m counts that each move by 1 under independent discrete Gaussian noise, from above. The privacy loss is
 * (2W + m)/(2 sigma^2), W the sum of m noises, so that delta = P(W > epsilon sigma^2 - m/2) - e^epsilon P(W > epsilon sigma^2 + m/2).
 * W is a discrete Gaussian of variance m sigma^2 up to a factor e^tau, tau = 10 sum_k e^(-2 pi^2 sigma^2 k/(k+1)) [Kairouz21].
 */
export function discreteDelta(epsilon: number, variance: number, m: number): number {
  const s2 = m * variance
  const from = Math.floor(epsilon * variance - m / 2) + 1 // first w with a loss above epsilon
  let sum = 0
  for (let w = from; ; w++) {
    // P(w) - e^epsilon P(w + m), without cancellation
    const gained = Math.exp(-(w * w) / (2 * s2)) * -Math.expm1(epsilon - (2 * w + m) / (2 * variance))
    sum += gained
    if (w > 0 && gained <= sum * 1e-17) break
  }
  const near = m === 1 ? 0 : 10 * m * Math.exp(-(Math.PI ** 2) * variance)
  // The two probabilities may be off by e^near in opposite ways; the difference is then off by at most e^near - e^-near of the larger.
  return (sum / normaliser(s2)) * (1 + 1e-10) + 4 * Math.sinh(near) * discreteTail(s2, from)
}

/** P(X >= t) of discrete Gaussian noise, from above. */
export function discreteTail(variance: number, t: number): number {
  // The tail that is taken away is at most one half, and rounded up by 1e-10 of itself.
  if (t <= 0) return Math.min(1, 1 - discreteTail(variance, 1 - t) + 1e-10)
  let sum = 0
  for (let x = t; ; x++) {
    const term = Math.exp(-(x * x) / (2 * variance))
    sum += term
    if (term <= sum * 1e-17) break
  }
  return (sum / normaliser(variance)) * (1 + 1e-10)
}

/** The sum of e^(-x^2/2v) over all whole x: sqrt(2 pi v) but for wide noise; by Poisson's formula never less than that. */
function normaliser(variance: number): number {
  if (variance > 4) return Math.sqrt(2 * Math.PI * variance)
  let sum = 1
  for (let x = 1; x < 60; x++) sum += 2 * Math.exp(-(x * x) / (2 * variance))
  return sum
}

/** sigma of the analytic Gaussian mechanism [Balle18] for real values: delta = Phi(D/2s - es/D) - e^e Phi(-D/2s - es/D). */
export function analyticSigma(epsilon: number, delta: number, sensitivity: number): number {
  let [low, high] = [1e-3, 1]
  while (analyticDelta(epsilon, high) > delta) high *= 2
  for (let i = 0; i < 200 && high / low > 1 + 1e-13; i++) {
    const middle = Math.sqrt(low * high)
    if (analyticDelta(epsilon, middle) > delta) low = middle
    else high = middle
  }
  return high * AGAINST_US * sensitivity
}

/** delta of Gaussian noise of deviation s, for values that move by 1. */
function analyticDelta(epsilon: number, s: number): number {
  return normalTail(epsilon * s - 1 / (2 * s)) - Math.exp(epsilon) * normalTail(epsilon * s + 1 / (2 * s))
}

/** 1 - Phi(x), with about 1e-14 relative error. */
export function normalTail(x: number): number {
  if (x < 0) return 1 - normalTail(-x)
  const density = Math.exp(-(x * x) / 2) / Math.sqrt(2 * Math.PI)
  if (x < 3) {
    // Phi(x) - 1/2 = density (x + x^3/3 + x^5/(3*5) + ...)
    let [term, sum] = [x, x]
    for (let k = 3; term > sum * 1e-18; k += 2) {
      term *= (x * x) / k
      sum += term
    }
    return 0.5 - density * sum
  }
  let fraction = x
  for (let k = 200; k >= 1; k--) fraction = x + k / fraction // Laplace's continued fraction
  return density / fraction
}

/** The x with 1 - Phi(x) = q. */
export function normalQuantile(q: number): number {
  let [low, high] = [-40, 40]
  for (let i = 0; i < 200; i++) {
    const middle = (low + high) / 2
    if (normalTail(middle) > q) low = middle
    else high = middle
  }
  return high
}
