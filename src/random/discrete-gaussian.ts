import { coinExpMinus, coinExpMinusOne, coinOf } from './bernoulli.js'
import type { Random } from './random.js'

/** The variance of discrete Gaussian noise: a fraction of whole numbers. */
export interface Variance {
  readonly numerator: bigint
  readonly denominator: bigint
}

const TABLE = 1 << 14

/**
 * Discrete Gaussian noise, exactly: P(x) proportional to e^(-x^2/2 sigma^2). [CKS20] algorithm 3: discrete Laplace noise of scale t, kept
 * with probability e^-(|y| - sigma^2/t)^2/2 sigma^2. Any t serves; here it is a power of two, so that uniform draws are bits.
 */
export function discreteGaussian(random: Random, variance: Variance): () => number {
  const { numerator: n, denominator: d } = variance
  if (n <= 0n || d <= 0n) throw new RangeError('the variance of the noise must be positive')
  const bits = bitsFor(variance)
  const t = 2 ** bits
  const over = (2n * n * d) << BigInt(2 * bits) // gamma(y) = (y t d - n)^2 / (2 n d t^2)
  const square = (y: number) => (BigInt(y) * d * BigInt(t) - n) ** 2n
  const table: Step[] = []
  const step = (y: number): Step => {
    const known = table[y] ?? stepOf(square(y), over)
    if (y < TABLE) table[y] = known
    return known
  }
  return () => {
    for (;;) {
      const y = proposal(random, bits, t)
      if (y === undefined) continue
      const { whole, high, rest } = step(Math.abs(y))
      let kept = true
      for (let i = 0; i < whole && kept; i++) kept = coinExpMinusOne(random)
      if (kept && coinExpMinus(random, () => below(random, high, rest, over))) return y
    }
  }
}

/** An exponent split into its whole part, the first 32 binary digits of its fraction, and what is left of it. */
interface Step {
  readonly whole: number
  readonly high: number
  readonly rest: bigint
}

function stepOf(numerator: bigint, denominator: bigint): Step {
  const scaled = (numerator % denominator) << 32n
  return {
    whole: Number(numerator / denominator),
    high: Number(scaled / denominator),
    rest: scaled % denominator,
  }
}

/** True with the probability of a fraction: 32 bits decide nearly always. */
function below(random: Random, high: number, rest: bigint, denominator: bigint): boolean {
  const drawn = random.uint32()
  return drawn === high ? coinOf(random, rest, denominator) : drawn < high
}

/** Discrete Laplace noise of scale t = 2^bits; undefined where a draw is thrown away. */
function proposal(random: Random, bits: number, t: number): number | undefined {
  const u = uniform(random, bits)
  if (!coinExpMinus(random, () => uniform(random, bits) < u)) return undefined
  let x = u
  while (coinExpMinusOne(random)) x += t
  const negative = (random.uint32() & 1) === 1
  return negative ? (x === 0 ? undefined : -x) : x
}

function uniform(random: Random, bits: number): number {
  if (bits <= 32) return bits === 0 ? 0 : random.uint32() >>> (32 - bits)
  return (random.uint32() >>> (64 - bits)) * 2 ** 32 + random.uint32()
}

/** The power of two at or above the standard deviation. */
function bitsFor({ numerator, denominator }: Variance): number {
  let bits = 0
  while (numerator > denominator << BigInt(2 * bits)) bits++
  if (bits > 44) throw new RangeError('the standard deviation of the noise must not pass 2^44')
  return bits
}
