import { expect, test } from 'vitest'
import { tryPlan } from '../src/run/trial.js'
import audit from '../src/trials/audit-dp/index.js'
import { asked, writeLog } from './support/log.js'
import { scratch } from './support/scratch.js'

const { next } = scratch()
const log = writeLog(next('log.ndjson'), asked('tea', 30))

const METHODS = ['zealous', 'gaussian-threshold', 'korolova', 'optimal-selection', 'phrases', 'set-union']

// Seeded, so that it repeats; each would be wrong with probability 5% at most if it were not.
test.each(METHODS)('%s keeps its claim', async (method) => {
  for (const perUser of [1, 5]) {
    const plan = {
      steps: [{ method, params: { epsilon: Math.LN10, delta: 1e-5, perUser } }],
      shows: {},
    }
    const { scored, leaks } = await tryPlan(audit, [log], { plan, seed: 3, params: { runs: 150 } })
    expect(scored.lowerBound).toBeLessThanOrEqual(scored.claimed)
    expect(leaks.atLeast).toBeLessThanOrEqual(leaks.allowed)
  }
})

test('gaussian-threshold by unit weights keeps its claim', async () => {
  for (const perUser of [1, 5]) {
    const params = { epsilon: Math.LN10, delta: 1e-5, perUser, weights: 'unit' }
    const plan = { steps: [{ method: 'gaussian-threshold', params }], shows: {} }
    const { scored, leaks } = await tryPlan(audit, [log], { plan, seed: 3, params: { runs: 150 } })
    expect(scored.lowerBound).toBeLessThanOrEqual(scored.claimed)
    expect(leaks.atLeast).toBeLessThanOrEqual(leaks.allowed)
  }
})

// From file to release, seeded too. A release that fails, or looks other than the usual one, for what one person brought is caught in these many runs.
test.each(METHODS)('%s keeps its claim against the canaries of an adversary', async (method) => {
  const plan = { steps: [{ method, params: { epsilon: 1, delta: 1e-5, perUser: 2 } }], shows: {} }
  const { holds, canaries } = await tryPlan(audit, [log], { plan, seed: 7, params: { runs: 40, adversary: true } })
  expect(canaries?.map(({ canary, failed }) => [canary, ...failed])).toEqual(
    canaries?.map(({ canary }) => [canary, 0, 0]),
  )
  expect(canaries).toHaveLength(9)
  expect(holds).toBe(true)
})
