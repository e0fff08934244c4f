import { describe, expect, test } from 'vitest'
import { coinExpMinusOne, coinOf } from './bernoulli.js'
import { discreteGaussian } from './discrete-gaussian.js'
import { discreteLaplace, rateBelow } from './discrete-laplace.js'
import { randomFrom } from './random.js'
import { secureRandom } from './secure.js'
import { seededRandom } from './seeded.js'

const DRAWS = 200_000

/** Chi-squared of draws against probabilities by value, values of small expectation put together. */
function chiSquared(draws: readonly number[], chance: (x: number) => number, reach: number) {
  const seen = new Map<number, number>()
  for (const x of draws) seen.set(x, (seen.get(x) ?? 0) + 1)
  let [statistic, cells, restSeen, restExpected] = [0, 0, draws.length, draws.length]
  for (let x = -reach; x <= reach; x++) {
    const expected = chance(x) * draws.length
    if (expected < 20) continue
    const found = seen.get(x) ?? 0
    statistic += (found - expected) ** 2 / expected
    cells++
    restSeen -= found
    restExpected -= expected
  }
  statistic += (restSeen - restExpected) ** 2 / restExpected
  return { statistic, freedom: cells }
}

/** Above this chi-squared values are seen about once in a million (Wilson and Hilferty's approximation, z = 4.9). */
function onceInAMillion(freedom: number): number {
  return freedom * (1 - 2 / (9 * freedom) + 4.9 * Math.sqrt(2 / (9 * freedom))) ** 3
}

const SOURCES = [secureRandom(), seededRandom(11)] as const

describe.each(SOURCES.map((source) => [source.kind, source] as const))('%s noise', (_, random) => {
  test.each([0.05, 0.4, 1, 7])('[CKS20] algorithm 2: discrete Laplace at rate %d (false alarm: 1e-6)', (wanted) => {
    const rate = rateBelow(wanted)
    const p = Math.exp(-rate)
    const draw = discreteLaplace(random, rate)
    const draws = Array.from({ length: DRAWS }, draw)
    const { statistic, freedom } = chiSquared(draws, (x) => ((1 - p) / (1 + p)) * p ** Math.abs(x), 400)
    expect(statistic).toBeLessThan(onceInAMillion(freedom))
  })

  test.each([
    [1n, 4n],
    [1n, 1n],
    [67_926n, 1024n],
    [40_000n, 3n],
  ])('[CKS20] algorithm 3: discrete Gaussian of variance %d/%d (false alarm: 1e-6)', (numerator, denominator) => {
    const variance = Number(numerator) / Number(denominator)
    const weight = (x: number) => Math.exp(-(x * x) / (2 * variance))
    let whole = 0
    for (let x = -2000; x <= 2000; x++) whole += weight(x)
    const draw = discreteGaussian(random, { numerator, denominator })
    const draws = Array.from({ length: DRAWS / 2 }, draw)
    const { statistic, freedom } = chiSquared(draws, (x) => weight(x) / whole, 2000)
    expect(statistic).toBeLessThan(onceInAMillion(freedom))
  })

  // The mean of 50,000 draws is off by five of its deviations once in 1.7 million runs.
  test('a wide Gaussian, drawn from more than 32 bits, has its mean and variance (false alarm: 2e-6)', () => {
    const sigma = 2 ** 36
    const draw = discreteGaussian(random, { numerator: 1n << 72n, denominator: 1n })
    const draws = Array.from({ length: 50_000 }, () => draw() / sigma)
    const mean = draws.reduce((sum, x) => sum + x, 0) / draws.length
    const square = draws.reduce((sum, x) => sum + x * x, 0) / draws.length
    expect(Math.abs(mean)).toBeLessThan(5 / Math.sqrt(draws.length))
    expect(Math.abs(square - 1)).toBeLessThan(5 * Math.sqrt(2 / draws.length))
  })

  test('coins fall as they should (false alarm: 1e-6 each)', () => {
    const share = (coin: () => boolean) => Array.from({ length: DRAWS }, coin).filter(Boolean).length / DRAWS
    const near = (coin: () => boolean, p: number) =>
      expect(Math.abs(share(coin) - p)).toBeLessThan(4.9 * Math.sqrt((p * (1 - p)) / DRAWS))
    near(() => coinExpMinusOne(random), Math.exp(-1))
    near(() => coinOf(random, 1n, 3n), 1 / 3)
    near(() => coinOf(random, 10n ** 40n - 1n, 10n ** 41n), 0.1)
  })
})

test('noise is never smaller than asked for', () => {
  for (const rate of [Math.LN10 / 20, 0.1, 1 / 3, 7 / 11, 5]) {
    expect(rateBelow(rate)).toBeLessThanOrEqual(rate)
    expect(rateBelow(rate) / rate).toBeGreaterThan(1 - 1e-7)
    expect(Number.isInteger(rateBelow(rate) * 2 ** 32)).toBe(true)
  }
  expect(() => rateBelow(2 ** -21)).toThrow(RangeError)
  expect(() => discreteLaplace(secureRandom(), 0.1)).toThrow(RangeError) // not a multiple of 2^-32
  expect(() => discreteGaussian(secureRandom(), { numerator: 0n, denominator: 1n })).toThrow(RangeError)
})

test('a coin goes on drawing while its digits are undecided', () => {
  // 1/3 is 0x55555555 55555555 ... in digits of 32 bits: three equal draws, then a smaller one.
  const given = [0x55555555, 0x55555555, 0x55555555, 0x55555554]
  const random = randomFrom(
    'seeded',
    () => given.shift()!,
    () => new Uint8Array(),
  )
  expect(coinOf(random, 1n, 3n)).toBe(true)
  expect(given).toEqual([])
  expect(coinOf(random, 3n, 3n)).toBe(true) // certain, without a draw
})

test('a seed repeats its noise', () => {
  const draws = (seed: number) => Array.from({ length: 20 }, discreteLaplace(seededRandom(seed), rateBelow(0.1)))
  expect(draws(3)).toEqual(draws(3))
  expect(draws(3)).not.toEqual(draws(4))
})
