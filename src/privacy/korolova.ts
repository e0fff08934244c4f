import { rateBelow } from '../random/discrete-laplace.js'
import { AGAINST_US, laplaceTail, smallest } from './laplace.js'

/** The numbers of [Korolova09]: persons give their first d queries, counted with repetition; noise of scale b; threshold K. */
export interface Korolova {
  readonly d: number
  readonly k: number
  /** 1/b. */
  readonly rate: number
}

/**
 * K and b from the part of epsilon that the choice of queries may spend. The source's K = d (1 - ln(2 delta/d)/epsilon) bounds each of d
 * queries as if the person had asked it d times; with discrete noise that is d P(X >= K - d + 1) <= delta.
 */
export function korolovaFor(epsilon: number, delta: number, d: number): Korolova {
  const rate = rateBelow(epsilon / d)
  const k = smallest(d, (candidate) => {
    const settings = { d, k: candidate, rate }
    return korolovaDelta(settings) <= delta && korolovaRatio(settings) <= Math.exp(rate)
  })
  return { d, k, rate }
}

export function korolovaDelta({ d, k, rate }: Korolova): number {
  return Math.min(1, d * laplaceTail(rate, k - d + 1) * AGAINST_US)
}

/** The source's K, for continuous noise. */
export function korolovaK(epsilon: number, delta: number, d: number): number {
  return d * (1 - Math.log((2 * delta) / d) / epsilon)
}

/** 1 + 1/(2 e^((K-1)/b) - 1): what the absence of a query that one person asked once can tell. */
export function korolovaRatio({ k, rate }: Korolova): number {
  return 1 + 1 / (2 * Math.exp((k - 1) * rate) - 1)
}

/** Total epsilon = d ln a + d/b_q + d_c/b_c with a = max(e^(1/b), 1 + 1/(2 e^((K-1)/b) - 1)). Rates are 1/b, 1/b_q, 1/b_c. */
export function korolovaEpsilon(
  settings: Korolova,
  counts: { readonly rate: number },
  clicks: { readonly d: number; readonly rate: number },
): number {
  const a = Math.max(Math.exp(settings.rate), korolovaRatio(settings))
  return settings.d * Math.log(a) + settings.d * counts.rate + clicks.d * clicks.rate
}
