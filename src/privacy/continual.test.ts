import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { thresholdOf } from '../checks/dp-series.js'
import { type AskedContinually, continualFor, costOfStretch, cover, nodesAt, riskOver } from './continual.js'
import { discreteDelta, gaussianFor } from './gaussian.js'

const ASKED = { epsilon: Math.LN10, delta: 1e-6, m: 20, tau: 1 } as const

describe('nodes', () => {
  test('[Chan11]: every range is made up of dyadic nodes, each period once, no node beyond the stretch', () => {
    fc.assert(
      fc.property(fc.nat(200), fc.nat(200), fc.integer({ min: 1, max: 9 }), (a, b, levels) => {
        const [from, end] = [Math.min(a, b), Math.max(a, b)]
        const covered = cover(from, end, levels).flatMap(({ level, index }) =>
          Array.from({ length: 2 ** level }, (_, i) => index * 2 ** level + i),
        )
        expect(covered).toEqual(Array.from({ length: end - from }, (_, i) => from + i))
        expect(cover(from, end, levels).every(({ level }) => level < levels)).toBe(true)
      }),
    )
  })
  test('a window is what is left of the stretch before and what there is of this one', () => {
    const { now, before } = nodesAt({ stretch: 8, sliding: true, levels: 3 }, 4)
    expect(now).toEqual([
      { level: 2, index: 0 },
      { level: 0, index: 4 },
    ])
    expect(before).toEqual([
      { level: 0, index: 5 },
      { level: 1, index: 3 },
    ])
    expect(nodesAt({ stretch: 8, sliding: true, levels: 3 }, 7).before).toEqual([])
    expect(nodesAt({ stretch: 8, sliding: false, levels: 3 }, 4).before).toEqual([])
  })
})

describe('numbers', () => {
  test('a window of one period is gaussian-threshold every period', () => {
    const { sigma, moves, levels, threshold } = continualFor({ ...ASKED, window: 1 })
    const alone = gaussianFor(ASKED.epsilon, ASKED.delta, ASKED.m, 1)
    expect([sigma, moves, levels]).toEqual([alone.sigma, 20, 1])
    expect(Math.abs(threshold(0, false) - alone.tauPrime)).toBeLessThanOrEqual(1) // a union in place of a product
  })

  test('for ever: m contributions on all levels of the horizon', () => {
    const { moves, levels, repeat, stretch, variance } = continualFor({ ...ASKED, window: 'ever', horizon: 256 })
    expect([moves, repeat, stretch]).toEqual([20, 1, 256])
    const s2 = Number(variance.numerator) / Number(variance.denominator)
    expect(discreteDelta(ASKED.epsilon, s2, 20 * levels)).toBeLessThanOrEqual(ASKED.delta / 2)
  })

  test('a window: three times m, and a person twice in a count', () => {
    const { moves, repeat, tests } = continualFor({ ...ASKED, window: 30 })
    expect([moves, repeat, tests]).toEqual([60, 2, 30])
  })

  test('without state: m/W items a period, one level', () => {
    const { gives, moves, levels, repeat } = continualFor({ ...ASKED, m: 60, window: 30, stateless: true })
    expect([gives, moves, levels, repeat]).toEqual([2, 60, 1, 30])
    expect(() => continualFor({ ...ASKED, m: 20, window: 30, stateless: true })).toThrow(RangeError)
  })

  test('thresholds are those of a reckoning that shares nothing with this one', () => {
    fc.assert(
      fc.property(
        fc.record({
          epsilon: fc.double({ min: 0.2, max: 4, noNaN: true }),
          delta: fc.double({ min: 1e-9, max: 1e-4, noNaN: true }),
          m: fc.integer({ min: 1, max: 40 }),
          minUsers: fc.integer({ min: 1, max: 9 }),
          window: fc.oneof(fc.constant('ever' as const), fc.integer({ min: 1, max: 120 })),
          horizon: fc.integer({ min: 1, max: 700 }),
          place: fc.nat(400),
          stateless: fc.boolean(),
        }),
        ({ epsilon, delta, m, minUsers, window, horizon, place, stateless: without }) => {
          const ever = window === 'ever'
          const stateless = without && !ever && m >= window
          const repeat = ever || window === 1 ? 1 : stateless ? window : 2
          const tau = repeat * (minUsers - 1) + 1
          const of = { window, ...(ever ? { horizon } : {}), ...(stateless ? { stateless } : {}) }
          const numbers = continualFor({ epsilon, delta, m, tau, ...of })
          const at = ever ? place % horizon : place
          const ours = numbers.threshold(at % numbers.stretch, at < numbers.stretch)
          const theirs = thresholdOf({ epsilon, delta, m, minUsers }, { ...of, place: at } as never)
          // The least variance is found in steps of 2^-10 here and there, to a millionth of itself here.
          expect(Math.abs(ours - (theirs ?? 0))).toBeLessThanOrEqual(1)
          expect(ours).toBeGreaterThanOrEqual(theirs ?? 0)
        },
      ),
      { numRuns: 60 },
    )
  })

  test('all tests of all that one person can change leak half of delta at most', () => {
    for (const window of [1, 2, 7, 30, 64]) {
      const { moves, stretch, leak } = continualFor({ ...ASKED, window })
      expect(moves * stretch * leak).toBeLessThanOrEqual((ASKED.delta / 2) * (1 + 1e-12))
    }
  })
})

describe('risk', () => {
  const asked: AskedContinually = { ...ASKED, window: 30 }
  test('a year is more than a window and less than its windows added up', () => {
    const year = riskOver(asked, 366)
    expect(year.epsilon).toBeGreaterThan(ASKED.epsilon)
    expect(year.epsilon).toBeLessThan(13 * ASKED.epsilon)
    expect(year.delta).toBeCloseTo((ASKED.delta * 15) / 3, 12)
    expect(riskOver(asked, 30)).toEqual({ epsilon: ASKED.epsilon, delta: ASKED.delta })
    expect(riskOver({ ...ASKED, window: 'ever', horizon: 400 }, 366)).toEqual({ epsilon: ASKED.epsilon, delta: 1e-6 })
  })
  test('a stretch by itself costs less than any window', () => {
    const { epsilon, delta, concentrated } = costOfStretch(asked)
    const { sigma, levels } = continualFor(asked)
    expect(epsilon).toBeLessThan(ASKED.epsilon)
    expect(delta).toBeCloseTo(ASKED.delta / 3, 15)
    expect(concentrated.rho).toBeCloseTo((20 * levels) / (2 * sigma ** 2), 12)
  })
})
