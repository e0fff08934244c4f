import { describe, expect, test } from 'vitest'
import {
  analyticSigma,
  discreteDelta,
  discreteTail,
  discreteVariance,
  gaussianFor,
  normalQuantile,
  normalTail,
} from './gaussian.js'
import { anyOf } from './laplace.js'

/** Discrete Gaussian point masses, summed up plainly. */
function masses(variance: number, from = -400, to = 400): (x: number) => number {
  let whole = 0
  for (let x = from; x <= to; x++) whole += Math.exp(-(x * x) / (2 * variance))
  return (x) => Math.exp(-(x * x) / (2 * variance)) / whole
}

/** delta at epsilon of m counts that move by 1 each, straight from the definition: over the sum of the m noises, which is all that counts. */
function deltaByDefinition(epsilon: number, variance: number, m: number): number {
  const mass = masses(variance)
  const reach = Math.ceil(14 * Math.sqrt(variance)) + 2
  const one = Array.from({ length: 2 * reach + 1 }, (_, i) => mass(i - reach))
  let sum = [1]
  for (let i = 0; i < m; i++) {
    const next = new Array<number>(sum.length + one.length - 1).fill(0)
    sum.forEach((a, x) => {
      one.forEach((b, y) => {
        next[x + y] = next[x + y]! + a * b
      })
    })
    sum = next
  }
  // With W = w the loss is (2w + m)/2v; outcomes of a larger loss than epsilon make up delta.
  return sum.reduce((total, p, i) => {
    const loss = (2 * (i - m * reach) + m) / (2 * variance)
    return total + Math.max(0, p * -Math.expm1(epsilon - loss))
  }, 0)
}

describe('discrete Gaussian noise', () => {
  test.each([0.05, 0.3, 1, 3.9, 4, 4.1, 20, 150])(
    'variance %d: tails are sums of point masses, from above',
    (variance) => {
      const mass = masses(variance)
      for (const t of [-30, -3, -1, 0, 1, 2, 7, 40]) {
        let sum = 0
        for (let x = t; x <= 400; x++) sum += mass(x)
        expect(discreteTail(variance, t)).toBeGreaterThanOrEqual(sum * (1 - 1e-14))
        expect(discreteTail(variance, t)).toBeLessThanOrEqual(sum * (1 + 1e-9))
        expect(discreteTail(variance, t)).toBeLessThanOrEqual(1)
      }
    },
  )

  test('a tail is not lost where it is tiny, and is rounded up', () => {
    // sum of e^(-x^2/2) from 30 on, over that of all x
    const exact = Math.exp(-450) * (1 + Math.exp(-30.5) + Math.exp(-62)) // further terms are below 1e-40
    expect(discreteTail(1, 30) / (exact / 2.5066282880429056)).toBeCloseTo(1, 9)
    expect(discreteTail(1, 30)).toBeGreaterThan(exact / 2.5066282880429056)
    expect(discreteTail(9, 0)).toBeGreaterThan(1 - discreteTail(9, 1))
  })

  test.each([
    [0.4, 12, 1],
    [1, 2.5, 1],
    [3, 0.4, 1],
    [0.7, 9, 2],
    [1.3, 6.5, 2],
    [1, 4, 5],
    [2.5, 1.5, 3],
  ])(
    'epsilon %d, variance %d, %d counts: delta by the definition, from above and close to it',
    (epsilon, variance, m) => {
      const exact = deltaByDefinition(epsilon, variance, m)
      const near = m === 1 ? 0 : 40 * m * Math.exp(-(Math.PI ** 2) * variance)
      expect(discreteDelta(epsilon, variance, m)).toBeGreaterThan(exact)
      expect(discreteDelta(epsilon, variance, m)).toBeLessThanOrEqual(exact * (1 + 1e-9) + near * 1.0001)
    },
  )

  test('of very many counts nothing is lost where the sum begins, though its first terms are nothing', () => {
    // W has a deviation of 100 and moves by 10^4: the two logs hardly overlap.
    expect(discreteDelta(1e-3, 1, 1e4)).toBeGreaterThan(0.999)
  })

  test('for several counts of narrow noise, what the sum may differ by is added', () => {
    const [epsilon, variance, m] = [1, 1.2, 4]
    const plain = discreteDelta(epsilon, variance, m) - deltaByDefinition(epsilon, variance, m)
    const from = Math.floor(epsilon * variance - m / 2) + 1
    const near = 10 * m * Math.exp(-(Math.PI ** 2) * variance)
    expect(plain / (4 * near * discreteTail(m * variance, from))).toBeCloseTo(1, 3)
  })
})

describe('the variance that is enough', () => {
  test.each([
    [Math.log(10), 5e-6, 20],
    [0.1, 1e-9, 3],
    [1, 1e-6, 1],
    [8, 1e-6, 1],
    [0.02, 1e-3, 1],
  ])('epsilon %d, delta %d, %d counts: it holds, and a thousandth less does not', (epsilon, delta, m) => {
    const { numerator, denominator } = discreteVariance(epsilon, delta, m)
    expect(denominator).toBe(1024n)
    expect(discreteDelta(epsilon, Number(numerator) / 1024, m)).toBeLessThanOrEqual(delta)
    const less = Math.floor(Number(numerator) * (1 - 1.1e-6) - 1)
    expect(discreteDelta(epsilon, less / 1024, m)).toBeGreaterThan(delta)
  })

  test('of several counts it is never below 1, of one it may be', () => {
    expect(discreteVariance(20, 1e-3, 2).numerator).toBe(1024n)
    expect(Number(discreteVariance(20, 1e-3, 1).numerator)).toBeLessThan(1024)
  })
})

describe('the threshold', () => {
  test.each([
    [Math.log(10), 1e-5, 20, 1],
    [1, 1e-6, 3, 30],
    [0.5, 1e-9, 1, 2],
  ])('epsilon %d, delta %d, m %d, tau %d: it hides what is new, and one less would not', (epsilon, delta, m, tau) => {
    const { tauPrime, variance, sigma, leak, ...rest } = gaussianFor(epsilon, delta, m, tau)
    const v = Number(variance.numerator) / Number(variance.denominator)
    expect(rest).toEqual({ m, tau })
    expect(variance).toEqual(discreteVariance(epsilon, delta / 2, m))
    expect(sigma).toBe(Math.sqrt(v))
    expect(leak).toBe(anyOf(discreteTail(v, tauPrime - tau + 1), m))
    expect(leak).toBeLessThanOrEqual(delta / 2)
    expect(anyOf(discreteTail(v, tauPrime - tau), m)).toBeGreaterThan(delta / 2)
  })
})

describe('the normal distribution', () => {
  // Values of 1 - Phi to sixteen digits, as tables have them.
  test.each([
    [0, 0.5],
    [0.5, 0.3085375387259869],
    [1, 0.15865525393145705],
    [2.5, 0.006209665325776132],
    [2.999, 0.0013543365337271066],
    [3, 0.0013498980316300946],
    [4, 3.167124183311992e-5],
    [6, 9.865876450376981e-10],
    [8, 6.220960574271784e-16],
    [-2, 0.9772498680518208],
    [-5, 0.9999997133484281],
  ])('1 - Phi(%d) = %d', (x, tail) => {
    expect(normalTail(x) / tail).toBeCloseTo(1, 11)
  })

  test('a quantile is where the tail is', () => {
    for (const q of [0.9, 0.5, 0.3, 1e-3, 1e-9, 1e-30]) expect(normalTail(normalQuantile(q)) / q).toBeCloseTo(1, 11)
    expect(normalQuantile(0.5)).toBeCloseTo(0, 12)
  })

  test('[Balle18] sigma solves its equation, from above, and grows with the sensitivity', () => {
    const delta = (epsilon: number, s: number) =>
      normalTail(epsilon * s - 1 / (2 * s)) - Math.exp(epsilon) * normalTail(epsilon * s + 1 / (2 * s))
    for (const [epsilon, aim] of [
      [0.1, 1e-6],
      [1, 1e-5],
      [6, 1e-9],
      [30, 0.1],
    ] as const) {
      const sigma = analyticSigma(epsilon, aim, 1)
      expect(delta(epsilon, sigma)).toBeLessThanOrEqual(aim)
      expect(delta(epsilon, sigma * (1 - 1e-9))).toBeGreaterThan(aim)
      expect(analyticSigma(epsilon, aim, 3) / sigma).toBeCloseTo(3, 12)
    }
  })
})
