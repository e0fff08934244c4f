import { describe, test } from 'vitest'
import { writeKeyFile } from '../../src/crypto/key-file.js'
import { loadMethod, methodNames } from '../../src/methods/index.js'
import { parseParams } from '../../src/params.js'
import { type ReleaseOptions, release } from '../../src/run/release.js'
import { mixedLog, shuffled, writeLog } from '../support/log.js'
import { scratch } from '../support/scratch.js'
import { EXAMPLES } from './examples.js'
import { ALL_SHAPES, COLUMNS, narrowed, repeats, verified, widestOf } from './shapes.js'

const { next } = scratch()
const KEY = next('key')
writeKeyFile(KEY)

describe.each(methodNames())('%s', (method) => {
  const plan = { steps: [{ method, params: EXAMPLES[method] ?? {} }], shows: {} }
  const make = async (log: string, more: Partial<ReleaseOptions>) => {
    const out = next('release')
    const { makes, writesTags, params } = await loadMethod(method)
    const key = writesTags(parseParams(method, params, EXAMPLES[method] ?? {})) ? { keyFile: KEY } : {}
    const { shows, ...rest } = more
    const shown = makes === 'items' || !shows ? {} : { shows } // a table of items has no rows whose columns could show
    await release([log], { plan, out, seed: 1, ...key, ...rest, ...shown }, COLUMNS)
    return out
  }

  test.each(ALL_SHAPES)('$format $shows: a seed repeats, order does not show, the promise is verified', async (any) => {
    const shape = narrowed(any, await widestOf(method))
    const log = writeLog(next('log.ndjson'), mixedLog())
    const other = writeLog(next('shuffled.ndjson'), shuffled(mixedLog()))
    await repeats(make, [log, other], shape)
    await verified(make, log, shape, method === 'secret-shares' ? { keyFile: KEY } : {})
  })
})
