import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { binomial } from './binomial.js'
import { expMinus, pi, root, rootOfTwoPi } from './fixed-point.js'
import { gaussianTail } from './gaussian-tail.js'
import { seededRandom } from './seeded.js'
import { belowOf, differentBelow } from './whole.js'

describe('numbers of any closeness', () => {
  // 50 digits, from tables.
  test('pi, e^-1, sqrt(2 pi 9)', () => {
    const digits = (value: bigint, places: number, many: number) =>
      ((value * 10n ** BigInt(many)) >> BigInt(places)).toString()
    expect(digits(pi(200), 200, 50)).toBe('314159265358979323846264338327950288419716939937510')
    expect(digits(expMinus(1n, 1n, 220), 220, 50)).toBe('36787944117144232159552377016146086744581113103176')
    expect(digits(rootOfTwoPi(9n, 200), 200, 40)).toBe('75198848238930015072472958544331357590209')
  })
  test('as doubles', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 60_000 }), fc.integer({ min: 1, max: 1000 }), (n, d) => {
        const x = n / d
        fc.pre(x < 600)
        const places = 1000
        const ours = Number(expMinus(BigInt(n), BigInt(d), places) >> BigInt(places - 980)) / 2 ** 980
        expect(Math.abs(ours / Math.exp(-x) - 1)).toBeLessThan(1e-12)
      }),
    )
  })
  test('whole roots', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: 1n << 200n }), (n) => {
        const r = root(n)
        expect(r * r <= n && (r + 1n) * (r + 1n) > n).toBe(true)
      }),
    )
  })
})

test('whole numbers below any bound, each as often as another; sets likewise (false alarm: 1e-9)', () => {
  const random = seededRandom(5)
  const seen = [0, 0, 0, 0, 0]
  for (let i = 0; i < 50_000; i++) seen[Number(belowOf(random, 5n))]!++
  for (const often of seen) expect(Math.abs(often - 10_000)).toBeLessThan(6.2 * Math.sqrt(8000))
  const pairs = new Map<string, number>()
  for (let i = 0; i < 60_000; i++) {
    const pair = [...differentBelow(random, 4, 2)].sort().join()
    pairs.set(pair, (pairs.get(pair) ?? 0) + 1)
  }
  expect(pairs.size).toBe(6)
  for (const often of pairs.values()) expect(Math.abs(often - 10_000)).toBeLessThan(6.2 * Math.sqrt(8334))
  expect([...differentBelow(random, 3, 3)].sort()).toEqual([0, 1, 2])
})

/** P(k of n) where each happens with chance p, by doubles. */
function mass(n: number, p: number, k: number): number {
  let log = k * Math.log(p) + (n - k) * Math.log1p(-p)
  for (let i = 0; i < k; i++) log += Math.log((n - i) / (i + 1))
  return Math.exp(log)
}

/** 1/2^shift, to any closeness. */
const dyadic = (over: number, shift: number) => ({
  near: over / 2 ** shift,
  of: (bits: number) => (BigInt(over) << BigInt(bits)) >> BigInt(shift),
})

test.each([192, 16])('binomial numbers, also where %s bits often do not decide (false alarm: 1e-9 a value)', (bits) => {
  const random = seededRandom(7)
  const [n, p] = [100, dyadic(3, 7)]
  const seen = new Map<number, number>()
  const runs = 8_000
  for (let i = 0; i < runs; i++) {
    const k = binomial(random, n, p, bits)
    seen.set(k, (seen.get(k) ?? 0) + 1)
  }
  for (let k = 0; k < 12; k++) {
    const expected = runs * mass(n, 3 / 128, k)
    expect(Math.abs((seen.get(k) ?? 0) - expected)).toBeLessThan(6.2 * Math.sqrt(expected) + 6)
  }
})

test('binomial numbers of ten thousand million in pieces: mean and variance (false alarm: 1e-9)', () => {
  const random = seededRandom(8)
  const n = 1e10
  const p = dyadic(1, 24)
  const mean = n / 2 ** 24
  const drawn = Array.from({ length: 400 }, () => binomial(random, n, p))
  const average = drawn.reduce((sum, k) => sum + k, 0) / drawn.length
  expect(Math.abs(average - mean)).toBeLessThan((6.2 * Math.sqrt(mean)) / 20)
  const variance = drawn.reduce((sum, k) => sum + (k - mean) ** 2, 0) / drawn.length
  expect(variance / mean).toBeGreaterThan(0.6)
  expect(variance / mean).toBeLessThan(1.6)
})

test('the tail of discrete Gaussian noise: how many reach it and how far, against the sum (false alarm: 1e-9 a value)', () => {
  const random = seededRandom(9)
  const [v, from, n, runs] = [100, 13, 40, 6_000]
  let all = 0
  for (let x = -200; x <= 200; x++) all += Math.exp(-(x * x) / (2 * v))
  const seen = new Map<number, number>()
  for (let i = 0; i < runs; i++)
    for (const x of gaussianTail(random, { numerator: BigInt(v), denominator: 1n }, n, from))
      seen.set(x, (seen.get(x) ?? 0) + 1)
  expect(Math.min(...seen.keys())).toBe(from)
  for (let x = from; x < 40; x++) {
    const expected = (runs * n * Math.exp(-(x * x) / (2 * v))) / all
    expect(Math.abs((seen.get(x) ?? 0) - expected)).toBeLessThan(6.2 * Math.sqrt(expected) + 6)
  }
  expect(gaussianTail(random, { numerator: 100n, denominator: 1n }, 0, 20)).toEqual([])
  expect(() => gaussianTail(random, { numerator: 100n, denominator: 1n }, 5, 9)).toThrow(RangeError)
  expect(() => gaussianTail(random, { numerator: 100n, denominator: 3n }, 5, 30)).toThrow(RangeError)
})
