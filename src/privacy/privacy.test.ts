import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { runs } from '../../test/support/runs.js'
import { advanced, basic, total, zcdp } from './compose.js'
import { analyticSigma, discreteDelta, discreteTail, gaussianFor, normalQuantile, normalTail } from './gaussian.js'
import { korolovaDelta, korolovaEpsilon, korolovaFor, korolovaK } from './korolova.js'
import { laplaceTail } from './laplace.js'
import { selectionChance, selectionEvenAt, selectionFor, selectionTable } from './optimal-selection.js'
import { evenChances, lowest } from './relatives.js'
import { UNITS, unionEvenAt, unionGaussian, unionLaplace } from './set-union.js'
import { rateOf, textbookPair, zealousDelta, zealousEpsilon, zealousFor, zealousProbabilistic } from './zealous.js'

const EPSILON = Math.log(10)
const DELTA = 1e-5
const asked = fc.record({
  epsilon: fc.double({ min: 0.05, max: 20, noNaN: true }),
  delta: fc.double({ min: 1e-12, max: 1e-3, noNaN: true }),
  m: fc.integer({ min: 1, max: 60 }),
  tau: fc.integer({ min: 1, max: 40 }),
})

describe('zealous', () => {
  test("[Goetz12] epsilon = ln 10, delta = 1e-5, m = 20: tau' = 121, and 241 for replacing a person", () => {
    expect(zealousFor(EPSILON, DELTA, 20, 1, 'add-remove').tauPrime).toBe(121)
    expect(zealousFor(EPSILON, DELTA, 20, 1, 'replace').tauPrime).toBe(241)
  })

  test("the continuous formula's 120.99996 is too little for discrete noise", () => {
    const settings = zealousFor(EPSILON, DELTA, 20, 1, 'add-remove')
    expect(zealousDelta(settings)).toBeLessThanOrEqual(DELTA)
    expect(zealousDelta({ ...settings, tauPrime: 120 })).toBeGreaterThan(DELTA)
  })

  test("the textbook pair: tau' = 140 lets an item of one person out with probability 3.3e-3", () => {
    const pair = textbookPair(EPSILON, DELTA, 20)
    expect(pair.tauPrime).toBe(140)
    const true_ = zealousDelta({ m: 20, tau: 1, tauPrime: pair.tauPrime, rate: rateOf(pair.lambda) })
    expect(true_).toBeGreaterThan(3.2e-3)
    expect(true_).toBeLessThan(3.3e-3)
  })

  test("a minimum of persons is tau, and tau' moves up with it", () => {
    expect(zealousFor(EPSILON, DELTA, 20, 31, 'add-remove').tauPrime).toBe(151)
  })

  test('what is derived holds, and one less does not', () => {
    fc.assert(
      fc.property(asked, fc.constantFrom('add-remove' as const, 'replace' as const), (a, neighbours) => {
        const settings = zealousFor(a.epsilon, a.delta, a.m, a.tau, neighbours)
        expect(zealousDelta(settings)).toBeLessThanOrEqual(a.delta)
        expect(zealousEpsilon(settings, neighbours)).toBeLessThanOrEqual(a.epsilon)
        expect(settings.tauPrime).toBeGreaterThanOrEqual(a.tau)
      }),
    )
  })

  test('[Goetz12] probabilistic: tau = lambda makes tau prime smallest', () => {
    const best = zealousProbabilistic(EPSILON, DELTA, 20, 1e6)
    expect(best.tau).toBe(17) // lambda = 2m/epsilon = 17.4
    for (const tau of [1, 8, 30, 60])
      expect(zealousProbabilistic(EPSILON, DELTA, 20, 1e6, tau).tauPrime).toBeGreaterThanOrEqual(best.tauPrime)
  })
})

test('[Korolova09] d = 20, epsilon = ln 10, delta = 1e-5: K = 140, b = 8.69', () => {
  const settings = korolovaFor(EPSILON, DELTA, 20)
  expect(settings.k).toBe(140)
  expect(korolovaK(EPSILON, DELTA, 20)).toBeCloseTo(140, 9)
  expect(1 / settings.rate).toBeCloseTo(8.69, 2)
  expect(korolovaDelta(settings)).toBeLessThanOrEqual(DELTA)
  // d ln a + d/b_q + d_c/b_c
  expect(korolovaEpsilon(settings, { rate: 0.05 }, { d: 10, rate: 0.02 })).toBeCloseTo(EPSILON + 1 + 0.2, 6)
})

describe('gaussian-threshold', () => {
  test('[Balle18] epsilon = ln 10, delta = 1e-5, 20 items: an item with 42 persons has an even chance', () => {
    const settings = gaussianFor(EPSILON, DELTA, 20, 1)
    expect(settings.tauPrime).toBe(42)
    expect(settings.sigma).toBeCloseTo(analyticSigma(EPSILON, DELTA / 2, Math.sqrt(20)), 2)
    expect(settings.leak).toBeLessThanOrEqual(DELTA / 2)
  })

  // The sum over all outcomes of max(0, P - e^epsilon Q), for two counts, straight from the definition.
  test('the delta of discrete noise is what the definition says', () => {
    const [epsilon, variance] = [1.3, 6.5]
    const weight = (x: number) => Math.exp(-(x * x) / (2 * variance))
    let [whole, delta] = [0, 0]
    for (let x = -80; x <= 80; x++) whole += weight(x)
    for (let x = -60; x <= 60; x++)
      for (let y = -60; y <= 60; y++)
        delta += Math.max(0, weight(x) * weight(y) - Math.exp(epsilon) * weight(x - 1) * weight(y - 1)) / whole ** 2
    expect(discreteDelta(epsilon, variance, 2)).toBeCloseTo(delta, 12)
  })

  test('what is derived holds; fewer items cost less', () => {
    fc.assert(
      fc.property(asked, ({ epsilon, delta, m, tau }) => {
        const { variance, tauPrime, leak } = gaussianFor(epsilon, delta, m, tau)
        const v = Number(variance.numerator) / Number(variance.denominator)
        for (const items of [m, Math.ceil(m / 2), 1])
          expect(discreteDelta(epsilon, v, items)).toBeLessThanOrEqual(delta / 2)
        expect(leak).toBeLessThanOrEqual(delta / 2)
        expect(tauPrime).toBeGreaterThanOrEqual(tau)
      }),
      runs(40),
    )
  })

  test('normal tails, from tables', () => {
    expect(normalTail(1.959963984540054)).toBeCloseTo(0.025, 14)
    expect(normalTail(5) / 2.866515718791945e-7).toBeCloseTo(1, 12)
    expect(normalTail(10) / 7.619853024160583e-24).toBeCloseTo(1, 12)
    expect(normalTail(-1)).toBeCloseTo(0.8413447460685429, 14)
    expect(normalQuantile(0.025)).toBeCloseTo(1.959963984540054, 12)
    expect(discreteTail(4, 0)).toBeGreaterThan(0.5)
  })
})

describe('optimal-selection', () => {
  test('[Desfontaines22] epsilon = ln 10, delta = 1e-5, 20 items: an item with 102 persons has an even chance', () => {
    expect(selectionEvenAt(selectionFor(EPSILON, DELTA, 20))).toBe(102)
  })

  test('the numbers that are drawn by keep both rules of differential privacy, and are the closed form', () => {
    fc.assert(
      fc.property(asked, ({ epsilon, delta, m }) => {
        const selection = selectionFor(epsilon, delta, m)
        fc.pre(selection.n2 < 3000)
        const { high, low } = selectionTable(selection)
        const e = Math.exp(selection.epsilon1)
        let before = 0
        for (let n = 1; n <= high.length + 1; n++) {
          const at = n > high.length ? 1 : (high[n - 1]! + low[n - 1]! / 2 ** 32) / 2 ** 32
          const presence = at <= (e * before + selection.delta1) * (1 + 1e-14)
          const absence = 1 - before <= (e * (1 - at) + selection.delta1) * (1 + 1e-14) + e * 4e-16
          const closed = Math.abs(at - selectionChance(selection, n)) < 1e-5 // drawn in steps of 2^-64, beside a delta of 1e-14
          if (!presence || !absence || !closed) return false
          before = at
        }
        return true
      }),
      runs(30),
    )
  })
})

describe('set-union', () => {
  test('[Gopi20] rho is the largest over t items of one person, in either noise', () => {
    const laplace = unionLaplace(EPSILON, DELTA, 20, 5)
    const formula = Math.max(
      ...Array.from(
        { length: 20 },
        (_, i) => 1 / (i + 1) + Math.log(1 / (2 * (1 - (1 - DELTA) ** (1 / (i + 1))))) / EPSILON,
      ),
    )
    expect(laplace.rho / UNITS).toBeCloseTo(formula, 3)
    const gaussian = unionGaussian(EPSILON, DELTA, 20, 5)
    expect(gaussian.noise === 'gaussian' && gaussian.leak).toBeLessThanOrEqual(DELTA / 2)
    expect(unionEvenAt(gaussian, 20)).toBe(42)
  })
})

test('at ln 10, 1e-5 and 20 items the lowest is gaussian-threshold: 42, 102, 121, 140', () => {
  const chances = evenChances({ epsilon: EPSILON, delta: DELTA, m: 20, tau: 1, neighbours: 'add-remove' })
  expect(chances).toMatchObject({ 'gaussian-threshold': 42, 'optimal-selection': 102, zealous: 121, korolova: 140 })
  expect(lowest(chances)).toBe('gaussian-threshold')
  expect(lowest(evenChances({ epsilon: 1, delta: 1e-6, m: 1, tau: 1, neighbours: 'add-remove' }))).toBe('zealous')
})

test('tails of discrete Laplace noise add up to one', () => {
  for (const t of [-5, -1, 0, 1, 4]) expect(laplaceTail(0.3, t) + laplaceTail(0.3, 1 - t)).toBeCloseTo(1, 14)
})

describe('composition', () => {
  const year = Array.from({ length: 365 }, () => ({ epsilon: 0.05, delta: 1e-9 }))

  test('a year of small releases costs less than their sum', () => {
    expect(basic(year).epsilon).toBeCloseTo(18.25, 10)
    // drift 365 * 0.05 * tanh(0.025) = 0.4561; sqrt(2 ln(1/(1e-6 - 3.65e-7)) * 0.9125) = 5.102
    expect(advanced(year, 1e-6).epsilon).toBeCloseTo(0.4561 + 5.1029, 2)
    expect(total(year, 1e-6).by).toBe('advanced')
    // Gaussian noise is known more exactly: rho = 1e-4 each is 0.0365, and 0.0365 + 2 sqrt(0.0365 ln(1/6.35e-7)) = 1.47
    const gaussian = year.map((spend) => ({ ...spend, concentrated: { rho: 1e-4, delta: 1e-9 } }))
    expect(zcdp(gaussian, 1e-6).epsilon).toBeCloseTo(1.475, 2)
    expect(total(gaussian, 1e-6).by).toBe('zcdp')
  })

  test('one release costs what it says; a delta that does not suffice costs everything', () => {
    expect(total([{ epsilon: 1, delta: 1e-6 }], 1e-6)).toEqual({ epsilon: 1, delta: 1e-6, by: 'basic' })
    expect(total([{ epsilon: 1, delta: 1e-5 }], 1e-6).epsilon).toBe(Number.POSITIVE_INFINITY)
  })

  test('more is never cheaper', () => {
    const spend = fc.record({
      epsilon: fc.double({ min: 0.01, max: 3, noNaN: true }),
      delta: fc.double({ min: 1e-12, max: 1e-8, noNaN: true }),
    })
    fc.assert(
      fc.property(
        fc.array(spend, { maxLength: 30 }),
        spend,
        (spends, more) => total([...spends, more], 1e-5).epsilon >= total(spends, 1e-5).epsilon - 1e-12,
      ),
    )
  })
})
