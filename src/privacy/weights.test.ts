import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { GRID, leakAt, sigmaFor, thresholdFor, unitWeight, weightedFor } from './weights.js'

test('weights of a person: t of them never have a length above 1, and one step more would', () => {
  for (let t = 1; t <= 1000; t++) {
    const length = (w: number) => BigInt(t) * BigInt(w) ** 2n
    expect(length(unitWeight(t)) <= BigInt(GRID) ** 2n).toBe(true)
    expect(length(unitWeight(t) + 1) > BigInt(GRID) ** 2n).toBe(true)
  }
  expect([1, 4, 16].map(unitWeight)).toEqual([GRID, GRID / 2, GRID / 4])
})

// By math.erfc of Python and halving: Q(es - 1/2s) - e^e Q(es + 1/2s) = d/2 at e = epsilon - 2^-22 + ln(1 - d/2); the largest over t of 1/sqrt(t) + s Q^-1(1 - (1 - d/2)^(1/t)).
describe('noise and thresholds', () => {
  test.each([
    ['ln 10, 1e-5, twenty items', Math.LN10, 1e-5, 20, 1.8211629522782922, 9.37734069142075, 42],
    ['1, 1e-6, fifty items', 1, 1e-6, 50, 4.365157944516741, 24.63869298363997, 174],
    ['3, 1e-8, five items', 3, 1e-8, 5, 1.8570482769249734, 11.642240172196635, 26],
  ])('%s', (_, epsilon, delta, m, sigma, rho, tauPrime) => {
    const ours = sigmaFor(epsilon, delta / 2, delta / 2)
    expect(ours / sigma).toBeCloseTo(1, 9)
    const threshold = thresholdFor(ours, delta / 2, m)
    expect(threshold / rho).toBeCloseTo(1, 7)
    expect(leakAt(threshold, ours, m)).toBeLessThanOrEqual(delta / 2)
    expect(leakAt(threshold * 0.9999, ours, m)).toBeGreaterThan(delta / 2)
    const weighted = weightedFor(epsilon, delta, m)
    expect(weighted.tauPrime).toBe(tauPrime)
    expect(weighted.sigma).toBeCloseTo(ours * Math.sqrt(m), 9)
    expect(weighted.leak).toBeLessThanOrEqual(delta / 2)
  })
  test('an epsilon that noise on the grid uses up is refused', () => {
    expect(() => sigmaFor(2 ** -23, 1e-6, 1e-6)).toThrow(RangeError)
    expect(() => sigmaFor(1e-6, 1e-3, 1e-3)).toThrow(RangeError)
  })
  test('more items a person, or less delta, never lower a threshold', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 20 }), fc.double({ min: 1e-9, max: 0.05, noNaN: true }), (m, leak) => {
        expect(thresholdFor(3, leak, m + 1)).toBeGreaterThanOrEqual(thresholdFor(3, leak, m))
        expect(thresholdFor(3, leak / 2, m)).toBeGreaterThan(thresholdFor(3, leak, m))
      }),
    )
  })
})
