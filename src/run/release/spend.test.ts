import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { planFrom } from '../../plans/plan.js'
import { budget } from '../ledger.js'
import { spending } from './spend.js'

const noisy = planFrom({ steps: [{ method: 'zealous', epsilon: 1, delta: 1e-6 }] }, 'the plan')
const bare = planFrom({ steps: [{ method: 'rare-queries', k: 5 }] }, 'the plan')

function ledger(): string {
  const dir = mkdtempSync(join(tmpdir(), 'lethe-spend-'))
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }))
  return dir
}

test('what a release would cost is told, and nothing is entered', async () => {
  const dir = ledger()
  const told = await spending(noisy, { ledger: dir, population: 'shoppers' })
  expect(told).toMatchObject({
    enters: 'spend',
    before: { releases: 0 },
    after: { releases: 1, basic: { epsilon: 1 } },
  })
  expect(readdirSync(dir)).toEqual([])
  expect(await spending(bare, { ledger: dir })).toMatchObject({ enters: 'nothing', after: undefined })
  expect(await spending(bare, { ledger: dir, population: 'shoppers' })).toMatchObject({
    enters: 'unbounded',
    after: { unbounded: 1 },
  })
})

test('a budget that does not hold it says so, as the release would be refused', async () => {
  const dir = ledger()
  budget('shoppers', { epsilon: 0.5, delta: 1e-5 }, { ledger: dir })
  const told = await spending(noisy, { ledger: dir, population: 'shoppers' })
  expect(told.after).toBeUndefined()
  expect(told.refused).toContain('this release would take it to 1')
  expect((await spending(bare, { ledger: dir, population: 'shoppers' })).refused).toContain('has a budget')
})
