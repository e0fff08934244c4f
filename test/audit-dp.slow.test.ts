import { expect, test } from 'vitest'
import { auditDp } from '../src/run/audit-dp.js'
import { asked, writeLog } from './support/log.js'
import { scratch } from './support/scratch.js'

const { next } = scratch()
const log = writeLog(next('log.ndjson'), asked('tea', 30))

// Seeded, so that it repeats; each would be wrong with probability 5% at most if it were not.
test.each(['zealous', 'gaussian-threshold', 'korolova', 'optimal-selection', 'set-union'])(
  '%s keeps its claim',
  async (method) => {
    for (const perUser of [1, 5]) {
      const plan = {
        steps: [{ method, params: { epsilon: Math.LN10, delta: 1e-5, perUser } }],
        shows: {},
      }
      const { scored, leaks } = await auditDp([log], { plan, seed: 3, params: { runs: 150 } })
      expect(scored.lowerBound).toBeLessThanOrEqual(scored.claimed)
      expect(leaks.atLeast).toBeLessThanOrEqual(leaks.allowed)
    }
  },
)
