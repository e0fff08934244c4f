import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { korolovaDelta, korolovaEpsilon, korolovaFor, korolovaK, korolovaRatio } from './korolova.js'
import { laplaceTail } from './laplace.js'
import { evenChances, lowest, perPerson } from './relatives.js'
import {
  lambdaOf,
  rateOf,
  sensitivity,
  staysHidden,
  textbookPair,
  zealousDelta,
  zealousEpsilon,
  zealousFor,
  zealousProbabilistic,
  zealousProbabilisticDelta,
  zealousRate,
} from './zealous.js'

const asked = fc.record({
  epsilon: fc.double({ min: 0.05, max: 20, noNaN: true }),
  delta: fc.double({ min: 1e-12, max: 0.4, noNaN: true }),
  m: fc.integer({ min: 1, max: 60 }),
  tau: fc.integer({ min: 1, max: 40 }),
})
const relation = fc.constantFrom('add-remove' as const, 'replace' as const)

describe('zealous', () => {
  test('one person moves m counts, replaced by another 2 m', () => {
    expect([sensitivity(7, 'add-remove'), sensitivity(7, 'replace')]).toEqual([7, 14])
    expect(1 / zealousRate(2, 7, 'add-remove')).toBeCloseTo(3.5, 7)
    expect(1 / zealousRate(2, 7, 'replace')).toBeCloseTo(7, 7)
    expect(zealousEpsilon({ m: 7, tau: 1, tauPrime: 9, rate: 0.25 }, 'replace')).toBe(3.5)
  })

  test("tau' is the smallest that hides and has its delta", () => {
    fc.assert(
      fc.property(asked, relation, ({ epsilon, delta, m, tau }, neighbours) => {
        const settings = zealousFor(epsilon, delta, m, tau, neighbours)
        const good = (tauPrime: number) => {
          const at = { ...settings, tauPrime }
          return staysHidden(at) && zealousDelta(at) <= delta
        }
        expect(settings).toMatchObject({ m, tau, rate: zealousRate(epsilon, m, neighbours) })
        expect(good(settings.tauPrime)).toBe(true)
        expect(settings.tauPrime === tau || !good(settings.tauPrime - 1)).toBe(true)
      }),
    )
  })

  test('delta is the chance that one of m new items passes', () => {
    const settings = { m: 3, tau: 2, tauPrime: 5, rate: 0.7 }
    const one = laplaceTail(0.7, 4)
    expect(zealousDelta(settings)).toBeCloseTo(1 - (1 - one) ** 3, 11)
    expect(zealousDelta({ ...settings, m: 1, tauPrime: -200 })).toBe(1)
  })

  test("an item that is missing tells no more than epsilon allows: tau' - tau >= -lambda ln(2 - 2 e^(-1/lambda))", () => {
    for (const rate of [0.02, 0.2, 0.6]) {
      const least = -Math.log(2 - 2 * Math.exp(-rate)) / rate
      const at = (distance: number) => staysHidden({ m: 1, tau: 4, tauPrime: 4 + distance, rate })
      expect([at(Math.ceil(least)), at(Math.ceil(least) - 1)]).toEqual([true, false])
    }
    // At a distance of 1 the limit is at a rate of ln 1.5; it is rounded against us.
    const atOne = (rate: number) => staysHidden({ m: 1, tau: 0, tauPrime: 1, rate })
    expect([atOne(Math.log(1.5) * (1 - 1e-11)), atOne(Math.log(1.5)), atOne(Math.log(1.5) * (1 + 1e-11))]).toEqual([
      false,
      false,
      true,
    ])
  })

  test("[Goetz12] probabilistic: tau' - tau >= max(-lambda ln(2 - 2 e^(-1/lambda)), -lambda ln(2 delta tau/(U m)))", () => {
    for (const [epsilon, delta, m, users, tau] of [
      [Math.log(10), 1e-5, 20, 1e6, 30],
      [1, 1e-3, 2, 500, 5],
      [9, 0.3, 1, 2, 1],
      [9, 0.4, 1, 1, 2],
    ] as const) {
      const { tauPrime, rate, ...rest } = zealousProbabilistic(epsilon, delta, m, users, tau)
      const lambda = (2 * m) / epsilon
      const least = Math.max(
        -lambda * Math.log(2 - 2 * Math.exp(-1 / lambda)),
        -lambda * Math.log((2 * delta * tau) / (users * m)),
        0,
      )
      expect(1 / rate).toBeCloseTo(lambda, 6)
      expect(tauPrime).toBe(tau + Math.ceil(least - 1e-6))
      expect(rest).toEqual({ m, tau })
    }
    expect(zealousProbabilistic(200, 1e-5, 1, 100).tau).toBe(1)
  })

  test('the delta of the probabilistic kind counts the items that can pass tau', () => {
    const settings = { m: 4, tau: 5, tauPrime: 60, rate: 0.3 }
    const chance = laplaceTail(0.3, 56)
    expect(zealousProbabilisticDelta(settings, 1000) / ((chance * 1000 * 4) / 5)).toBeCloseTo(1, 10)
    expect(zealousProbabilisticDelta(settings, 1000)).toBeGreaterThan((chance * 1000 * 4) / 5)
    expect(zealousProbabilisticDelta({ ...settings, tauPrime: 5 }, 1000)).toBe(1)
  })

  test('lambda and its rate, and none at all', () => {
    expect(rateOf(0)).toBe(0)
    expect(lambdaOf(0)).toBe(0)
    expect(lambdaOf(0.25)).toBe(4)
    expect(lambdaOf(rateOf(17.4))).toBeGreaterThanOrEqual(17.4) // never less noise
    expect(lambdaOf(rateOf(17.4))).toBeCloseTo(17.4, 6)
    expect(textbookPair(2, 1e-4, 10)).toEqual({ lambda: 10, tauPrime: Math.ceil(10 * (1 - Math.log(2e-5) / 2)) })
  })
})

describe('korolova', () => {
  test('K is the smallest with its delta whose absence tells no more than the noise', () => {
    fc.assert(
      fc.property(asked, ({ epsilon, delta, m: d }) => {
        const settings = korolovaFor(epsilon, delta, d)
        const good = (k: number) =>
          korolovaDelta({ ...settings, k }) <= delta && korolovaRatio({ ...settings, k }) <= Math.exp(settings.rate)
        expect(settings.d).toBe(d)
        expect(settings.rate).toBeLessThanOrEqual(epsilon / d)
        expect(good(settings.k)).toBe(true)
        expect(settings.k === d || !good(settings.k - 1)).toBe(true)
      }),
    )
  })

  test('its numbers by their formulas', () => {
    const settings = { d: 3, k: 20, rate: 0.5 }
    expect(korolovaDelta(settings) / (3 * laplaceTail(0.5, 18))).toBeCloseTo(1, 10)
    expect(korolovaDelta(settings)).toBeGreaterThan(3 * laplaceTail(0.5, 18))
    expect(korolovaDelta({ ...settings, k: 3 })).toBe(1)
    expect(korolovaRatio({ ...settings, k: 2 })).toBeCloseTo(1 + 1 / (2 * Math.exp(0.5) - 1), 14)
    expect(korolovaK(2, 1e-4, 10)).toBeCloseTo(10 * (1 - Math.log(2e-5) / 2), 12)
    // a = e^(1/b) where K is large, the ratio where it is small
    expect(korolovaEpsilon(settings, { rate: 0.2 }, { d: 4, rate: 0.1 })).toBeCloseTo(3 * 0.5 + 3 * 0.2 + 4 * 0.1, 12)
    const small = { d: 3, k: 1, rate: 0.5 }
    expect(korolovaEpsilon(small, { rate: 0.2 }, { d: 4, rate: 0.1 })).toBeCloseTo(3 * Math.log(2) + 0.6 + 0.4, 12)
  })
})

describe('methods beside each other', () => {
  const at = { epsilon: 2, delta: 1e-5, m: 4, tau: 1, neighbours: 'add-remove' as const }

  test('replacing a person is removing one and adding one: half of epsilon, and delta shared by 1 and e^(epsilon/2)', () => {
    expect(perPerson(at)).toEqual({ epsilon: 2, delta: 1e-5 })
    const halves = perPerson({ ...at, neighbours: 'replace' })
    expect(halves.epsilon).toBe(1)
    expect(halves.delta + Math.exp(1) * halves.delta).toBeCloseTo(1e-5, 18)
  })

  test('a minimum of persons moves all up; the union of sets knows none', () => {
    const [one, more] = [evenChances(at), evenChances({ ...at, tau: 6 })]
    for (const method of ['gaussian-threshold', 'zealous', 'optimal-selection', 'korolova'])
      expect(more[method]).toBe(one[method]! + 5)
    expect(Object.keys(one)).toContain('set-union')
    expect(Object.keys(more)).not.toContain('set-union')
  })

  test('replacing needs more persons than adding, by every method', () => {
    const [add, replace] = [evenChances(at), evenChances({ ...at, neighbours: 'replace' })]
    for (const [method, persons] of Object.entries(add)) expect(replace[method]).toBeGreaterThan(persons)
  })

  test('of equals the first is named', () => {
    expect(lowest({ a: 3, b: 2, c: 2 })).toBe('b')
  })
})
