import { describe, expect, test } from 'vitest'
import { normalTail } from './gaussian.js'
import { laplaceTail } from './laplace.js'
import {
  FINE,
  GRID_EPSILON,
  LEAST_SIGMA,
  MOST_PERSONS,
  type SetUnion,
  UNITS,
  unionGaussian,
  unionLaplace,
} from './set-union.js'

/** The chance that a weight of so many units of the grid passes. */
function chance(union: SetUnion, weight: number): number {
  if (union.noise === 'laplace') return laplaceTail(union.rate, union.rho + 1 - weight)
  return normalTail((union.rho + 0.5 - weight) / (union.sigma * FINE))
}

/**
 * By how much any set of outcomes is likelier in one log than e^epsilon times in the other, the larger of both ways: every outcome counts. One person has `own` items alone and
 * moves a shared one, which weighs `base` without; how many of the own ones pass is all that their names tell.
 */
function lost(union: SetUnion, epsilon: number, own: number, base: number, moved: number, each: number): number {
  const q = chance(union, each)
  const passing = Array.from({ length: own + 1 }, (_, k) => choose(own, k) * q ** k * (1 - q) ** (own - k))
  const [shared, alone] = [chance(union, base + moved), chance(union, base)]
  const outcomes = [true, false].flatMap((shows) =>
    passing.map((mine, k) => ({
      present: (shows ? shared : 1 - shared) * mine,
      absent: (shows ? alone : 1 - alone) * (k === 0 ? 1 : 0),
    })),
  )
  const beyond = (a: 'present' | 'absent', b: 'present' | 'absent') =>
    outcomes.reduce((sum, one) => sum + Math.max(0, one[a] - Math.exp(epsilon) * one[b]), 0)
  return Math.max(beyond('present', 'absent'), beyond('absent', 'present'))
}

function choose(n: number, k: number): number {
  let ways = 1
  for (let i = 0; i < k; i++) ways = (ways * (n - i)) / (i + 1)
  return ways
}

describe('all outcomes of small logs, with a person and without', () => {
  const asked = [0.1, 1, 3, 12, 40, 100].flatMap((epsilon) =>
    [1e-9, 1e-6, 1e-3, 0.1].map((delta) => [epsilon, delta] as const),
  )
  test.each(asked)('epsilon %d, delta %d: no more than delta is lost, in either noise', (epsilon, delta) => {
    for (const make of [unionGaussian, unionLaplace]) {
      const union = make(epsilon, delta, 5, 3)
      const whole = union.noise === 'laplace' ? UNITS : FINE
      let most = 0
      for (let own = 0; own <= 5; own++)
        for (const rest of [0, 0.3, 0.7, 1]) {
          if (own === 0 && rest === 0) continue
          // What is not moved on the shared item goes to the own ones evenly: by length, or by sum.
          const moved = own === 0 ? 1 : rest
          const left = union.noise === 'laplace' ? (1 - moved) / own : Math.sqrt((1 - moved * moved) / own)
          for (let step = 0; step <= 60; step++) {
            const base = ((union.cutoff - whole) * step) / 60
            const each = own === 0 ? 0 : Math.floor(left * whole)
            most = Math.max(
              most,
              lost(union, epsilon, own, Math.max(0, Math.round(base)), Math.round(moved * whole), each),
            )
          }
        }
      expect(most, union.noise).toBeLessThanOrEqual(delta)
      if (union.noise === 'gaussian' && epsilon <= 3) expect(most).toBeGreaterThan(delta / 100)
    }
  })

  test('the test would notice: a threshold of half the height loses more', () => {
    const union = unionGaussian(1, 1e-3, 5, 3)
    const low = { ...union, rho: Math.round(union.rho / 2) } as SetUnion
    expect(lost(low, 1, 1, 0, 0, FINE)).toBeGreaterThan(1e-3)
  })
})

describe('noise on a grid beside rounded noise', () => {
  /** P(x - 1/2 < N < x + 1/2) over e^(-x^2/2s^2)/Z, by Simpson's rule: far more steps than it takes. */
  function ratio(s: number, x: number): number {
    let norm = 1
    for (let y = 1; y < 40 * s; y++) norm += 2 * Math.exp(-(y * y) / (2 * s * s))
    const steps = 200
    let sum = 0
    for (let i = 0; i <= steps; i++) {
      const u = i / steps - 0.5
      const weight = i === 0 || i === steps ? 1 : i % 2 === 1 ? 4 : 2
      sum += weight * Math.exp(-(2 * x * u + u * u) / (2 * s * s))
    }
    return ((sum / (3 * steps)) * norm) / (s * Math.sqrt(2 * Math.PI))
  }

  test.each([4, 10, 50, 300])('deviation %d: within e^(200/s^2), up to 40 deviations off', (s) => {
    for (let x = 0; x <= 40 * s; x += Math.ceil(s / 3))
      expect(Math.abs(Math.log(ratio(s, x)))).toBeLessThanOrEqual(200 / (s * s) + 1e-9)
  })

  test('what the grid takes of epsilon is paid for all numbers that a person can move', () => {
    const [numbers, logs] = [100 * MOST_PERSONS, 2]
    expect((numbers * logs * 200) / (LEAST_SIGMA * FINE) ** 2).toBeLessThan(GRID_EPSILON)
    for (const epsilon of [1, 30, 100]) {
      const union = unionGaussian(epsilon, 1e-6, 20, 5)
      expect(union.noise === 'gaussian' && union.sigma).toBeGreaterThanOrEqual(LEAST_SIGMA)
    }
  })
})
