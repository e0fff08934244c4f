import { bisect, lowerBound } from '../../base/binomial.js'

/** What a differentially private release lets anyone reach. */
export interface Promised {
  readonly epsilon: number
  readonly delta: number
}

/**
 * [Kairouz15]: the most true positives, at a rate f of false ones, that an (epsilon, delta) mechanism lets any test have of whether a person is in
 * the log. Both sides of the inequality count: neither being found nor being missed may differ by more.
 */
export function limitAt(f: number, { epsilon, delta }: Promised): number {
  return Math.min(1, Math.exp(epsilon) * f + delta, 1 - Math.exp(-epsilon) * (1 - delta - f))
}

/** [Dong22]: the same for values that a person moves by `shift` deviations of Gaussian noise: Phi(Phi^-1(f) + shift). */
export function gaussianLimitAt(f: number, shift: number): number {
  return normal(bisect(-40, 40, (x) => normal(x) > f) + shift)
}

/** Phi(x): the chance that a standard normal value stays below x. */
export function normal(x: number): number {
  if (x > 0) return 1 - normal(-x)
  const density = Math.exp(-(x * x) / 2) / Math.sqrt(2 * Math.PI)
  if (x < -4) {
    let below = -x
    for (let k = 80; k >= 1; k--) below = -x + k / below // Laplace's continued fraction
    return density / below
  }
  // 1/2 - Phi(x) = density (|x| + |x|^3/3 + |x|^5/(3 5) + ...)
  let [term, sum] = [-x, -x]
  for (let k = 3; term > sum * 1e-17; k += 2) {
    term *= (x * x) / k
    sum += term
  }
  return 0.5 - density * sum
}

/** [Clopper34]: where a probability lies, if an event came k times in n independent trials; wrong with probability `alpha` at most. */
export function interval(k: number, n: number, alpha: number): readonly [number, number] {
  return n === 0 ? [0, 1] : [lowerBound(k, n, alpha / 2), 1 - lowerBound(n - k, n, alpha / 2)]
}
