import fc from 'fast-check'
import { expect, test } from 'vitest'
import { runs } from '../../test/support/runs.js'
import { laterThreshold, phrasesFor } from './phrases.js'

// By math.erfc of Python and halving, as in weights.test.ts: sigma_k = sigma sqrt(n/(1 - c)), counts at sigma sqrt(m/c).
test.each([
  [
    'ln 10, 1e-5, three words, counts',
    Math.LN10,
    1e-5,
    3,
    100,
    20,
    0.2,
    [1.8211629522782922, 3.526666892451879, 18.88557918977691, 18.21162952278292] as const,
  ],
  [
    '1, 1e-8, six words, no counts',
    1,
    1e-8,
    6,
    50,
    10,
    0,
    [5.221795506284042, 12.790734531554053, 81.50764409879156, undefined] as const,
  ],
  [
    '4, 1e-6, words alone',
    4,
    1e-6,
    1,
    7,
    5,
    0.5,
    [1.2256932754085001, 1.7333920533922023, 9.49826857725801, 3.875982463042909] as const,
  ],
])('%s', (_, epsilon, delta, n, most, mostCounted, share, [sigma, ofLength, rho, ofCounts]) => {
  const ours = phrasesFor({ epsilon, delta, n, most, mostCounted, share })
  expect(ours.sigma / sigma).toBeCloseTo(1, 9)
  expect(ours.ofLength / ofLength).toBeCloseTo(1, 9)
  expect(ours.rho / rho).toBeCloseTo(1, 7)
  expect(ours.leak).toBeLessThanOrEqual(delta / 2)
  if (ofCounts === undefined) expect(ours.ofCounts).toBeUndefined()
  else expect((ours.ofCounts as number) / ofCounts).toBeCloseTo(1, 9)
  // What all rounds cost is what one of sigma costs.
  const counts = ours.ofCounts === undefined ? 0 : mostCounted / ours.ofCounts ** 2
  expect(n / ours.ofLength ** 2 + counts).toBeCloseTo(1 / ours.sigma ** 2, 12)
})

test('longer phrases: of all candidates noise carries a share eta of the length before', () => {
  expect(laterThreshold(3.5, 0.01, 153, 23_409)).toBeCloseTo(13.387850404027587, 9)
  // Where there are fewer candidates than phrases before, a share eta of the candidates.
  expect(laterThreshold(2, 0.1, 50, 10)).toBeCloseTo(laterThreshold(2, 0.1, 10, 10), 12)
})

/** The chance that a normal number is above z, by Simpson's rule over its density: nothing of the program's own is in it. */
function above(z: number): number {
  if (z < 0) return 1 - above(-z)
  const [steps, width] = [2000, 10]
  const density = (i: number) => Math.exp(-((z + (i * width) / steps) ** 2) / 2)
  let sum = density(0) + density(steps)
  for (let i = 1; i < steps; i++) sum += density(i) * (i % 2 === 1 ? 4 : 2)
  return (sum * width) / steps / 3 / Math.sqrt(2 * Math.PI)
}

test('whatever is asked, noise and thresholds keep (epsilon, delta), and hardly more than that, by the density alone', () => {
  const asked = fc.record({
    epsilon: fc.double({ min: 0.3, max: 6, noNaN: true }),
    delta: fc.integer({ min: 4, max: 9 }).map((digits) => 10 ** -digits),
    n: fc.integer({ min: 1, max: 6 }),
    most: fc.integer({ min: 1, max: 200 }),
    mostCounted: fc.integer({ min: 1, max: 100 }),
    share: fc.constantFrom(0, 0.2, 0.5),
  })
  fc.assert(
    fc.property(asked, fc.double({ min: 1e-4, max: 0.1, noNaN: true }), (given, eta) => {
      const { epsilon, delta, n, most, mostCounted, share } = given
      const { ofLength, ofCounts, rho } = phrasesFor(given)
      // All mechanisms together are one that moves by 1/sigma: half of delta pays for it, and what words that nobody else has cost is taken from epsilon.
      const moved = Math.sqrt(n / ofLength ** 2 + (ofCounts === undefined ? 0 : mostCounted / ofCounts ** 2))
      const left = epsilon - 2 ** -22 + Math.log1p(-delta / 2)
      const lost = above(left / moved - moved / 2) - Math.exp(left) * above(left / moved + moved / 2)
      expect(lost).toBeLessThan((delta / 2) * 1.000001)
      expect(lost).toBeGreaterThan((delta / 2) * 0.999)
      expect(share > 0).toBe(ofCounts !== undefined)
      // Words that one person alone has, however many they are: one of them comes out with half of delta at most.
      const slips = (threshold: number) => {
        const chances = Array.from({ length: most }, (_, i) => {
          const one = above((threshold - 1 / Math.sqrt(i + 1)) / ofLength)
          return -Math.expm1((i + 1) * Math.log1p(-one))
        })
        return Math.max(...chances)
      }
      expect(slips(rho)).toBeLessThan((delta / 2) * 1.000001)
      expect(slips(rho * 0.999)).toBeGreaterThan(delta / 2)
      // Longer ones: the share eta of the length before, over all candidates.
      const [shorter, candidates] = [most, most * mostCounted]
      const expected = candidates * above(laterThreshold(ofLength, eta, shorter, candidates) / ofLength)
      expect(expected / (eta * shorter)).toBeCloseTo(1, 6)
    }),
    runs(30),
  )
})
