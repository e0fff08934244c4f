import { expect, test } from 'vitest'
import { asked, writeLog } from '../../../test/support/log.js'
import { scratch } from '../../../test/support/scratch.js'
import { tryPlan } from '../../run/trial.js'
import audit from '../../trials/audit-dp/index.js'
import membership from '../../trials/membership/index.js'

const { next } = scratch()
/** Some of its queries pass the threshold, some lie near it. */
const log = writeLog(next('log.ndjson'), [
  ...asked('tea', 120, {}, 'a-'),
  ...asked('cake', 40, {}, 'b-'),
  ...asked('pie', 25, {}, 'c-'),
  ...asked('a query of few', 5, {}, 'd-'),
])
const plan = (epsilon: number) => ({ steps: [{ method: 'synthetic', params: { epsilon, delta: 1e-3 } }], shows: {} })

// Seeded, so that they repeat; each would be wrong with probability 5% at most if it were not.
test('membership: made-up rows show what persons asked, and tell no more of who is there than the promise allows', async () => {
  const result = await tryPlan(membership, [log], { plan: plan(2), params: { runs: 96 }, seed: 1 })
  expect(result.seen).toBeGreaterThan(0)
  expect(result.scored.limit).toBeCloseTo(Math.E ** 2 * 0.01 + 1e-3, 9)
  expect(result).toMatchObject({ holds: true, drawn: { above: false }, worst: { above: false } })
})

test('audit-dp: the lexicon keeps the claim', async () => {
  const { scored, leaks } = await tryPlan(audit, [log], { plan: plan(Math.LN10), seed: 3, params: { runs: 100 } })
  expect(scored.lowerBound).toBeLessThanOrEqual(scored.claimed)
  expect(leaks.atLeast).toBeLessThanOrEqual(leaks.allowed)
})
