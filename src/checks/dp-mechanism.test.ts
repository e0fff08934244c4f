import { describe, expect, test } from 'vitest'
import { dpClaimOf } from '../../test/support/dp-claim.js'
import type { ForeignParams } from '../base/params.js'
import type { DifferentiallyPrivate } from '../release/guarantee.js'
import { explain } from '../run/release/index.js'
import { mechanismOf } from './dp-mechanism.js'

const CLAIM = dpClaimOf({ delta: 1e-5 })

const of = (method: string, params: object, claim: object = {}) =>
  mechanismOf({ ...CLAIM, ...claim }, { method, params: params as ForeignParams })

// Thresholds by counting up until the conditions of the sources hold, with 30 digits (mpmath).
describe('thresholds and noise', () => {
  test.each([
    ['ln 10, 1e-5, twenty items', { epsilon: Math.LN10 }, { perUser: 20 }, 121],
    ['3, 1e-6, three items', { epsilon: 3, delta: 1e-6 }, { perUser: 3 }, 15],
    ['replacing, seven persons at least', { neighbours: 'replace', minUsers: 7 }, { perUser: 5 }, 131],
    ['a missing item must not tell', { epsilon: 0.05, delta: 0.09, minUsers: 3 }, { m: 1 }, 50],
    ['probabilistic', { delta: 1e-3, minUsers: 10, definition: 'probabilistic' }, { m: 5, usersBound: 5000 }, 151],
    [
      'probabilistic, a wide tau',
      { delta: 0.09, minUsers: 400, definition: 'probabilistic' },
      { m: 5, usersBound: 10 },
      417,
    ],
  ])('zealous: %s', (_, claim, params, tauPrime) => {
    const mechanism = of('zealous', params, claim)
    expect(mechanism?.threshold).toBe(tauPrime)
    expect(mechanism?.gate.at).toBe(tauPrime)
  })

  test('zealous: scale, chances, giving', () => {
    const mechanism = of('zealous', { perUser: 20 }, { epsilon: Math.LN10 })
    expect(mechanism?.noise?.peak).toBeCloseTo(Math.tanh(Math.LN10 / 40), 9)
    expect(mechanism?.chance.base).toBeCloseTo(-14.683008, 5)
    expect(mechanism?.chance.tilt).toBeCloseTo(Math.LN10 / 20, 9)
    expect(mechanism?.gives).toEqual({ counts: 'persons', most: 20, choose: 'random' })
    expect(of('zealous', { choose: 'frequent' })?.gives).toEqual({ counts: 'persons', most: 20, choose: 'frequent' })
    expect(of('zealous', { choose: 'best' })?.gives.choose).toBe('unknown')
    expect(of('zealous', {}, { definition: 'probabilistic' })).toBeUndefined()
    expect(of('zealous', { m: 5 }, { neighbours: 'replace' })?.noise?.peak).toBeCloseTo(Math.tanh(0.05), 9)
  })

  test('zealous: an explicit pair is taken as it is stated', () => {
    const mechanism = of('zealous', { m: 2, lambda: 4, tauPrime: 30 })
    expect([mechanism?.threshold, mechanism?.noise?.close]).toEqual([30, true])
    expect(mechanism?.noise?.peak).toBeCloseTo(Math.tanh(0.125), 9)
    expect(of('zealous', { m: 2, lambda: 4 })).toBeUndefined()
    expect(of('zealous', { m: 2, lambda: 4, tauPrime: 'thirty' })).toBeUndefined()
  })

  test('gaussian-threshold', () => {
    const two = of('gaussian-threshold', { perUser: 2 }, { delta: 2e-3, minUsers: 4 })
    expect(two?.threshold).toBe(16)
    expect(two?.noise?.law.variance).toBeCloseTo(13583 / 1024, 9)
    expect(two?.gate).toEqual({ at: 16, deviation: Math.sqrt(13583 / 1024) })
    expect(two?.chance.tilt).toBeCloseTo(17 / (13583 / 1024), 9)
    expect(two?.chance.base).toBeCloseTo(-(17 ** 2) / (2 * (13583 / 1024)), 9)
    const one = of('gaussian-threshold', { perUser: 1 }, { delta: 2e-3 })
    expect([one?.threshold, one?.noise?.close]).toEqual([9, true])
    // Replacing: at half of epsilon, and delta over 1 + e^(epsilon/2).
    const replaced = of(
      'gaussian-threshold',
      { perUser: 2 },
      { epsilon: 2, delta: 2e-3 * (1 + Math.E), neighbours: 'replace', minUsers: 4 },
    )
    expect(replaced?.threshold).toBe(16)
    const narrow = of('gaussian-threshold', { perUser: 1 }, { epsilon: 5, delta: 0.01 })
    expect(narrow?.noise?.close).toBe(false)
    expect(narrow?.noise?.peak).toBeGreaterThan(narrow?.noise?.law.peak as number)
  })

  // As in privacy/weights.test.ts.
  test('gaussian-threshold by unit weights', () => {
    const twenty = of('gaussian-threshold', { perUser: 20, weights: 'unit' }, { epsilon: Math.LN10 })
    expect(twenty?.threshold).toBe(42)
    expect(twenty?.gives).toEqual({ counts: 'persons', most: 20, choose: 'random', weighted: true })
    expect(twenty?.noise?.peak).toBeCloseTo(1 / (1.8211629522782922 * Math.sqrt(40 * Math.PI)), 9)
    expect(twenty?.gate.deviation).toBeCloseTo(1.8211629522782922 * Math.sqrt(20), 9)
    expect(of('gaussian-threshold', { weights: 'unit' }, { minUsers: 2 })).toBeUndefined()
    expect(of('gaussian-threshold', { weights: 'heavy' })).toBeUndefined()
  })

  test('korolova', () => {
    const plain = of('korolova', { perUser: 5 })
    expect([plain?.threshold, plain?.gate.at]).toEqual([67, 67])
    expect(plain?.gives).toEqual({ counts: 'occurrences', most: 5, choose: 'first' })
    expect(of('korolova', { d: 1 }, { epsilon: 0.01, delta: 0.09 })?.threshold).toBe(393)
    expect(of('korolova', { perUser: 5 }, { neighbours: 'replace' })?.threshold).toBe(139)
    const parts = of(
      'korolova',
      { perUser: 5, epsilonCounts: 0.25, epsilonClicks: 0.25, perUserClicks: 10 },
      { neighbours: 'replace' },
    )
    expect([parts?.threshold, parts?.gate.at]).toEqual([undefined, 273])
    expect(parts?.noise?.peak).toBeCloseTo(Math.tanh(0.0125), 9)
    expect(parts?.clicks?.most).toBe(10)
    expect(parts?.clicks?.noise.peak).toBeCloseTo(Math.tanh(0.00625), 9)
    expect(plain?.clicks).toBeUndefined()
    expect(of('korolova', { epsilonCounts: 1 })).toBeUndefined()
    expect(of('korolova', { epsilonCounts: 'much' })).toBeUndefined()
    expect(of('korolova', { epsilonClicks: -1 })).toBeUndefined()
    expect(of('korolova', { perUserClicks: 0.5 })).toBeUndefined()
  })

  test('methods without counts: chances only', () => {
    const selection = of('optimal-selection', { perUser: 5 }, { minUsers: 3 })
    expect([selection?.noise, selection?.threshold]).toEqual([undefined, undefined])
    expect(selection?.chance.base).toBeCloseTo(-12.0145875764, 9)
    expect(selection?.chance.tilt).toBe(0.2)
    expect(of('optimal-selection', { perUser: 1 }, { epsilon: 2, neighbours: 'replace' })?.chance.base).toBeCloseTo(
      -13.3675120071,
      9,
    )
    const gaussian = of('set-union', { perUser: 5 })
    expect(gaussian?.chance.base).toBeCloseTo(-11.851448274, 6)
    expect(gaussian?.chance.tilt).toBeCloseTo(1.253138203, 6)
    const laplace = of('set-union', { perUser: 5, noise: 'laplace' })
    expect(laplace?.chance.base).toBeCloseTo(-13.32266379, 4)
    expect(laplace?.chance.tilt).toBeCloseTo(1, 5)
  })

  // As in privacy/phrases.test.ts.
  test('phrases: one budget for all lengths and the counts', () => {
    const claim = { epsilon: Math.LN10, items: 'phrases', words: 3 }
    const three = of('phrases', { n: 3 }, claim)
    expect(three?.extraction).toEqual({
      words: 3,
      most: 100,
      deviation: expect.closeTo(3.526666892451879, 9),
      rho: expect.closeTo(18.88557918977691, 6),
      eta: 0.01,
    })
    expect(three?.noise?.peak).toBeCloseTo(1 / (18.21162952278292 * Math.sqrt(2 * Math.PI)), 9)
    expect([three?.threshold, three?.gives]).toEqual([undefined, { counts: 'persons', most: 20, choose: 'random' }])
    expect(of('phrases', { n: 3, countsShare: 0 }, { ...claim, counts: false })?.noise).toBeUndefined()
    for (const [params, more] of [
      [{ n: 2 }, {}],
      [{ n: 3, countsShare: 0 }, {}],
      [{ n: 3, countsShare: 0.95 }, {}],
      [{ n: 3, eta: 0.3 }, {}],
      [{ n: 3, eta: 'few' }, {}],
      [{ n: 3, perUserCounts: 0 }, {}],
      [{ n: 3 }, { minUsers: 2 }],
      [{ n: 3 }, { items: 'queries' }],
      [{ n: 7 }, { words: 7 }],
    ] as const)
      expect(of('phrases', params, { ...claim, ...more }), JSON.stringify([params, more])).toBeUndefined()
  })

  test('phrases runs with the same numbers', async () => {
    for (const neighbours of ['add-remove', 'replace'])
      for (const [n, perUser, countsShare] of [
        [1, 5, 0.5],
        [6, 200, 0],
        [3, 50, 0.2],
      ]) {
        const params = { epsilon: 2, delta: 1e-6, n, perUser, countsShare, neighbours }
        const { guarantee, derived } = await explain({ steps: [{ method: 'phrases', params }], shows: {} })
        const ours = mechanismOf(guarantee as DifferentiallyPrivate, {
          method: 'phrases',
          params: params as unknown as ForeignParams,
        })
        expect((ours?.extraction?.rho as number) / (derived.rho as number)).toBeCloseTo(1, 7)
        expect((ours?.extraction?.deviation as number) / (derived.ofLength as number)).toBeCloseTo(1, 9)
      }
  })

  test('what is not known, or is no number of a mechanism', () => {
    expect(mechanismOf(CLAIM, undefined)).toBeUndefined()
    expect(of('magic-dp', {})).toBeUndefined()
    expect(of('toString', {})).toBeUndefined()
    for (const perUser of [0, -1, 1.5, 'x', 1e9, 1001]) expect(of('zealous', { perUser })).toBeUndefined()
    expect(of('zealous', { perUser: 1000 })).toBeDefined()
    for (const epsilon of [1e-12, 1e4]) expect(of('gaussian-threshold', {}, { epsilon })).toBeUndefined()
  })
})

// The methods reckon with code of their own: both must come to the same, to the last person.
test.each([
  ['zealous', {}],
  ['gaussian-threshold', {}],
  ['gaussian-threshold', { weights: 'unit' }],
  ['korolova', {}],
])('%s %o runs with the same numbers', async (method, more) => {
  for (const neighbours of ['add-remove', 'replace'])
    for (const perUser of [1, 5, 50])
      for (const epsilon of [0.3, Math.LN10, 10])
        for (const delta of [1e-2, 1e-7]) {
          const params = { epsilon, delta, perUser, neighbours, ...more }
          const { guarantee, derived } = await explain({ steps: [{ method, params }], shows: {} })
          const ours = mechanismOf(guarantee as DifferentiallyPrivate, {
            method,
            params: params as unknown as ForeignParams,
          })
          expect(ours?.threshold, JSON.stringify(params)).toBe(derived.tauPrime ?? derived.K)
          const scale = (derived.lambda ?? derived.b) as number | undefined
          if (scale !== undefined) expect(ours?.noise?.peak).toBeCloseTo(Math.tanh(0.5 / scale), 8)
          else if (ours?.noise?.close)
            expect(
              (ours.noise.law.variance - (ours.noise.law.rounded ? 1 / 12 : 0)) / (derived.sigma as number) ** 2,
            ).toBeCloseTo(1, 5)
        }
})
