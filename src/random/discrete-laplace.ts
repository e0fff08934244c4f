import { coinExpMinusOne } from './bernoulli.js'
import type { Random } from './random.js'

/** Denominator of the rates of Laplace noise: they are whole multiples of 2^-32. */
export const RATE_UNIT = 2 ** 32
const MIN_RATE = 2 ** 12

/**
 * The largest rate s/2^32 that is not above `rate`: noise is never smaller than asked for. The rate is 1/lambda: noise x has
 * probability proportional to e^(-rate |x|).
 */
export function rateBelow(rate: number): number {
  // A quotient such as epsilon/m may have been rounded up when it was computed.
  const steps = Math.floor(rate * (1 - 2 ** -51) * RATE_UNIT)
  if (!(steps >= MIN_RATE && steps <= 2 ** 48)) throw new RangeError('the scale of the noise must lie in 2^-16 to 2^20')
  return steps / RATE_UNIT
}

/**
 * Discrete Laplace noise, exactly: P(x) = (1 - p)/(1 + p) p^|x| with p = e^-rate, the rate a multiple of 2^-32.
 * [CKS20] algorithm 2 with t = 2^32: whole numbers only, so that the noise has no gaps that would give the count away.
 */
export function discreteLaplace(random: Random, rate: number): () => number {
  const s = rate * RATE_UNIT
  if (!Number.isInteger(s) || s < MIN_RATE) throw new RangeError('the rate of the noise must be a multiple of 2^-32')
  return () => {
    for (;;) {
      const u = random.uint32()
      if (!keepsUniform(random, u)) continue
      let x = u
      while (coinExpMinusOne(random)) x += RATE_UNIT
      // Exact: a quotient of whole numbers that is not whole lies 1/s from the next one, farther than rounding reaches.
      const magnitude = Math.floor(x / s)
      const negative = (random.uint32() & 1) === 1
      if (negative && magnitude === 0) continue
      return negative ? -magnitude : magnitude
    }
  }
}

/** True with probability e^(-u/2^32): as `coinExpMinus`, written out because it is the inner loop. */
function keepsUniform(random: Random, u: number): boolean {
  let k = 1
  while (random.uint32() < u && (k === 1 || random.below(k) === 0)) k++
  return (k & 1) === 1
}
