import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { release } from '../../src/run/release/index.js'
import { verify } from '../../src/run/verify.js'
import { type Cells, type Forged, forge } from '../support/forged.js'
import { Bench } from '../support/lethe.js'
import { asked, writeLog } from '../support/log.js'
import { manifestOf } from '../support/release.js'
import { scratch } from '../support/scratch.js'

const { next } = scratch()
const LOG = writeLog(next('log.ndjson'), [
  ...asked('weather', 40, { url: 'http://weather.example/today' }),
  ...asked('weather map', 30, { url: 'http://map.example/' }),
  ...asked('red car', 30),
  ...asked('news', 35),
  ...asked('my own clinic', 1, { url: 'http://clinic.example/' }),
])
const PARAMS = { epsilon: 95, delta: 1e-2 }

const honest = (async () => {
  const out = next('honest')
  const plan = { steps: [{ method: 'synthetic', params: PARAMS }], shows: {} }
  await release([LOG], { plan, out, format: 'tsv', seed: 3 })
  return out
})()

const cells = (dir: string, file = 'data.tsv'): Cells[] => {
  const [header = '', ...lines] = readFileSync(`${dir}/${file}`, 'utf8').trimEnd().split('\n')
  const columns = header.split('\t')
  return lines.map((line) => Object.fromEntries(line.split('\t').map((cell, i) => [columns[i]!, cell])))
}

test('rows, sessions, days and hosts of people who do not exist; every text is released beside them', async () => {
  const dir = await honest
  const rows = cells(dir)
  const lexicon = new Set(cells(dir, 'lexicon.tsv').map(({ query }) => query))
  expect(Object.keys(rows[0] ?? {})).toEqual(['pseudonym', 'query', 'host', 'time', 'synthetic'])
  expect(new Set(rows.map(({ pseudonym }) => pseudonym)).size).toBeGreaterThan(20)
  expect(rows.some(({ host }) => host === 'weather.example')).toBe(true)
  for (const { query, synthetic, time } of rows) {
    expect(synthetic === 'lexicon').toBe(lexicon.has(query))
    expect(time?.slice(0, 10)).toMatch(/^2024-05-0/)
  }
  expect(JSON.stringify(rows)).not.toMatch(/clinic/)
  expect(manifestOf(dir).more?.marginals).toMatch(/^bigrams,queries,hosts,next,history/)
  const { checks, holds } = await verify(dir, { against: [LOG], experiments: true })
  expect(checks.filter((check) => check.holds !== true).map(({ name }) => name)).toEqual(['differential privacy'])
  expect(holds).toBeNull()
})

/** Does a row stand for the same pair of queries? */
const samePair = (a: Cells, b: Cells) => 'next' in b && a.query === b.query && a.next === b.next

const LIES: Readonly<Record<string, (forged: Forged) => void>> = {
  'a text that is not in the lexicon': (f) =>
    f.rows((rows) => rows.map((row, i) => (i === 0 ? { ...row, query: 'my own clinic' } : row))),
  'a text that no bigrams compose': (f) =>
    f.rows((rows) => rows.map((row, i) => (i === 0 ? { ...row, query: 'car red', synthetic: 'bigrams' } : row))),
  'a host that was not released': (f) =>
    f.rows((rows) => rows.map((row, i) => (i === 0 ? { ...row, host: 'clinic.example' } : row))),
  'a day that was not released': (f) =>
    f.rows((rows) => rows.map((row, i) => (i === 0 ? { ...row, time: '2019-05-05 10:00:00' } : row))),
  'a mark that is none': (f) => f.rows((rows) => rows.map((row) => ({ ...row, synthetic: 'true' }))),
  'a query that few gave': (f) =>
    f.rows((rows) => [...rows, { query: 'my own clinic', found: 'asked', weight: '1000' }], 'lexicon.tsv'),
  'a candidate that nothing suggests': (f) =>
    f.rows((rows) => [...rows, { query: 'my own clinic', found: 'candidate', weight: '900000' }], 'lexicon.tsv'),
  'a candidate that noise alone lifts': (f) =>
    f.rows((rows) => [...rows, { query: 'map', found: 'candidate', weight: '1' }], 'lexicon.tsv'),
  'a pair that noise alone lifts': (f) =>
    f.rows(
      (rows) => [...rows.filter((row) => row.query !== 'news'), { query: 'news', next: 'red car', weight: '1' }],
      'pairs.tsv',
    ),
  'an hour that noise alone lifts': (f) =>
    f.rows(
      (rows) => [
        ...rows.filter((row) => row.marginal !== 'hours' || row.value !== '3'),
        { marginal: 'hours', value: '3', weight: '1' },
      ],
      'shape.tsv',
    ),
  'a bigram that few gave': (f) =>
    f.rows((rows) => [...rows, { word: 'own', next: 'clinic', weight: '1000' }], 'bigrams.tsv'),
  'a weight written otherwise': (f) =>
    f.rows((rows) => rows.map((row) => ({ ...row, weight: `0${row.weight}` })), 'hosts.tsv'),
  'a marginal that was not counted': (f) => f.manifest((m) => Object.assign(m.more, { marginals: 'bigrams,queries' })),
  'rows that are not said to be made up': (f) =>
    f.manifest((m) => {
      m.columns = m.columns.filter(({ name }: Cells) => name !== 'synthetic')
    }),
}

describe('a forged release is caught', () => {
  test.each(Object.keys(LIES))('%s', async (lie) => {
    const dir = await forge(await honest, next('forged'), LIES[lie]!)
    const answer = await verify(dir, { experiments: true }).then(
      ({ holds }) => holds,
      () => false,
    )
    expect(answer).toBe(false)
  })

  test.each([
    ['a query that nobody asked', 'lexicon', { query: 'nobody asked this', found: 'asked', weight: '90000000' }],
    ['a bigram that nobody asked', 'bigrams', { word: 'nobody', next: 'asked', weight: '90000000' }],
    ['a host that nobody clicked', 'hosts', { query: 'news', host: 'clinic.example', weight: '90000000' }],
    ['a day on which nobody searched', 'shape', { marginal: 'days', value: '17000', weight: '90000000' }],
    ['a pair of more persons than there are', 'pairs', { query: 'news', next: 'red car', weight: '900000000' }],
  ])('%s, against the log alone', async (_, table, row) => {
    const dir = await forge(await honest, next('forged'), (f) =>
      f.rows((rows) => [...rows.filter((other) => !samePair(other, row)), row], `${table}.tsv`),
    )
    expect((await verify(dir, { experiments: true })).holds).toBeNull()
    const { checks, holds } = await verify(dir, { against: [LOG], experiments: true })
    expect(holds).toBe(false)
    expect(checks.filter((check) => check.holds === false).map(({ name }) => name)).toEqual([
      'the lexicon is in the log',
    ])
  })
})

describe('through the command line', () => {
  const flags = ['--epsilon', '40', '--delta', '1e-3', '--out-format', 'tsv']
  const table = (header: string, row: (user: number) => string) =>
    `${header}\n${Array.from({ length: 60 }, (_, user) => row(user)).join('\n')}\n`

  test('--explain shows the account before anything is read', async () => {
    const bench = new Bench()
    const { derived } = await bench.json<{ derived: { rho: number; marginals: Record<string, { share: number }> } }>(
      ...['release', 'synthetic', 'no.tsv', '--epsilon', '2.302585092994046', '--delta', '1e-6', '--explain'],
    )
    expect(derived.rho).toBeCloseTo(0.12443, 4)
    expect(derived.marginals.queries?.share).toBeCloseTo(0.67, 9)
    expect(Object.values(derived.marginals).reduce((sum, { share }) => sum + share, 0)).toBeCloseTo(1, 9)
  })

  test('each marginal of the account has a line, and help knows what rows show', async () => {
    const bench = new Bench()
    const words = ['release', 'synthetic', 'no.tsv', '--epsilon', '2', '--delta', '1e-6', '--explain']
    const { stdout } = await bench.lethe(words)
    expect(stdout).toMatch(/^ {2}marginals:\n {4}bigrams: share 0\.2, .*\n {4}queries: share 0\.67, /m)
    const help = await bench.lethe(['release', 'synthetic', '--help'])
    expect(help.stdout).toMatch(/--link <what> .*\n.*\(default: user\)/)
    expect(help.stdout).toMatch(/--time <grain> .*\(default: exact\)/)
    expect((await bench.lethe(['release', 'rare-queries', '--help'])).stdout).toMatch(/\(default: day\)/)
  })

  test('a log without times and URLs: what is missing is said, and its share goes to the others', async () => {
    const bench = new Bench()
    bench.file(
      'log.tsv',
      table('user\tquery', (user) => `u${user}\tweather\nu${user}\tred car`),
    )
    const { status, stdout, stderr } = await bench.lethe([
      'release',
      'synthetic',
      'log.tsv',
      ...flags,
      '-o',
      'out',
      '--population',
      'p',
    ])
    expect(status).toBe(0)
    expect(stdout + stderr).toMatch(/no columns for hosts, next, hours/)
    expect(stdout).toMatch(/^Kept: made-up rows, which speak of 120 of 120 rows/m)
    expect(manifestOf(bench.path('out')).more?.marginals).toBe('bigrams,queries,history,repeats')
    expect(readFileSync(bench.path('out/data.tsv'), 'utf8')).toMatch(/^pseudonym\tquery\tsynthetic\n/)
    expect((await bench.lethe(['verify', 'out', '--against', 'log.tsv'])).status).toBe(3)
    expect((await bench.lethe(['ledger', 'p'])).stdout).toMatch(/40/)
  })

  test('an empty lexicon: an empty release, status 0, and the custodian is told what it would take', async () => {
    const bench = new Bench()
    bench.file(
      'log.tsv',
      table('user\tquery\ttime', (user) => `u${user}\tweather\t2024-05-01 10:00:00`),
    )
    const { status, stdout, stderr } = await bench.lethe([
      'release',
      'synthetic',
      'log.tsv',
      '--epsilon',
      '0.1',
      '--delta',
      '1e-9',
      '--out-format',
      'tsv',
      '-o',
      'out',
      '--population',
      'p',
    ])
    expect(status).toBe(0)
    expect(stdout + stderr).toMatch(/EMPTY/)
    expect((stdout + stderr).replaceAll(/\s+/g, ' ')).toMatch(
      /about [\d.]+ times as many persons or an epsilon of [\d.]+/,
    )
    expect(readFileSync(bench.path('out/manifest.json'), 'utf8')).not.toMatch(/as many people/)
    expect(readFileSync(bench.path('out/data.tsv'), 'utf8').trimEnd().split('\n').length).toBe(1)
  })
})

describe('like any method', () => {
  test('compare puts it to attacks and tasks', async () => {
    const bench = new Bench()
    const attacks = ['inject-users', 'link-records']
    const measures = ['autocomplete', 'clicks', 'suggest', 'trends']
    const grid = { seeds: [1], attacks, measures, grid: [{ method: 'synthetic', ...PARAMS }] }
    const plan = bench.file('grid.json', JSON.stringify(grid))
    expect((await bench.lethe(['compare', LOG, '--plan', plan, '-o', bench.path('compared')])).status).toBe(0)
    const { results } = JSON.parse(readFileSync(bench.path('compared/results.json'), 'utf8')) as {
      results: { error?: string; attacks: object; measures: Record<string, { ratio?: number }> }[]
    }
    const [made] = results
    expect([made?.error, Object.keys(made?.attacks ?? {}).sort()]).toEqual([undefined, attacks])
    for (const task of measures) expect(made?.measures[task]?.ratio, task).toBeGreaterThan(0)
  })

  test('nobody became its people, whatever ids the log has', async () => {
    const bench = new Bench()
    const log = writeLog(
      bench.path('numbered.ndjson'),
      Array.from({ length: 90 }, (_, i) => ['weather', 'news'].map((query) => ({ user: `~${i}`, query }))).flat(),
    )
    const attacks = ['link-records', 'partial-knowledge']
    const grid = { seeds: [1], attacks, measures: ['autocomplete'], grid: [{ method: 'synthetic', ...PARAMS }] }
    const plan = bench.file('grid.json', JSON.stringify(grid))
    expect((await bench.lethe(['compare', log, '--plan', plan, '-o', bench.path('compared')])).status).toBe(0)
    const { results } = JSON.parse(readFileSync(bench.path('compared/results.json'), 'utf8')) as {
      results: { attacks: { 'link-records': { rl: number }; 'partial-knowledge': { unique: number }[] } }[]
    }
    const found = results[0]!.attacks
    expect(found['link-records'].rl).toBe(0)
    for (const { unique } of found['partial-knowledge']) expect(unique).toBe(0)
    expect(found['partial-knowledge'].length).toBeGreaterThan(0)
  })

  test('report has its use, and no text that one person asked', async () => {
    const bench = new Bench()
    const page = bench.path('page.html')
    expect((await bench.lethe(['report', await honest, '--against', LOG, '-o', page])).status).toBe(0)
    const text = readFileSync(page, 'utf8')
    expect(text).toContain('autocomplete')
    expect(text).toContain('nobody became its persons')
    expect(text).not.toContain('who became whom')
    expect(text).not.toMatch(/clinic/)
  })
})
