import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { parseParams } from '../../src/base/params.js'
import { keygen, release, verify } from '../../src/index.js'
import { loadMethods } from '../../src/methods/index.js'
import type { ColumnOptions } from '../../src/release/columns.js'
import { EXAMPLES } from '../contract/examples.js'
import { COLUMNS } from '../contract/shapes.js'
import { mixedLog, type Row, shuffled, writeLog } from '../support/log.js'
import { filesOf } from '../support/release.js'
import { scratch } from '../support/scratch.js'
import type { RunningCluster } from './harness/running.js'
import { sharedCluster } from './shared.js'

// What the contract of methods asks of their releases, of all that a cluster runs: each is made here as well, of the same rows.

const { next } = scratch()
let cluster: RunningCluster
const KEY = next('key')
const logs: Record<'mixed' | 'shuffled' | 'single' | 'empty', string> = {
  mixed: '',
  shuffled: '',
  single: '',
  empty: '',
}

beforeAll(async () => {
  cluster = await sharedCluster()
  await keygen(KEY)
  const put = (name: string, rows: readonly Row[]) => writeLog(join(cluster.shared, `${name}.ndjson`), rows)
  const single = Array.from({ length: 30 }, (_, i) => ({ user: 'usr-single', query: `q${i % 3}` }))
  Object.assign(logs, {
    mixed: put('mixed', mixedLog()),
    shuffled: put('shuffled', shuffled(mixedLog())),
    single: put('single', single),
    empty: put('empty', []),
  })
})

const methods = (await loadMethods()).filter(
  ({ name, params, needs }) => needs(parseParams(name, params, EXAMPLES[name] ?? {})) === 'sql',
)

describe.each(methods)('$name on a cluster', (method) => {
  const example = parseParams(method.name, method.params, EXAMPLES[method.name] ?? {})
  const items = method.makes?.(example) === 'items'
  const link = method.shows?.(example).link === 'session' ? 'session' : 'user'
  const shows: Partial<ColumnOptions> = items ? {} : { link, time: 'hour' }
  const plan = { steps: [{ method: method.name, params: EXAMPLES[method.name] ?? {} }], shows }
  const key = method.writesTags(example) ? { keyFile: KEY } : {}
  const made = async (log: string, resources: { readonly engine?: string }) => {
    const out = next('release')
    await release([log], { plan, out, seed: 1, format: 'tsv', ...key, input: COLUMNS, ...resources })
    return out
  }
  const there = (log: string) => made(log, { engine: cluster.url })

  test('the order of rows does not show, and checks say of the release there what they say here', async () => {
    const here = await made(logs.mixed, {})
    const out = await there(logs.shuffled)
    expect(filesOf(out)).toEqual(filesOf(here))
    const checks = async (resources: object) => {
      const { holds, checks: all } = await verify(out, {
        ...{ against: [logs.mixed], experiments: true, input: COLUMNS },
        ...(method.makes?.(example) === 'shares' ? key : {}),
        ...resources,
      })
      return { holds, all: all.map((check) => [check.name, check.holds]) }
    }
    const found = await checks({ engine: cluster.url })
    expect(found).toEqual(await checks({}))
    expect(found.all.filter(([, holds]) => holds === false)).toEqual([])
  })

  test('one person gives no more away there than here, and an empty log is the same to both', async () => {
    expect(filesOf(await there(logs.single))).toEqual(filesOf(await made(logs.single, {})))
    const outcome = (resources: object) =>
      made(logs.empty, resources).then(filesOf, (cause: unknown) => (cause as { code?: string }).code)
    expect(await outcome({ engine: cluster.url })).toEqual(await outcome({}))
  })
})
