import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { parseParams } from '../../src/base/params.js'
import { writeKeyFile } from '../../src/crypto/key-file.js'
import { openDuckDB } from '../../src/engines/duckdb/index.js'
import { text } from '../../src/engines/sql.js'
import { loadMethods } from '../../src/methods/index.js'
import { EXAMPLES } from '../contract/examples.js'
import { Bench } from '../support/lethe.js'
import { mixedLog, writeLog } from '../support/log.js'
import { filesOf, rowsOf } from '../support/release.js'
import { scratch } from '../support/scratch.js'
import { type Cluster, startSpark } from './harness/spark.js'

const { dir, next } = scratch()
const KEY = next('key')
writeKeyFile(KEY)
let cluster: Cluster
let log: string

beforeAll(async () => {
  cluster = await startSpark()
  log = join(cluster.shared, 'log.parquet')
  const lines = writeLog(next('log.ndjson'), mixedLog())
  const engine = await openDuckDB({ spill: dir, threads: 1 })
  try {
    await engine.write(`SELECT * FROM read_json(${text(lines)}, format = 'newline_delimited')`, log, 'parquet')
  } finally {
    await engine.close()
  }
})
afterAll(() => cluster?.stop())

interface Step {
  readonly method: string
  readonly [param: string]: unknown
}

/** Flags for a plan on this machine or, with `--engine`, on the cluster; the seed makes noise and pseudonyms the same. */
function words(bench: Bench, steps: readonly Step[], out: string, more: readonly string[]): string[] {
  const plan = bench.file('plan.json', JSON.stringify({ steps }))
  return ['release', '--plan', plan, log, '--seed', '1', '-o', out, ...more]
}

const methods = (await loadMethods()).map((method) => {
  const params = EXAMPLES[method.name] ?? {}
  const parsed = parseParams(method.name, method.params, params)
  const keyed = method.writesTags(parsed) ? ['--key-file', KEY] : []
  return { name: method.name, needs: method.needs(parsed), steps: [{ method: method.name, ...params }], more: keyed }
})
const CHAINS: readonly { name: string; steps: readonly Step[]; more: readonly string[] }[] = [
  {
    name: 'scrub, then rare-queries',
    steps: [{ method: 'scrub' }, { method: 'rare-queries', k: 5 }],
    more: ['--link', 'user', '--time', 'exact', '--rank', '--out-format', 'ndjson'],
  },
  {
    name: 'sessions by gaps, then rare-queries',
    steps: [
      { method: 'sessions', split: 'gap' },
      { method: 'rare-queries', k: 5 },
    ],
    more: ['--link', 'session', '--time', 'relative', '--out-format', 'csv'],
  },
]

describe('the same plan, log, key and seed: the same release, byte for byte', () => {
  const onBoth = [...methods.filter(({ needs }) => needs === 'sql'), ...CHAINS]
  test.each(onBoth)('$name', async ({ steps, more }) => {
    const bench = new Bench()
    for (const [out, engine] of [
      ['here', []],
      ['there', ['--engine', cluster.url]],
    ] as const) {
      const { status, stderr } = await bench.lethe(words(bench, steps, bench.path(out), [...more, ...engine]))
      expect([status, stderr]).toEqual([0, expect.not.stringMatching(/fault of Lethe/)])
    }
    const [here, there] = [filesOf(bench.path('here')), filesOf(bench.path('there'))]
    expect(Object.keys(there)).toEqual(Object.keys(here))
    expect(there['manifest.json']).toBe(here['manifest.json'])
    if (here['data.parquet']) expect(await rowsOf(bench.path('there'))).toEqual(await rowsOf(bench.path('here')))
    expect(there).toEqual(here)
  })
})

describe('what works on columns in memory', () => {
  test.each(methods.filter(({ needs }) => needs === 'columns'))(
    '$name is refused before a log is read',
    async ({ steps, more }) => {
      const bench = new Bench()
      const asked = words(bench, steps, bench.path('out'), [...more, '--engine', cluster.url])
      const { status, stdout, stderr } = await bench.lethe(asked)
      expect([status, stdout]).toEqual([2, ''])
      expect(stderr).toMatch(/^lethe: [^\n]*columns in memory[^\n]*\n[^\n]+\n$/)
    },
  )
})

test('a release that the cluster made is verified on the cluster, and by this machine', async () => {
  const bench = new Bench()
  const steps = [{ method: 'rare-queries', k: 5 }]
  const asked = ['release', '--plan', bench.file('plan.json', JSON.stringify({ steps })), log, '-o', bench.path('out')]
  expect(await bench.lethe([...asked, '--engine', cluster.url])).toMatchObject({ status: 0 })
  for (const engine of [[], ['--engine', cluster.url]])
    expect(await bench.json('verify', bench.path('out'), '--against', log, ...engine)).toMatchObject({ holds: true })
})
