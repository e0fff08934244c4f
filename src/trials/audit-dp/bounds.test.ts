import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { atLeast, binomial, lowerBound } from '../../base/binomial.js'
import { seededRandom } from '../../random/seeded.js'
import { chanceOf, epsilonAtLeast } from './epsilon.js'

describe('binomial tails', () => {
  test('by hand', () => {
    expect(binomial(4, 0.5, 2)).toBeCloseTo(0.375, 12)
    expect(atLeast(4, 0.5, 3)).toBeCloseTo(5 / 16, 12)
    expect(atLeast(4, 0.5, 1)).toBeCloseTo(15 / 16, 12)
    expect(atLeast(10, 0.3, 0)).toBe(1)
    expect(atLeast(3, 1, 3)).toBe(1)
    expect(atLeast(3, 0, 1)).toBe(0)
  })
  test('both sides add up to 1', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 300 }), fc.double({ min: 0.001, max: 0.999, noNaN: true }), (n, p) => {
        const k = Math.ceil(n / 3)
        expect(atLeast(n, p, k) + atLeast(n, 1 - p, n - k + 1)).toBeCloseTo(1, 9)
      }),
    )
  })
})

describe('[Clopper34] lower bound', () => {
  // All of n: p^n = alpha. One of n: 1 - (1 - p)^n = alpha.
  test('closed forms at the ends', () => {
    expect(lowerBound(0, 50, 0.05)).toBe(0)
    expect(lowerBound(50, 50, 0.05)).toBeCloseTo(0.05 ** (1 / 50), 9)
    expect(lowerBound(1, 1000, 0.05)).toBeCloseTo(1 - 0.95 ** (1 / 1000), 9)
  })
  // From tables of the exact interval: 5 of 10, two-sided 95% is (0.1871, 0.8129).
  test('5 of 10 at 2.5%: 0.1871', () => expect(lowerBound(5, 10, 0.025)).toBeCloseTo(0.1871, 4))
})

describe('[Steinke23] lower bound of epsilon', () => {
  // q^100 = 0.05 gives q = 0.97049, and ln(q / (1 - q)) = 3.493.
  test('100 guesses, all right: 3.49', () =>
    expect(epsilonAtLeast({ coins: 100, guesses: 100, right: 100 }, 0, 0.05)).toBeCloseTo(3.493, 3))
  test('no better than chance: 0', () => {
    expect(epsilonAtLeast({ coins: 100, guesses: 100, right: 55 }, 0, 0.05)).toBe(0)
    expect(epsilonAtLeast({ coins: 100, guesses: 0, right: 0 }, 0, 0.05)).toBe(0)
  })
  test('delta only weakens it', () => {
    const guessed = { coins: 2000, guesses: 400, right: 380 }
    const [none, some, much] = [0, 1e-5, 1e-3].map((delta) => epsilonAtLeast(guessed, delta, 0.05)) as [
      number,
      number,
      number,
    ]
    expect(some).toBeLessThan(none)
    expect(some).toBeGreaterThan(none - 0.1)
    expect(much).toBeLessThan(some)
    expect(chanceOf(guessed, none, 1e-5)).toBeGreaterThan(chanceOf(guessed, none, 0))
  })
  // Randomised response at ln 3 is right three times of four. 2,000 audits may be wrong 100 times on average (5%): more than 140
  // would come once in 20,000.
  test('is wrong no more often than it says (false alarm: 5e-5)', () => {
    const random = seededRandom(3)
    let wrong = 0
    for (let audit = 0; audit < 2000; audit++) {
      let right = 0
      for (let i = 0; i < 60; i++) if (random.below(4) > 0) right++
      if (chanceOf({ coins: 60, guesses: 60, right }, Math.log(3), 0) <= 0.05) wrong++
    }
    expect(wrong).toBeLessThanOrEqual(140)
    expect(wrong).toBeGreaterThan(20) // and is not merely always cautious
  })
})
