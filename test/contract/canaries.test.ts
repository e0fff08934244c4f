import { describe, expect, test } from 'vitest'
import { methodNames } from '../../src/methods/index.js'
import { canaries } from '../../src/run/canaries.js'
import { mixedLog, writeLog } from '../support/log.js'
import { scratch } from '../support/scratch.js'
import { EXAMPLES } from './examples.js'
import { COLUMNS } from './shapes.js'

const { next } = scratch()

describe.each(methodNames())('%s', (method) => {
  test('canaries finds nothing that the guarantee forbids', async () => {
    const plan = { steps: [{ method, params: EXAMPLES[method] ?? {} }], shows: {} }
    const result = await canaries([writeLog(next('log.ndjson'), mixedLog())], { plan, ephemeralKey: true }, COLUMNS)
    expect(result.leaks).toEqual([])
    expect(result.scored.found).toBe(0)
    expect(result.scored.planted).toBeGreaterThan(60)
    expect(result.guarantee.kind === 'none' || result.controls === true).toBe(true)
  })
})
