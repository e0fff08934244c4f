import { expect, test } from 'vitest'
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
