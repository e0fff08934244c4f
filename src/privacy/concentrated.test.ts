import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { runs } from '../../test/support/runs.js'
import { concentratedFor, weightLeak, weightThreshold } from './concentrated.js'
import { normalTail } from './gaussian.js'

const LN10 = Math.log(10)
const MOVED = { numbers: 1024, unit: 1_000_000 }

/** The chance that a normal number is above z, by Simpson's rule over its density: nothing of the program's own is in it. */
function above(z: number): number {
  if (z < 0) return 1 - above(-z)
  const [steps, width] = [4000, 12]
  const density = (i: number) => Math.exp(-((z + (i * width) / steps) ** 2) / 2)
  let sum = density(0) + density(steps)
  for (let i = 1; i < steps; i++) sum += density(i) * (i % 2 === 1 ? 4 : 2)
  return (sum * width) / steps / 3 / Math.sqrt(2 * Math.PI)
}

/** delta of several mechanisms of Gaussian noise, each with a share of rho: what was seen moves by as many deviations as all of them together. */
function lost(rhos: readonly number[], epsilon: number): number {
  const apart = Math.sqrt(rhos.reduce((sum, rho) => sum + (1 / Math.sqrt(1 / (2 * rho))) ** 2, 0))
  return above(epsilon / apart - apart / 2) - Math.exp(epsilon) * above(epsilon / apart + apart / 2)
}

describe('from rho to (epsilon, delta)', () => {
  // By math.erfc of Python and halving.
  test.each([
    [LN10, 6e-7, 0.12442664964],
    [1, 1e-8, 0.01922104802],
    [8, 1e-6, 1.17281522357],
  ])('epsilon %f, delta %f: rho %f', (epsilon, delta, rho) => {
    expect(concentratedFor(epsilon, delta, MOVED) / rho).toBeCloseTo(1, 5)
  })

  test('whatever the shares, all noise together keeps (epsilon, delta), by the density alone, and hardly more than that', () => {
    const asked = fc.record({
      epsilon: fc.double({ min: 0.2, max: 6, noNaN: true }),
      digits: fc.integer({ min: 3, max: 9 }),
      shares: fc.array(fc.double({ min: 0.01, max: 1, noNaN: true }), { minLength: 1, maxLength: 12 }),
    })
    fc.assert(
      fc.property(asked, ({ epsilon, digits, shares }) => {
        const rho = concentratedFor(epsilon, 10 ** -digits, MOVED)
        const sum = shares.reduce((all, share) => all + share, 0)
        const delta = lost(
          shares.map((share) => (rho * share) / sum),
          epsilon,
        )
        expect(delta / 10 ** -digits).toBeLessThanOrEqual(1 + 1e-6)
        expect(delta / 10 ** -digits).toBeGreaterThan(0.999)
      }),
      runs(40),
    )
  })

  /** P(X = x) of discrete Gaussian noise, and P(X >= x), from -reach on. */
  function law(sigma: number) {
    const reach = Math.ceil(9 * sigma)
    const chance = Array.from({ length: 2 * reach + 1 }, (_, i) => Math.exp(-((i - reach) ** 2) / (2 * sigma * sigma)))
    const sum = chance.reduce((all, one) => all + one, 0)
    const above = new Float64Array(chance.length + 1)
    for (let i = chance.length - 1; i >= 0; i--) above[i] = above[i + 1]! + chance[i]! / sum
    return { reach, at: (x: number) => (chance[x + reach] ?? 0) / sum, from: (x: number) => above[clamp(x + reach)]! }
    function clamp(place: number) {
      return Math.min(chance.length, Math.max(0, place))
    }
  }

  test('two marginals of discrete noise, the second chosen after the first was seen: delta, summed outcome by outcome', () => {
    const unit = 300
    for (const [epsilon, delta, share] of [
      [LN10, 1e-4, 0.67],
      [1, 1e-3, 0.2],
      [4, 1e-5, 0.5],
    ] as const) {
      const rho = concentratedFor(epsilon, delta, { numbers: 2, unit })
      const [s1, s2] = [share, 1 - share].map((part) => unit / Math.sqrt(2 * rho * part)) as [number, number]
      const [first, second] = [law(s1), law(s2)]
      const loss = (x: number, s: number) => (2 * x * unit + unit * unit) / (2 * s * s)
      let lost = 0
      for (let x = -first.reach; x <= first.reach; x++) {
        // Of the second, all that takes the loss of both above epsilon; with the person gone it stands at y + unit.
        const left = epsilon - loss(x, s1)
        const y = Math.floor((left * s2 * s2) / unit - unit / 2) + 1
        lost += first.at(x) * (second.from(y) - Math.exp(left) * second.from(y + unit))
      }
      expect(lost / delta).toBeLessThanOrEqual(1)
      expect(lost / delta).toBeGreaterThan(0.95)
    }
  })

  test('is never more than what rho alone allows less of: [CKS20] corollary 13 asks for more noise', () => {
    const delta = (rho: number, epsilon: number) => {
      let best = 1
      for (let a = 1.001; a < 1e5; a *= 1.0005)
        best = Math.min(best, (Math.exp((a - 1) * (a * rho - epsilon)) / (a - 1)) * (1 - 1 / a) ** a)
      return best
    }
    for (const epsilon of [0.1, 1, LN10, 8]) {
      const rho = concentratedFor(epsilon, 1e-6, MOVED)
      expect(delta(rho, epsilon)).toBeGreaterThan(1e-6)
      expect(delta(rho / 1.25, epsilon)).toBeLessThan(1e-6)
    }
  })

  /** By how much, as a factor, discrete noise of deviation s and Gaussian noise rounded to whole numbers can differ anywhere up to 40 deviations. */
  test('what discreteness costs is more than it is, number by number', () => {
    for (const s of [40, 100, 300]) {
      let z = 0
      for (let x = -45 * s; x <= 45 * s; x++) z += Math.exp(-(x * x) / (2 * s * s))
      let most = 0
      for (let x = 0; x <= 40 * s; x += s / 20) {
        const at = Math.round(x)
        // ln of the mean of e^(-(2 x t + t^2)/2s^2) over t from -1/2 to 1/2, which is what rounding has more than the density in the middle.
        let mean = 0
        for (let i = 0; i < 200; i++) {
          const t = (i + 0.5) / 200 - 0.5
          mean += Math.exp(-(2 * at * t + t * t) / (2 * s * s)) / 200
        }
        most = Math.max(most, Math.abs(Math.log(mean) - Math.log(s * Math.sqrt(2 * Math.PI)) + Math.log(z)))
      }
      expect(most).toBeLessThan(201 / (s * s))
    }
  })

  test('more epsilon and more delta buy more rho; an epsilon that discreteness would take buys none', () => {
    fc.assert(
      fc.property(
        fc.double({ min: 0.05, max: 20, noNaN: true }),
        fc.integer({ min: 2, max: 10 }),
        (epsilon, digits) => {
          const delta = 10 ** -digits
          const rho = concentratedFor(epsilon, delta, MOVED)
          expect(concentratedFor(epsilon * 1.1, delta, MOVED)).toBeGreaterThan(rho)
          expect(concentratedFor(epsilon, delta * 2, MOVED)).toBeGreaterThan(rho)
        },
      ),
    )
    expect(concentratedFor(1, 1e-6, { numbers: 1024, unit: 10 })).toBe(0)
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
