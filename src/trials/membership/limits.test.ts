import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { analyticSigma } from '../../privacy/gaussian.js'
import { gaussianLimitAt, interval, limitAt, normal } from './limits.js'

describe('[Kairouz15] the limit of differential privacy', () => {
  test('at 1% false positives: 10.0% at ln 10, 2.7% at 1', () => {
    expect(limitAt(0.01, { epsilon: Math.LN10, delta: 0 })).toBeCloseTo(0.1, 12)
    expect(limitAt(0.01, { epsilon: 1, delta: 0 })).toBeCloseTo(0.02718, 5)
    expect(limitAt(0.01, { epsilon: 1, delta: 1e-3 })).toBeCloseTo(0.02818, 5)
  })
  test('nothing promised, nothing learned: the ends', () => {
    expect(limitAt(0.01, { epsilon: 0, delta: 0 })).toBeCloseTo(0.01, 12)
    expect(limitAt(0.01, { epsilon: 50, delta: 0 })).toBeCloseTo(1, 12)
    expect(limitAt(0.01, { epsilon: 1, delta: 1 })).toBe(1)
  })
  // 1 - (1 - 0.9)/10: at many false positives the missed ones bind.
  test('the other side binds at high rates', () =>
    expect(limitAt(0.9, { epsilon: Math.LN10, delta: 0 })).toBeCloseTo(0.99, 12))
})

describe('[Dong22] the limit of Gaussian noise', () => {
  test('from tables of the normal distribution', () => {
    expect(normal(0)).toBe(0.5)
    expect(normal(1)).toBeCloseTo(0.8413447461, 9)
    expect(normal(-2)).toBeCloseTo(0.0227501319, 9)
    expect(normal(-6) / 9.865876450377e-10).toBeCloseTo(1, 9)
  })
  test('Phi(Phi^-1(f) + shift)', () => {
    expect(gaussianLimitAt(0.01, 0)).toBeCloseTo(0.01, 12)
    expect(gaussianLimitAt(0.05, 1.6448536269)).toBeCloseTo(0.5, 9)
    expect(gaussianLimitAt(0.0227501319, 3)).toBeCloseTo(0.8413447461, 8)
  })
  test('never passes that of the (epsilon, delta) it is made for', () => {
    fc.assert(
      fc.property(
        fc.double({ min: 0.1, max: 4, noNaN: true }),
        fc.double({ min: 1e-4, max: 0.5, noNaN: true }),
        (epsilon, f) => {
          const delta = 1e-5
          const own = gaussianLimitAt(f, 1 / analyticSigma(epsilon, delta, 1))
          expect(own).toBeGreaterThan(f)
          expect(own).toBeLessThanOrEqual(limitAt(f, { epsilon, delta }) + 1e-9)
        },
      ),
    )
  })
})

describe('[Clopper34] interval', () => {
  // From tables of the exact interval at 95%.
  test.each([
    [5, 10, 0.1871, 0.8129],
    [0, 10, 0, 0.3085],
    [10, 10, 0.6915, 1],
    [1, 100, 0.0003, 0.0545],
  ])('%i of %i', (k, n, low, high) => {
    const [from, to] = interval(k, n, 0.05)
    expect(from).toBeCloseTo(low, 4)
    expect(to).toBeCloseTo(high, 4)
  })
  test('of nothing: anything', () => expect(interval(0, 0, 0.05)).toEqual([0, 1]))
})
