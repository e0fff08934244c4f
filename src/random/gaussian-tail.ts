import { coinExpMinus, coinExpMinusOne, coinOf } from './bernoulli.js'
import { binomial, type Probability } from './binomial.js'
import type { Variance } from './discrete-gaussian.js'
import { expMinus, rootOfTwoPi } from './fixed-point.js'
import type { Random } from './random.js'
import { belowOf } from './whole.js'

/**
 * Of n independent draws of discrete Gaussian noise, those of `from` or more, without drawing the others; exactly. With a = from,
 * P(X = a + g) = [e^(-a^2/2v)/Z(1 - e^(-a/v))] * [(1 - e^(-a/v)) e^(-ag/v)] * e^(-g^2/2v): a number of candidates that is binomial with the first factor, a step g above a
 * that is geometric, and a coin. Where fewer than one in four would be candidates this is no more work than they are.
 */
export function gaussianTail(random: Random, variance: Variance, n: number, from: number): number[] {
  const { numerator, denominator } = variance
  if (denominator !== 1n || numerator < 64n) throw new RangeError('the tail needs a whole variance of 64 or more')
  const v = numerator
  const a = BigInt(from)
  const chance = candidates(v, a)
  const kept: number[] = []
  const many = n === 0 ? 0 : binomial(random, n, chance)
  for (let i = 0; i < many; i++) {
    const g = geometric(random, a, v)
    if (coinExp(random, g * g, 2n * v)) kept.push(from + Number(g))
  }
  return kept
}

/** From here on, in deviations, the tail may be asked for: fewer than one in four are candidates. */
export const TAIL_FROM = 1

/** e^(-a^2/2v)/(Z (1 - e^(-a/v))), Z = sqrt(2 pi v) up to a factor of 1 + 3 e^(-2 pi^2 v), which for v >= 64 no number of bits below 1,800 can tell. */
function candidates(v: bigint, a: bigint): Probability {
  const x = Number(a) / Math.sqrt(Number(v))
  if (x < TAIL_FROM) throw new RangeError('the tail begins a deviation above 0')
  const near = Math.exp(-(x * x) / 2) / (x * Math.sqrt(2 * Math.PI))
  const of = (bits: number) => {
    if (bits > 1700 && v < 4096n) throw new RangeError('more bits than the variance allows')
    // What is small loses so many of its leading places, which are put behind.
    const places = bits + Math.ceil(x * x) + v.toString(2).length + 64
    const one = 1n << BigInt(places)
    const top = expMinus(a * a, 2n * v, places)
    const z = rootOfTwoPi(v, places)
    const step = one - expMinus(a, v, places)
    return ((top << BigInt(2 * places)) / (z * step)) >> BigInt(places - bits)
  }
  return { of, near }
}

/** P(G >= g) = e^(-ga/v): [CKS20] algorithm 2, whole numbers only. */
function geometric(random: Random, a: bigint, v: bigint): bigint {
  for (;;) {
    const u = belowOf(random, v)
    if (!coinExp(random, u, v)) continue
    let x = u
    while (coinExpMinusOne(random)) x += v
    return x / a
  }
}

/** True with probability e^(-n/d). */
function coinExp(random: Random, n: bigint, d: bigint): boolean {
  for (let whole = n / d; whole > 0n; whole--) if (!coinExpMinusOne(random)) return false
  const rest = n % d
  return coinExpMinus(random, () => coinOf(random, rest, d))
}
