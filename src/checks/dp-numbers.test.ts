import { describe, expect, test } from 'vitest'
import { exactAtMost } from './dp-any.js'
import { farOff, least, logMomentOfHalf, manyOf, manyWhenFew, tooNear, tooWide } from './dp-bounds.js'
import { leastVariance, lost, realDeviation } from './dp-gaussian.js'
import { howMany, scoresOf } from './dp-law.js'
import { firstBelow, gaussianNoise, laplaceNoise } from './dp-noise.js'
import { upperPoint, upperTail } from './dp-normal.js'

// Reference values were computed apart, by mpmath with 30 to 40 digits and from the definitions: integrals, sums over all whole numbers, enumeration of all
// outcomes, convolution of m noises, minima by cutting intervals.

/** To so many digits, relatively. */
const close = (value: number, wanted: number, digits = 12) =>
  expect(Math.abs(value / wanted - 1), `${value} for ${wanted}`).toBeLessThan(10 ** -digits)

describe('normal law', () => {
  test.each([
    [0.5, 0.308537538725987],
    [1, 0.158655253931457],
    [3.9, 4.80963440176027e-5],
    [4, 3.16712418331199e-5],
    [4.1, 2.06575069125468e-5],
    [6, 9.86587645037698e-10],
    [10, 7.61985302416053e-24],
    [37, 5.72557122252458e-300],
    [-1, 0.841344746068543],
  ])('P(Z > %d)', (x, tail) => close(upperTail(x), tail, x > 3 && x <= 4 ? 10 : 12))

  test.each([
    [0.25, 0.674489750196082],
    [0.1, 1.2815515655446],
    [0.001, 3.09023230616781],
    [1e-10, 6.36134090240406],
    [1e-100, 21.2734535609653],
    [0.9, -1.2815515655446],
  ])('is passed with probability %d', (q, x) => close(upperPoint(q), x, 11))

  test('at the middle and at the end', () => {
    expect(upperTail(0)).toBe(0.5)
    expect(upperPoint(0.5)).toBeCloseTo(0, 14)
    expect(upperPoint(0)).toBe(Number.POSITIVE_INFINITY)
    expect(upperPoint(1)).toBe(Number.NEGATIVE_INFINITY)
  })
})

describe('noise', () => {
  const laplace = laplaceNoise(0.5)
  const gaussian = gaussianNoise(2.25)

  test.each([
    [-3, 0.915759290108525, 0.991280124608167],
    [0, 0.622459331201855, 0.632980760133811],
    [1, 0.377540668798145, 0.367019239866189],
    [4, 0.0842407098914755, 0.00871987539183319],
  ])('P(X >= %d), Laplace of rate 0.5 and Gaussian of variance 2.25', (t, one, other) => {
    close(laplace.atLeast(t), one)
    close(gaussian.atLeast(t), other)
  })

  test('far out, peaks, variances, moments', () => {
    close(gaussian.atLeast(20), 6.62083584946115e-40)
    expect(gaussian.atLeast(1000)).toBe(0)
    expect(gaussian.atLeast(-1000)).toBe(1)
    close(laplace.peak, 0.244918662403709)
    close(gaussian.peak, 0.265961520267622)
    close(laplace.variance, 7.83539617806553)
    close(gaussian.variance, 2.25)
    close(laplace.logMoment(0.3), 0.438885221025118)
    close(laplace.logMoment(-0.3), 0.438885221025118)
    expect(laplace.logMoment(0.5)).toBe(Number.POSITIVE_INFINITY)
    expect([laplace.steepest, gaussian.steepest]).toEqual([0.5, Number.POSITIVE_INFINITY])
    close(gaussian.logMoment(0.4), 0.18)
    close(gaussianNoise(0.1).variance, 0.0132967251736242)
    close(gaussianNoise(0.1).peak, 0.986703287028858)
  })

  test('noise too wide for a table has the tails of the normal law between whole numbers', () => {
    const wide = gaussianNoise(2 ** 32)
    close(wide.atLeast(100_000), 0.0635209626264983)
    close(wide.peak, 1 / Math.sqrt(2 * Math.PI * 2 ** 32))
    expect(wide.variance).toBe(2 ** 32)
    // Where both ways are open they agree.
    close(gaussianNoise(2 ** 30).atLeast(50_000), upperTail(49_999.5 / 2 ** 15), 8)
  })

  test('the first place at which a tail is small enough', () => {
    expect(firstBelow(laplace, 0.1, 1)).toBe(4)
    expect(firstBelow(laplace, 0.0842407098914756, 1)).toBe(4)
    expect(firstBelow(laplace, 0.0842407098914754, 1)).toBe(5)
    expect(firstBelow(laplace, 0.5, 1)).toBe(1)
    expect(firstBelow(gaussian, 6.7e-40, 1)).toBe(20)
    expect(firstBelow(laplace, 0.5, 7)).toBe(7)
  })
})

describe('what Gaussian noise must be', () => {
  test('delta by convolution of m noises', () => {
    close(lost(1, 4, 1), 0.00724877684595258)
    close(lost(1, 4, 2), 0.0379694447235448)
    close(lost(0.5, 9, 3), 0.0766323351168757)
    close(lost(3, 1.5, 1), 3.95945617195999e-5)
  })

  test('what the sum of several noises may differ by is added: 4 * 10 m e^(-pi^2 v) of the tail', () => {
    const [epsilon, v, m] = [1, 1, 2]
    const tail = [1, 2, 3, 4, 5, 6, 7, 8].reduce((sum, w) => sum + Math.exp(-(w * w) / 4), 0)
    const mass = 1 + 2 * tail
    const plain = [1, 2, 3, 4, 5, 6, 7, 8].reduce((sum, w) => sum - Math.exp(-(w * w) / 4) * Math.expm1(1 - (w + 1)), 0)
    close(lost(epsilon, v, m), (plain + 80 * Math.exp(-(Math.PI ** 2)) * tail) / mass, 6)
  })

  test('the least variance in steps of 1/1024', () => {
    expect(leastVariance(1, 1e-3, 1)).toBe(6639 / 1024)
    expect(leastVariance(1, 1e-3, 2)).toBe(13583 / 1024)
    expect(leastVariance(90, 0.05, 5)).toBe(1)
    close(leastVariance(0.001, 1e-8, 20), 20 * realDeviation(0.001, 1e-8) ** 2)
  })

  test('of real values [Balle18]', () => {
    close(realDeviation(1, 1e-5), 3.73063163481594, 11)
    close(realDeviation(Math.LN10, 5e-6), 1.82115923473434, 11)
  })
})

describe('laws of counts', () => {
  const open = [
    { chance: 0.2, persons: 2 },
    { chance: 0.5, persons: 1 },
    { chance: 0.75, persons: 1 },
  ]

  test('how many of four persons give: all sixteen outcomes', () => {
    const { from, law } = howMany(open)
    expect(from).toBe(0)
    for (const [i, wanted] of [0.08, 0.36, 0.405, 0.14, 0.015].entries()) close(law[i]!, wanted, 14)
    expect(howMany([])).toEqual({ from: 0, law: Float64Array.of(1) })
  })

  test('of many persons only what can be is kept, and its mean is right', () => {
    const { from, law } = howMany([{ chance: 0.5, persons: 2000 }])
    expect([from > 700, law.length < 700]).toEqual([true, true])
    close(
      law.reduce((sum, p) => sum + p, 0),
      1,
    )
    close(
      law.reduce((sum, p, i) => sum + p * (from + i), 0),
      1000,
    )
    expect(Math.min(...law)).toBeGreaterThan(0)
  })

  test.each([
    [14, 0.80062982765051, 1.1340530043289],
    [9, -1.2262357516161, -0.90985309121095],
    [12, -0.068202869691834, 0.39841817846686],
  ])('between which scores a count of %d stands, ten given for certain', (count, low, high) => {
    const scores = scoresOf(count, 10, open, laplaceNoise(0.5))
    close(scores.low, low, 10)
    close(scores.high, high, 10)
  })
})

describe('bounds of chances', () => {
  test('minima of convex functions, at either end too', () => {
    expect(least((x) => (x - 2) ** 2 + 3, 0, 10)).toBeCloseTo(3, 12)
    expect(least((x) => x, 1, 5)).toBeCloseTo(1, 6)
    expect(least((x) => -x, 1, 5)).toBeCloseTo(-5, 6)
  })

  test('many of n events', () => {
    close(manyOf(20, 20, 0.175), -34.8593861011725)
    close(manyOf(100, 30, 0.1), -15.3663586803799)
    expect(manyOf(100, 10, 0.1)).toBe(0)
    expect(manyOf(100, 9, 0.1)).toBe(0)
    expect(manyOf(3, 3, 1.5)).toBe(0)
    close(manyWhenFew(5, 0.1), -14.6601150271407)
    expect(manyWhenFew(2, 2)).toBe(0)
    expect(manyWhenFew(1, 2)).toBe(0)
    expect(manyWhenFew(1, 0)).toBe(Number.NEGATIVE_INFINITY)
  })

  test('a count far off its mean', () => {
    close(farOff(30, 4, laplaceNoise(0.5)), -11.4579865725, 8)
    close(farOff(30, 4, gaussianNoise(9)), -27.0686525267, 8)
    close(farOff(30, 0, laplaceNoise(0.5)), -15.4740769841801)
    close(farOff(29.5, 0, laplaceNoise(0.5)), -15.4740769841801)
    expect(farOff(0, 0, laplaceNoise(0.5))).toBe(0)
    expect(farOff(-3, 4, laplaceNoise(0.5))).toBe(0)
    expect(farOff(0.001, 4, laplaceNoise(0.5))).toBeLessThanOrEqual(0)
  })

  test('the bound is never below the true chance: ten of twenty-five persons, by the law itself', () => {
    const noise = laplaceNoise(0.4)
    const { from, law } = howMany([{ chance: 0.4, persons: 25 }])
    for (const x of [3, 8, 15, 40]) {
      const up = law.reduce((sum, p, i) => sum + p * noise.atLeast(10 + x - from - i), 0)
      const down = law.reduce((sum, p, i) => sum + p * noise.atLeast(from + i - (10 - x)), 0)
      expect(farOff(x, 6, noise)).toBeGreaterThan(Math.log(Math.max(up, down)))
    }
  })

  test('moments of half a normal value, by integration', () => {
    close(logMomentOfHalf(0.3), 0.25508352799154)
    close(logMomentOfHalf(-1), -0.23740064939301)
    expect(logMomentOfHalf(0)).toBe(0)
  })

  test('squares of scores that are too many, or too few', () => {
    const [sure, open] = [
      { sure: 100, open: 0 },
      { sure: 0, open: 100 },
    ]
    close(tooWide(200, sure, 'both'), -15.342640972003, 9)
    for (const scores of [sure, open]) close(tooWide(120, scores, 'one'), -11.1844005076, 8)
    close(tooWide(240, open, 'both'), -11.1844005076, 8)
    for (const scores of [sure, open]) close(tooNear(20, scores, 'one'), -5.84366172581, 8)
    close(tooNear(30, { sure: 60, open: 40 }, 'both'), -16.5038889892, 8)
  })

  test('what is to be expected alarms nobody', () => {
    const scores = { sure: 100, open: 100 }
    expect(tooWide(200, scores, 'both')).toBeGreaterThan(-1e-6)
    expect(tooNear(200, scores, 'both')).toBeGreaterThan(-0.1)
    expect(tooWide(Number.POSITIVE_INFINITY, scores, 'one')).toBe(Number.NEGATIVE_INFINITY)
  })
})

test('how often any mechanism can be exact, from its promise alone', () => {
  close(exactAtMost(1, 0), Math.tanh(0.5))
  close(exactAtMost(0.001, 1e-6), 0.0013574316846, 10)
  close(exactAtMost(1, 0.05), 0.541812929031, 10)
  expect(exactAtMost(100, 0)).toBeGreaterThan(0.99)
})
