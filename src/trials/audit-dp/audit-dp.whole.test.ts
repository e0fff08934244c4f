import { describe, expect, test } from 'vitest'
import { auditOf, type Double, LN10 } from '../../../test/support/audit.js'

describe('audit-dp', () => {
  // lambda = m / epsilon, and the threshold for discrete noise: 121.
  const sound: Double = { perUser: 20, lambda: 20 / Math.log(10), tauPrime: 121 }

  test('passes the threshold 121 for epsilon = ln 10, delta = 1e-5, 20 items', async () => {
    const { scored, holds, leaks } = await auditOf(sound)
    expect(scored.claimed).toBeCloseTo(Math.LN10, 6)
    expect(scored.lowerBound).toBeLessThan(scored.claimed)
    expect(holds).toBe(true)
    expect(leaks).toMatchObject({ runs: 0 })
  })

  // lambda = 2 m / epsilon, tau' = m (1 - ln(2 delta / m) / epsilon) = 140: a unique item comes out with probability 3.3e-3.
  test('catches the unsound pair: 140 with twice the noise', async () => {
    const { scored, holds, leaks } = await auditOf(
      { perUser: 20, lambda: 40 / Math.log(10), tauPrime: 140 },
      {},
      50,
      16_000,
    )
    expect(holds).toBe(false)
    expect(scored.lowerBound).toBe(Number.MAX_VALUE)
    expect(leaks.atLeast).toBeGreaterThan(leaks.allowed)
  })

  // Five items: 1 - (1 - e^(-28/lambda) / (1 + e^(-1/lambda)))^5 = 8e-6.
  test('catches noise ten times too small', async () => {
    const five: Double = { perUser: 5, lambda: 5 / Math.log(10), tauPrime: 28 }
    expect((await auditOf(five)).holds).toBe(true)
    const { scored, holds, leaks } = await auditOf({ ...five, lambda: five.lambda / 10 })
    expect(holds).toBe(false)
    expect(scored.lowerBound).toBeGreaterThan(scored.claimed)
    expect(scored.lowerBound).toBeLessThan(20)
    expect(leaks.runs).toBe(0)
  })

  test('one item a person: the bound comes close to the claim', async () => {
    const { scored, holds } = await auditOf({ perUser: 1, lambda: 1 / Math.log(10), tauPrime: 6 })
    expect(holds).toBe(true)
    expect(scored.lowerBound).toBeGreaterThan(1.6)
  })

  // Two items a person where one is allowed: the two together move twice as far as the noise allows for.
  test('catches persons who give more items than they may', async () => {
    const d: Double = { perUser: 1, lambda: 1 / Math.log(10), tauPrime: 6, unbounded: true }
    expect((await auditOf({ ...d, unbounded: false })).holds).toBe(true)
    const { holds, scored } = await auditOf(d)
    expect(holds).toBe(false)
    expect(scored.lowerBound).toBeGreaterThan(scored.claimed)
  })

  test('catches a count of rows in place of persons', async () => {
    const { holds, leaks } = await auditOf({ ...sound, rows: true }, {}, 20)
    expect(holds).toBe(false)
    expect(leaks.runs).toBe(20)
  })

  test('replacing a person: noise for adding one is too little', async () => {
    const one: Double = { perUser: 1, lambda: 2 / Math.log(10), tauPrime: 14 }
    expect((await auditOf(one, { neighbours: 'replace' })).holds).toBe(true)
    const half = await auditOf({ ...one, lambda: one.lambda / 2 }, { neighbours: 'replace' }, 120)
    expect(half.holds).toBe(false)
    expect(half.scored.lowerBound).toBeGreaterThan(LN10.epsilon)
  })

  test('items without counts, and a minimum of persons', async () => {
    const d: Double = { perUser: 2, lambda: 2 / Math.log(10), tauPrime: 16, minUsers: 5, bare: true }
    expect((await auditOf(d, { counts: false, minUsers: 5 })).holds).toBe(true)
    const { holds, leaks } = await auditOf({ ...d, minUsers: 1, tauPrime: 4 }, { counts: false, minUsers: 5 })
    expect(holds).toBe(false)
    expect(leaks.runs).toBeGreaterThan(40)
  })

  test('says so when no crowd comes out', async () => {
    const { holds, guessing, scored } = await auditOf({ perUser: 1, lambda: 1, tauPrime: 1e9 }, {}, 20)
    expect({ holds, bound: scored.lowerBound, crowd: guessing.crowd }).toEqual({ holds: true, bound: 0, crowd: null })
  })
})
