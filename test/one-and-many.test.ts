import { expect, test } from 'vitest'
import { planFrom } from '../src/plans/plan.js'
import { inspectionText } from '../src/report/inspection.js'
import { inspect } from '../src/run/inspect.js'
import { explain, release } from '../src/run/release/index.js'
import { asked, writeLog } from './support/log.js'
import { scratch } from './support/scratch.js'

const { next } = scratch()
const rows = asked('tea', 30).map((row) => ({ ...row, country: row.user }))
const log = writeLog(next('log.ndjson'), rows)

test('units that are no users', async () => {
  expect(inspectionText(await inspect([log], { unit: 'country' }))).toMatch(/^persons \(one for each country\)/m)
  expect(inspectionText(await inspect([log]))).toMatch(/^persons \(users\)/m)
})

test.each(['rare-queries', 'km-deletion', 'microaggregate-syntactic'])('one user more, of %s', async (method) => {
  const told = JSON.stringify(await explain(planFrom({ steps: [{ method, k: 2 }] }, 'plan')))
  expect(told).toContain('can add 1 user to the log')
})

test('one release', async () => {
  const plan = planFrom({ steps: [{ method: 'zealous', epsilon: 1, delta: 1e-5, perUser: 1 }] }, 'plan')
  const ledger = next('ledger')
  const said = async () => (await release([log], { plan, out: next('release'), ledger })).warnings.join('\n')
  expect(await said()).toContain(': 1 release so far')
  expect(await said()).toContain(': 2 releases so far')
})
