import { describe, expect, test } from 'vitest'
import { advanced, basic, total, zcdp } from './compose.js'

const INFINITE = Number.POSITIVE_INFINITY
const two = [
  { epsilon: 0.5, delta: 1e-7 },
  { epsilon: 0.25, delta: 2e-7 },
]

describe('each account by its formula', () => {
  test('basic adds up', () => {
    expect(basic(two)).toEqual({ epsilon: 0.75, delta: expect.closeTo(3e-7, 20), by: 'basic' })
    expect(basic([])).toEqual({ epsilon: 0, delta: 0, by: 'basic' })
  })

  test('[Kairouz15] theorem 3.5', () => {
    const drift = 0.5 * Math.tanh(0.25) + 0.25 * Math.tanh(0.125)
    const expected = drift + Math.sqrt(2 * Math.log(1 / 7e-7) * (0.25 + 0.0625))
    expect(advanced(two, 1e-6)).toEqual({ epsilon: expect.closeTo(expected, 9), delta: 1e-6, by: 'advanced' })
  })

  test('[Bun16] where only epsilon is known, rho is epsilon^2/2', () => {
    const rho = (0.25 + 0.0625) / 2
    const expected = rho + 2 * Math.sqrt(rho * Math.log(1 / 7e-7))
    expect(zcdp(two, 1e-6)).toEqual({ epsilon: expect.closeTo(expected, 9), delta: 1e-6, by: 'zcdp' })
  })

  test('[Bun16] where rho is known, it and its delta count', () => {
    const known = two.map((spend) => ({ ...spend, concentrated: { rho: 0.01, delta: 1e-8 } }))
    const expected = 0.02 + 2 * Math.sqrt(0.02 * Math.log(1 / 9.8e-7))
    expect(zcdp(known, 1e-6).epsilon).toBeCloseTo(expected, 9)
  })
})

describe('a delta that does not suffice', () => {
  test.each([3e-7 - 1e-12, 1e-8, 0])('%d: nothing can be claimed', (delta) => {
    expect(advanced(two, delta).epsilon).toBe(INFINITE)
    expect(zcdp(two, delta).epsilon).toBe(INFINITE)
    expect(total(two, delta)).toMatchObject({ epsilon: INFINITE, by: 'basic' })
  })

  test('is one of nothing as well, even for no release', () => {
    expect(advanced([], 0).epsilon).toBe(INFINITE)
    expect(zcdp([], 0).epsilon).toBe(INFINITE)
    expect(total([], 0)).toEqual({ epsilon: 0, delta: 0, by: 'basic' })
  })

  test('what fits to the last digit fits, what exceeds it does not', () => {
    const delta = 1e-6
    const most = delta * (1 + 1e-12)
    expect(total([{ epsilon: 1, delta: most }], delta).epsilon).toBe(1)
    expect(total([{ epsilon: 1, delta: delta * (1 + 3e-12) }], delta).epsilon).toBe(INFINITE)
  })
})

test('the least of the three is claimed, and it is said which', () => {
  const many = Array.from({ length: 400 }, () => ({ epsilon: 0.05, delta: 0 }))
  const best = total(many, 1e-6)
  const each = [basic(many), advanced(many, 1e-6), zcdp(many, 1e-6)]
  expect(best.epsilon).toBe(Math.min(...each.map(({ epsilon }) => epsilon)))
  expect(each.find(({ by }) => by === best.by)?.epsilon).toBe(best.epsilon)
})
