import { expect, onTestFinished, test } from 'vitest'
import { openWorkspace } from '../base/workspace.js'
import { loadHistories } from '../cluster/microaggregation.js'
import { openDuckDB } from '../engines/duckdb/index.js'
import type { Log } from '../log/log.js'
import { seededRandom } from '../random/seeded.js'
import type { Seen } from '../release/seen.js'
import { loadUsers } from './users.js'

/** An engine with so much memory, and a log of which 16 MiB hold a part. */
async function logIn(memory: number) {
  const workspace = openWorkspace()
  const engine = await openDuckDB({ spill: workspace.dir, threads: 1, memory })
  onTestFinished(async () => {
    await engine.close()
    workspace.close()
  })
  await engine.materialise(
    'log',
    `SELECT 'u' || i % 1000 AS person, 'q' || i % 200000 AS query, NULL::TIMESTAMP AS time, NULL::INTEGER AS rank, NULL::VARCHAR AS url
    FROM range(400000) r(i)`,
  )
  const has = { time: true, rank: false, url: true, raw: false, tag: false, session: false }
  const log: Log = { table: 'log', unit: 'user', has, extras: [] }
  const rows = { table: 'log', columns: ['query'] }
  const context = { engine, workspace, threads: 1, signal: undefined, say: () => {}, random: seededRandom(1) }
  return { log, rows, context }
}

test('microaggregation keeps to --memory: a log that takes more is refused with what it takes', async () => {
  const { log, context } = await logIn(2 ** 24)
  await expect(loadHistories(log, context)).rejects.toMatchObject({
    code: 'refused',
    next: expect.stringContaining('--memory'),
  })
  const roomy = await logIn(2 ** 28)
  expect((await loadHistories(roomy.log, roomy.context)).size).toBe(1000)
})

test('so do measures of persons', async () => {
  const measured = async (memory: number) => {
    const { log, rows, context } = await logIn(memory)
    const subject = {
      original: log,
      released: { rows } as unknown as Seen,
      truth: { table: 'log', columns: ['person', 'query'] },
    }
    return loadUsers(subject, 1000, context)
  }
  await expect(measured(2 ** 24)).rejects.toMatchObject({
    code: 'refused',
    next: expect.stringContaining('--memory'),
  })
  expect((await measured(2 ** 28)).persons).toHaveLength(1000)
})
