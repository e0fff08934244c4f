import { describe, test } from 'vitest'
import { methodNames } from '../../src/methods/index.js'
import { type ReleaseOptions, release } from '../../src/run/release.js'
import { mixedLog, shuffled, writeLog } from '../support/log.js'
import { scratch } from '../support/scratch.js'
import { EXAMPLES } from './examples.js'
import { ALL_SHAPES, COLUMNS, repeats, verified } from './shapes.js'

const { next } = scratch()

describe.each(methodNames())('%s', (method) => {
  const plan = { steps: [{ method, params: EXAMPLES[method] ?? {} }], shows: {} }
  const make = async (log: string, more: Partial<ReleaseOptions>) => {
    const out = next('release')
    await release([log], { plan, out, seed: 1, ...more }, COLUMNS)
    return out
  }

  test.each(ALL_SHAPES)(
    '$format $shows: a seed repeats, order does not show, the promise is verified',
    async (shape) => {
      const log = writeLog(next('log.ndjson'), mixedLog())
      const other = writeLog(next('shuffled.ndjson'), shuffled(mixedLog()))
      await repeats(make, [log, other], shape)
      await verified(make, log, shape)
    },
  )
})
