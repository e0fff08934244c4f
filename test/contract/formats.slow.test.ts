import { describe, test } from 'vitest'
import { parseParams } from '../../src/base/params.js'
import { writeKeyFile } from '../../src/crypto/key-file.js'
import { loadMethod, methodNames } from '../../src/methods/index.js'
import { type ReleaseOptions, release } from '../../src/run/release/index.js'
import { mixedLog, shuffled, writeLog } from '../support/log.js'
import { scratch } from '../support/scratch.js'
import { EXAMPLES } from './examples.js'
import { COLUMNS, repeats, shapesOf, verified } from './shapes.js'

const { next } = scratch()
const KEY = next('key')
writeKeyFile(KEY)

const shapes = await Promise.all(methodNames().map(async (method) => [method, await shapesOf(method)] as const))

describe.each(shapes)('%s', (method, itsShapes) => {
  const plan = { steps: [{ method, params: EXAMPLES[method] ?? {} }], shows: {} }
  const make = async (log: string, more: Partial<ReleaseOptions>) => {
    const out = next('release')
    const { writesTags, params } = await loadMethod(method)
    const key = writesTags(parseParams(method, params, EXAMPLES[method] ?? {})) ? { keyFile: KEY } : {}
    await release([log], { plan, out, seed: 1, ...key, ...more }, COLUMNS)
    return out
  }

  test.each(itsShapes)(
    '$format $shows: a seed repeats, order does not show, the promise is verified',
    async (shape) => {
      const log = writeLog(next('log.ndjson'), mixedLog())
      const other = writeLog(next('shuffled.ndjson'), shuffled(mixedLog()))
      await repeats(make, [log, other], shape)
      await verified(make, log, shape, method === 'secret-shares' ? { keyFile: KEY } : {})
    },
  )
})
