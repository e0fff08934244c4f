import { expect, test } from 'vitest'
import { auditOf, type Double } from '../../../test/support/audit.js'

test('twenty items: catches noise ten times too small at the size of the default', async () => {
  const { scored, holds } = await auditOf({ perUser: 20, lambda: 2 / Math.log(10), tauPrime: 121 }, {}, 500, 20_000)
  expect(holds).toBe(false)
  expect(scored.lowerBound).toBeGreaterThan(3)
})

// One item a person: the mechanism just keeps its claim. Each audit is wrong with probability 5% at most; more than 7 of 40 would
// come once in 200.
test('rejects what just holds no more often than it says (false alarm: 5e-3)', async () => {
  const tight: Double = { perUser: 1, lambda: 1 / Math.log(10), tauPrime: 6 }
  let rejected = 0
  for (let seed = 0; seed < 40; seed++) if (!(await auditOf(tight, {}, 60, 3000, seed)).holds) rejected++
  expect(rejected).toBeLessThanOrEqual(7)
})
