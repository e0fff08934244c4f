import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { concentratedDelta, concentratedFor, weightLeak, weightThreshold } from './concentrated.js'
import { normalTail } from './gaussian.js'

const LN10 = Math.log(10)

/** The exact delta of Gaussian noise that is rho-zCDP: values move by 1 under deviation 1/sqrt(2 rho) [Balle18]. */
function exactDelta(rho: number, epsilon: number): number {
  const s = 1 / Math.sqrt(2 * rho)
  return normalTail(epsilon * s - 0.5 / s) - Math.exp(epsilon) * normalTail(epsilon * s + 0.5 / s)
}

/** The same conversion by brute force: the Renyi divergence of order a is a rho, and many orders are tried. */
function byManyOrders(rho: number, epsilon: number): number {
  let best = 1
  for (let a = 1.001; a < 1e5; a *= 1.0005)
    best = Math.min(best, (Math.exp((a - 1) * (a * rho - epsilon)) / (a - 1)) * (1 - 1 / a) ** a)
  return best
}

describe('from rho to (epsilon, delta)', () => {
  test('[CKS20] corollary 13 at epsilon = ln 10: rho 0.1142 for delta 1e-6', () => {
    expect(concentratedFor(LN10, 1e-6)).toBeCloseTo(0.114194, 5)
    expect(concentratedDelta(concentratedFor(LN10, 1e-6), LN10)).toBeLessThanOrEqual(1e-6)
  })

  test('is what many orders give, and never less than exact Gaussian noise needs', () => {
    for (const epsilon of [0.1, 1, LN10, 8])
      for (const times of [2, 8, 20, 50]) {
        const rho = epsilon ** 2 / 4 / times // delta is about e^-times
        const delta = concentratedDelta(rho, epsilon)
        const many = byManyOrders(rho, epsilon)
        expect(delta).toBeGreaterThanOrEqual(exactDelta(rho, epsilon))
        expect(delta / many).toBeGreaterThan(1 - 1e-4)
        expect(delta / many).toBeLessThan(1 + 1e-3)
      }
  })

  test('is better than epsilon = rho + 2 sqrt(rho ln(1/delta)) [Bun16]', () => {
    for (const delta of [1e-3, 1e-6, 1e-9]) {
      const rho = concentratedFor(LN10, delta)
      expect(rho + 2 * Math.sqrt(rho * Math.log(1 / delta))).toBeGreaterThan(LN10)
    }
  })

  test('more epsilon and more delta buy more rho', () => {
    fc.assert(
      fc.property(
        fc.double({ min: 0.05, max: 20, noNaN: true }),
        fc.integer({ min: 2, max: 10 }),
        (epsilon, digits) => {
          const delta = 10 ** -digits
          const rho = concentratedFor(epsilon, delta)
          expect(concentratedDelta(rho, epsilon)).toBeLessThanOrEqual(delta)
          expect(concentratedFor(epsilon * 1.1, delta)).toBeGreaterThan(rho)
          expect(concentratedFor(epsilon, delta * 2)).toBeGreaterThan(rho)
        },
      ),
    )
  })
})

describe('the threshold for unequal weights', () => {
  const weights = fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { minLength: 1, maxLength: 30 })

  test('no weights whose squares add up to 1 leak more', () => {
    fc.assert(
      fc.property(
        weights,
        fc.double({ min: 0.3, max: 8, noNaN: true }),
        fc.double({ min: 1, max: 8, noNaN: true }),
        (all, sigma, above) => {
          const length = Math.hypot(...all) || 1
          const threshold = above * sigma + 0.5
          const leak = all.reduce((sum, w) => sum + normalTail((threshold - w / length) / sigma), 0)
          expect(Math.min(1, leak)).toBeLessThanOrEqual(weightLeak(threshold, sigma, 30))
        },
      ),
    )
  })

  test('is no lower than for one item of weight 1 and for alike ones, and hardly higher', () => {
    const quantile = (q: number) => {
      let [low, high] = [0, 40]
      for (let i = 0; i < 100; i++) {
        const middle = (low + high) / 2
        if (normalTail(middle) > q) low = middle
        else high = middle
      }
      return high
    }
    for (const sigma of [2, 3.3, 10])
      for (const most of [1, 5, 30]) {
        const threshold = weightThreshold(sigma, 1e-7, most)
        const least = Math.max(1 + sigma * quantile(1e-7), 1 / Math.sqrt(most) + sigma * quantile(1e-7 / most))
        expect(threshold).toBeGreaterThanOrEqual(least * (1 - 1e-9))
        expect(threshold).toBeLessThan(least * 1.03)
        expect(weightLeak(threshold, sigma, most)).toBeLessThanOrEqual(1e-7)
      }
  })
})
