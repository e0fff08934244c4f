import { describe, expect, test } from 'vitest'
import { parseParams } from '../../src/base/params.js'
import { loadMethods } from '../../src/methods/index.js'
import { tryPlan } from '../../src/run/trial.js'
import canaries from '../../src/trials/canaries/index.js'
import { mixedLog, writeLog } from '../support/log.js'
import { scratch } from '../support/scratch.js'
import { EXAMPLES } from './examples.js'
import { COLUMNS } from './shapes.js'

const { next } = scratch()

/** The kind of promise that a method makes in the contract tests. */
const kindOf = (method: Awaited<ReturnType<typeof loadMethods>>[number]) =>
  method.guarantee(parseParams(method.name, method.params, EXAMPLES[method.name] ?? {}), 'user').kind

// One method for each kind of promise; canaries.slow.test.ts has them all, in all formats and with all that can be shown.
const byKind = new Map((await loadMethods()).map((method) => [kindOf(method), method.name]))

describe.each([...byKind.values()])('%s', (method) => {
  test('canaries finds nothing that the guarantee forbids', async () => {
    const plan = { steps: [{ method, params: EXAMPLES[method] ?? {} }], shows: {} }
    const result = await tryPlan(
      canaries,
      [writeLog(next('log.ndjson'), mixedLog())],
      { plan, ephemeralKey: true },
      COLUMNS,
    )
    expect(result.leaks).toEqual([])
    expect(result.scored.found).toBe(0)
    expect(result.scored.planted).toBeGreaterThan(60)
    expect(result.guarantee.kind === 'none' || result.controls === true).toBe(true)
  })
})
