import { RATE_UNIT, rateBelow } from '../random/discrete-laplace.js'
import { AGAINST_US, anyOf, laplaceTail, smallest } from './laplace.js'

export type Neighbours = 'add-remove' | 'replace'

/** The numbers of ZEALOUS [Goetz12]: persons give m items; tau before the noise, tau' after it; the noise has scale lambda. */
export interface Zealous {
  readonly m: number
  readonly tau: number
  readonly tauPrime: number
  /** 1/lambda as the sampler takes it: a multiple of 2^-32; 0 stands for no noise. */
  readonly rate: number
}

/** How much one person's coming, going or changing can move all counts together. */
export function sensitivity(m: number, neighbours: Neighbours): number {
  return neighbours === 'replace' ? 2 * m : m
}

/** lambda = m/epsilon, or 2m/epsilon for replace; as a rate, rounded so that the noise is never too small. */
export function zealousRate(epsilon: number, m: number, neighbours: Neighbours): number {
  return rateBelow(epsilon / sensitivity(m, neighbours))
}

/** tau' for (epsilon, delta)-differential privacy: the smallest that keeps items of tau - 1 others hidden when a person joins. */
export function zealousFor(epsilon: number, delta: number, m: number, tau: number, neighbours: Neighbours): Zealous {
  const rate = zealousRate(epsilon, m, neighbours)
  const tauPrime = smallest(tau, (candidate) => {
    const settings = { m, tau, tauPrime: candidate, rate }
    return staysHidden(settings) && zealousDelta(settings) <= delta
  })
  return { m, tau, tauPrime, rate }
}

/** The true delta: the chance that one of m items, new with this person, passes tau'. */
export function zealousDelta({ m, tau, tauPrime, rate }: Zealous): number {
  return Math.min(1, anyOf(laplaceTail(rate, tauPrime - tau + 1), m))
}

/** tau' - tau >= -lambda ln(2 - 2 e^(-1/lambda)): that an item is missing says no more than epsilon allows. */
export function staysHidden({ tau, tauPrime, rate }: Zealous): boolean {
  return (tauPrime - tau) * rate >= -Math.log(-2 * Math.expm1(-rate)) * AGAINST_US
}

/** The true epsilon of the counts. */
export function zealousEpsilon({ m, rate }: Zealous, neighbours: Neighbours): number {
  return sensitivity(m, neighbours) * rate
}

/**
 * tau' for probabilistic differential privacy with at most U persons [Goetz12]: lambda = 2m/epsilon and
 * tau' - tau >= max(-lambda ln(2 - 2 e^(-1/lambda)), -lambda ln(2 delta tau/(U m))). Without tau, the one that makes tau' smallest.
 */
export function zealousProbabilistic(epsilon: number, delta: number, m: number, users: number, tau?: number): Zealous {
  const rate = rateBelow(epsilon / (2 * m))
  const chosen = tau ?? Math.max(1, Math.round(1 / rate))
  const tauPrime = smallest(chosen, (candidate) => {
    const settings = { m, tau: chosen, tauPrime: candidate, rate }
    const log = Math.log((2 * delta * chosen) / (users * m))
    return staysHidden(settings) && (candidate - chosen) * rate >= Math.max(0, -log) * AGAINST_US
  })
  return { m, tau: chosen, tauPrime, rate }
}

/** The true delta of the probabilistic kind: any of the at most U m/tau items that pass tau may be the one that gives a person away. */
export function zealousProbabilisticDelta(settings: Zealous, users: number): number {
  const { m, tau, tauPrime, rate } = settings
  return Math.min(1, (laplaceTail(rate, tauPrime - tau + 1) * users * m * AGAINST_US) / tau)
}

/** The pair that is often quoted for ZEALOUS: lambda = 2m/epsilon with tau' = m (1 - ln(2 delta/m)/epsilon). It misses its delta. */
export function textbookPair(
  epsilon: number,
  delta: number,
  m: number,
): { readonly lambda: number; readonly tauPrime: number } {
  return { lambda: (2 * m) / epsilon, tauPrime: Math.ceil(m * (1 - Math.log((2 * delta) / m) / epsilon) - 1e-9) }
}

/** The rate for an explicitly given lambda; 0 for none. */
export function rateOf(lambda: number): number {
  return lambda === 0 ? 0 : rateBelow(1 / lambda)
}

/** lambda as the noise really has it. */
export function lambdaOf(rate: number): number {
  return rate === 0 ? 0 : RATE_UNIT / (rate * RATE_UNIT)
}
