import { describe, expect, test } from 'vitest'
import { keygen } from '../../src/index.js'
import { methodNames } from '../../src/methods/index.js'
import { type TrialOptions, tryPlan } from '../../src/run/trial.js'
import canaries from '../../src/trials/canaries/index.js'
import { mixedLog, writeLog } from '../support/log.js'
import { scratch } from '../support/scratch.js'
import { EXAMPLES } from './examples.js'
import { COLUMNS, fourShapesOf } from './shapes.js'

const { next } = scratch()
const log = writeLog(next('log.ndjson'), mixedLog())
const keyFile = next('key')
await keygen(keyFile)

async function nothingLeaks(options: TrialOptions): Promise<void> {
  const result = await tryPlan(canaries, [log], options, COLUMNS)
  expect(result.leaks).toEqual([])
  expect(result.scored.found).toBe(0)
  expect(result.scored.planted).toBeGreaterThan(60)
  expect(result.guarantee.kind === 'none' || result.controls === true).toBe(true)
}

const shapes = await Promise.all(
  methodNames().map(async (method, turn) => [method, await fourShapesOf(method, turn)] as const),
)

describe.each(shapes)('%s', (method, itsShapes) => {
  const plan = { steps: [{ method, params: EXAMPLES[method] ?? {} }], shows: {} }
  test.each(itsShapes)('$format $shows: nothing leaks', (shape) => nothingLeaks({ plan, keyFile, ...shape }))
})

describe('every way to choose', () => {
  const step = (method: string, params: Readonly<Record<string, unknown>>) => ({ method, params })
  test.each([
    [[step('rare-queries', { k: 2 })]],
    [[step('rare-queries', { k: 40, hostK: 3 })]],
    [[step('rare-queries', { k: 5, same: 'exact' })]],
    [[step('rare-queries', { k: 5, same: 'words' })]],
    [[step('rare-queries', { k: 5, withheld: 'tag' })]],
    [[step('rare-queries', { k: 5, within: 'device' })]],
    [[step('allowlist', { k: 5, n: 3 })]],
    [[step('allowlist', { k: 50 }), step('rare-queries', { k: 5 })]],
    [[step('rare-queries', { k: 20 }), step('allowlist', { k: 5 })]],
  ])('%j', (steps) => nothingLeaks({ plan: { steps, shows: {} }, keyFile }))
})
