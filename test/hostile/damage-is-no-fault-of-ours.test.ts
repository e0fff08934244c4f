import { cpSync, mkdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { fromSystem, LetheError, REPORT_FAULT } from '../../src/base/errors.js'
import { report as tell } from '../../src/cli/errors.js'
import { translate } from '../../src/engines/duckdb/errors.js'
import { withSession } from '../../src/engines/session.js'
import { planFrom } from '../../src/plans/plan.js'
import { isCellResult } from '../../src/run/compare/cell-shape.js'
import { compare } from '../../src/run/compare/index.js'
import { decode } from '../../src/run/decode.js'
import { diff } from '../../src/run/diff/index.js'
import { inspect } from '../../src/run/inspect.js'
import { measure } from '../../src/run/measure.js'
import { recommend } from '../../src/run/recommend.js'
import { release } from '../../src/run/release/index.js'
import { report } from '../../src/run/report.js'
import { scan } from '../../src/run/scan.js'
import { verify } from '../../src/run/verify.js'
import { Bench } from '../support/lethe.js'
import { scratch } from '../support/scratch.js'

// Damage is told as damage, with what to do about it. Only a fault of Lethe is called one.

const { next } = scratch()
const LOG = `user\tquery\ttime\n${Array.from({ length: 300 }, (_, i) => `u${i % 9}\ttea ${i % 5}\t2006-03-01\n`).join('')}`
const MANY = '['.repeat(200_000)
const FORMATS = ['parquet', 'tsv', 'csv', 'ndjson'] as const
const plan = (steps: readonly object[] = [{ method: 'rare-queries', k: 2 }]) => planFrom({ steps }, 'plan')

let log: string
const whole: Record<string, string> = {}
beforeAll(async () => {
  log = next('log.tsv')
  writeFileSync(log, LOG)
  for (const format of FORMATS) {
    whole[format] = next(`release-${format}`)
    await release([log], { plan: plan(), out: whole[format], format })
  }
}, 60_000)

/** A copy of a release, changed. */
function damaged(format: (typeof FORMATS)[number], change: (dir: string, data: string) => void): string {
  const dir = next('damaged')
  cpSync(whole[format]!, dir, { recursive: true })
  change(dir, join(dir, `data.${format}`))
  return dir
}

/** Fails with an error of ours that says what to do, and is no fault. */
async function toldPlainly(work: () => Promise<unknown>): Promise<string> {
  const error = await work().then(
    () => undefined,
    (cause: unknown) => cause,
  )
  expect(error).toBeInstanceOf(LetheError)
  const { code, next: then, message } = error as LetheError
  expect(code).not.toBe('internal')
  expect(then).toMatch(/\w+\.$/)
  return message
}

const READERS: readonly (readonly [string, (dir: string) => Promise<unknown>])[] = [
  ['report', (dir) => report(dir, { out: next('report.html') })],
  ['measure', (dir) => measure([log], dir, {}, {})],
  ['diff', (dir) => diff(whole.tsv ?? '', dir)],
]

describe.each(FORMATS)('a %s file that is', (format) => {
  test.each([
    ['empty', (_: string, data: string) => truncateSync(data, 0)],
    ['cut', (_: string, data: string) => truncateSync(data, 37)],
    ['missing', (_: string, data: string) => rmSync(data)],
    [
      'a folder',
      (_: string, data: string) => {
        rmSync(data)
        mkdirSync(data)
      },
    ],
    ['something else', (_: string, data: string) => writeFileSync(data, Buffer.alloc(500, 0xc3))],
  ])('%s', async (_, change) => {
    const dir = damaged(format, change)
    expect((await verify(dir).catch((cause: LetheError) => cause.code)) as unknown).not.toMatchObject({ holds: true })
    for (const [, read] of READERS) {
      const outcome = await read(dir).catch((cause: unknown) => cause)
      if (outcome instanceof Error) expect(outcome).toMatchObject({ name: 'LetheError', code: 'input' })
    }
  })
})

describe('a manifest', () => {
  const withManifest = (change: (manifest: Record<string, unknown>) => unknown) =>
    damaged('tsv', (dir) => {
      const path = join(dir, 'manifest.json')
      const manifest = JSON.parse(readFileSync(path, 'utf8')) as Record<string, unknown>
      change(manifest)
      writeFileSync(path, `${JSON.stringify(manifest, null, 2)}\n`)
    })

  test.each(READERS)('without any file: %s', async (_, read) => {
    const dir = withManifest((manifest) => Object.assign(manifest, { files: [] }))
    expect(await toldPlainly(() => read(dir))).toMatch(/names no data file/)
  })

  test.each(READERS)('whose meanings are no texts: %s', async (_, read) => {
    for (const meaning of [7, null, { a: 1 }, ['x']]) {
      const dir = withManifest(({ columns }) => Object.assign((columns as object[])[0]!, { meaning }))
      expect(await toldPlainly(() => read(dir))).toMatch(/is no manifest/)
      await toldPlainly(() => verify(dir))
    }
  })

  test('of 200,000 brackets', async () => {
    const dir = damaged('tsv', (at) => writeFileSync(join(at, 'manifest.json'), MANY))
    expect(await toldPlainly(() => verify(dir))).toMatch(/is not JSON/)
    expect(await toldPlainly(() => decode([dir], { out: next('opened.tsv') }))).toMatch(/is not JSON/)
  })
})

describe('places that are not there', () => {
  test('report -o, before anything is done', async () => {
    const out = next('nodir/x.html')
    expect(await toldPlainly(() => report(whole.tsv!, { out }))).toMatch(/there is no folder .*nodir/)
  })

  test('scan --rows', async () => {
    expect(await toldPlainly(() => scan([log], { rowsFile: next('nodir/rows') }))).toMatch(/there is no folder .*nodir/)
    expect(await toldPlainly(() => scan([log], { rowsFile: next('x').replace(/[^/]+$/, '') }))).toMatch(/is a folder/)
  })
})

describe('limits of the system', () => {
  const system = (code: string) => fromSystem(Object.assign(new Error(code), { code }))
  test('too few files, too large ones', () => {
    expect(system('EMFILE')?.next).toMatch(/ulimit -n/)
    expect(system('ENFILE')?.next).toMatch(/ulimit -n/)
    expect(system('EFBIG')?.next).toMatch(/ulimit -f/)
    const engine = (message: string) => fromSystem(Object.assign(new Error(message), { code: 'ERR_DLOPEN_FAILED' }))
    expect(engine('libengine.so: failed to map segment from shared object')?.next).toMatch(/ulimit -v/)
    expect(engine('libengine.so: invalid ELF header')?.next).toMatch(/npm install/)
    for (const message of ['Array buffer allocation failed', 'WebAssembly.Memory(): could not allocate memory'])
      expect(fromSystem(new RangeError(message))?.next).toMatch(/ulimit -v/)
    expect(fromSystem(new RangeError('Invalid array length'))).toBeUndefined()
    expect(translate(new Error('IO Error: Cannot open file "x": Too many open files')).next).toMatch(/ulimit -n/)
    expect(translate(new Error('IO Error: Could not write file "x": File too large')).next).toMatch(/ulimit -f/)
  })

  test('as the program meets them', async () => {
    const bench = new Bench()
    const path = bench.file('log.tsv', LOG)
    // So few that not all modules can be loaded at once, and a few more: never a status that says something of a claim.
    for (const [limit, call] of [
      [20, 'verify nowhere'],
      [24, `release rare-queries ${path} --k 2 -o few`],
    ] as const) {
      const few = await bench.bash(`ulimit -n ${limit}; lethe ${call}`)
      expect(few).toMatchObject({ status: 2 })
      expect(few.stderr).toMatch(/ulimit -n/)
    }
    const small = await bench.bash(`ulimit -f 1; lethe release rare-queries ${path} --k 2 --truth -o small >/dev/null`)
    expect(small.stderr).not.toMatch(/fault/)
  })
})

describe('names that are none', () => {
  test('a column of a Parquet file that Lethe keeps for itself', async () => {
    for (const column of ['__file', '__PATH']) {
      const path = next('log.parquet')
      await withSession({}, ({ engine }) =>
        engine.write(`SELECT 'u' AS "user", 'q' AS query, 1 AS "${column}"`, path, 'parquet'),
      )
      expect(await toldPlainly(() => inspect([path]))).toMatch(`has a column ${column}`)
    }
  })

  test('NUL in a plan', async () => {
    const marketing = plan([{ method: 'km-deletion', k: 2, m: 2, target: 'bid', marketing: 'a\0b' }])
    expect(await toldPlainly(() => release([log], { plan: marketing, out: next('x') }))).toMatch(/NUL/)
    const reading = planFrom({ steps: [{ method: 'rare-queries', k: 2 }], reading: { zone: 'a\0b' } }, 'plan')
    await toldPlainly(() => release([log], { plan: reading, out: next('x') }))
    const delimiter = planFrom({ steps: [{ method: 'rare-queries', k: 2 }], reading: { delimiter: '\0' } }, 'plan')
    await toldPlainly(() => release([log], { plan: delimiter, out: next('x') }))
    expect(await toldPlainly(() => withSession({}, async () => readFileSync('a\0b')))).toMatch(/NUL/)
  })

  test('a log of 200,000 brackets', async () => {
    const path = next('log.ndjson')
    writeFileSync(path, `{"user":"u","query":"q"}\n${MANY}\n{"user":${MANY}\n`)
    expect((await inspect([path], { maxBad: 1 })).records).toMatchObject({ read: 1, bad: 2 })
  })
})

describe('a comparison', () => {
  test('a kept setting that is damaged is none', () => {
    for (const kept of [undefined, null, [], { id: 'x' }]) expect(isCellResult(kept)).toBe(false)
  })

  test('whose mark or results are damaged', async () => {
    for (const content of ['', '{', 'null', '{}', '{"results":[]}', '{"results":[{}]}', '{"results":[null]}', MANY]) {
      const dir = next('comparison')
      mkdirSync(dir)
      writeFileSync(join(dir, 'compare.json'), content)
      writeFileSync(join(dir, 'results.json'), content)
      expect(await toldPlainly(() => recommend([], { out: dir, fears: [] }))).toMatch(
        /results.json (is damaged|cannot be read)/,
      )
    }
    const dir = next('comparison')
    mkdirSync(dir)
    writeFileSync(join(dir, 'compare.json'), '{')
    expect(
      await toldPlainly(() => compare([log], { out: dir, grid: { grid: [{ method: 'rare-queries', k: 2 }] } })),
    ).toMatch(/compare.json is damaged/)
  })
})

test('a fault of Lethe says how to report it without content', () => {
  const said: string[] = []
  const write = process.stderr.write
  process.stderr.write = ((text: string) => said.push(text) > 0) as typeof write
  try {
    tell(new TypeError('somebody asked for green tea'), false)
    tell(new LetheError('internal', 'rows went missing'), false)
  } finally {
    process.stderr.write = write
  }
  expect(said.join('')).toBe(
    `lethe: internal fault (TypeError)\n${REPORT_FAULT}\nlethe: rows went missing\n${REPORT_FAULT}\n`,
  )
})
