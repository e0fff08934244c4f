import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { Bench } from '../support/lethe.js'
import { asked, mixedLog, writeLog } from '../support/log.js'
import { rowsOf } from '../support/release.js'

/** Few attacks and measures: all of them run in tests of their own. */
const FEW = { attacks: ['link-records'], measures: ['kept'] }
const GRID = JSON.stringify({
  ...FEW,
  seeds: [1, 2],
  grid: [
    { method: 'rare-queries', k: [2, 5], link: 'user' },
    { method: 'rare-queries', k: 3, withheld: 'tag', within: 'nowhere' },
  ],
})

interface Results {
  readonly results: readonly {
    readonly method: string
    readonly params: object
    readonly seed: number
    readonly guarantee?: object
    readonly attacks: Record<string, unknown>
    readonly reasons?: Record<string, unknown>
    readonly measures: Record<string, unknown>
    readonly error?: string
  }[]
}

const resultsOf = (dir: string) => JSON.parse(readFileSync(join(dir, 'results.json'), 'utf8')) as Results

describe('lethe compare', () => {
  test('runs every cell; one that fails is shown and stops nothing', async () => {
    const bench = new Bench()
    const log = writeLog(bench.path('log.ndjson'), mixedLog())
    const out = bench.path('compared')
    const { status, stdout } = await bench.lethe(['compare', log, '--plan', bench.file('grid.json', GRID), '-o', out])
    expect(status).toBe(0)
    expect(stdout).toMatch(/failed: rare-queries k=3/)
    const { results } = resultsOf(out)
    expect(results.map(({ params, seed }) => [JSON.stringify(params), seed])).toEqual([
      ['{"k":2}', 1],
      ['{"k":2}', 2],
      ['{"k":5}', 1],
      ['{"k":5}', 2],
      ['{"k":3,"withheld":"tag","within":"nowhere"}', 1],
      ['{"k":3,"withheld":"tag","within":"nowhere"}', 2],
    ])
    for (const { error, guarantee, attacks, measures } of results.slice(0, 4)) {
      expect(error).toBeUndefined()
      expect(guarantee).toMatchObject({ kind: 'k-users-per-query' })
      expect(attacks).toHaveProperty('link-records')
      expect(measures).toHaveProperty('kept.logSize')
    }
    expect(results[4]?.error).toMatch(/nowhere/)
    const report = readFileSync(join(out, 'report.html'), 'utf8')
    expect(report).not.toMatch(/\b(src|href)=|<script|url\(/)
    expect(report).toMatch(/custodian only/)
    for (const file of ['report.html', 'results.json', 'results.parquet', 'compare.json'])
      expect([file, statSync(join(out, file)).mode & 0o777]).toEqual([file, 0o600])
    expect(report).not.toMatch(/usr-made-up|onepersonrepeats|secretword/)
    expect(JSON.stringify(results)).not.toMatch(/usr-made-up|onepersonrepeats|secretword/)
    expect(readdirSync(bench.temp)).toEqual([])
  })

  test('a release is held against that of the day before, where a method says so', async () => {
    const bench = new Bench()
    const on = (day: number, query: string, users: readonly string[]) =>
      users.map((user) => ({ user, query, time: `2006-03-0${day}T10:00:00` }))
    const log = writeLog(bench.path('log.ndjson'), [
      ...on(1, 'known before', ['u1', 'u2', 'u3']),
      ...on(1, 'lifted by one', ['u1', 'u2']),
      ...on(2, 'lifted by one', ['u3']),
      ...on(1, 'lifted by two', ['u1']),
      ...on(2, 'lifted by two', ['u2', 'u3']),
    ])
    const grid = {
      attacks: ['difference-releases'],
      measures: [],
      grid: [{ method: 'rare-queries', k: 3 }, { method: 'token-hash' }],
    }
    const out = bench.path('compared')
    const file = bench.file('grid.json', JSON.stringify(grid))
    expect((await bench.lethe(['compare', log, '--plan', file, '-o', out])).status).toBe(0)
    const [rare, hashed] = resultsOf(out).results
    expect(rare?.attacks).toEqual({ 'difference-releases': { appeared: 2, attributable: 1 } })
    expect(hashed?.attacks).toEqual({ 'difference-releases': null })
    expect(hashed?.reasons).toEqual({
      'difference-releases': { outcome: 'not run', reason: 'no step of the plan names it' },
    })
  })

  test('figures stand one a row in a table for SQL', async () => {
    const bench = new Bench()
    const log = writeLog(bench.path('log.ndjson'), mixedLog())
    const grid = bench.file('grid.yaml', 'grid: [{method: rare-queries, k: 2}]\nmeasures: [kept]\nattacks: []\n')
    await bench.json('compare', log, '--plan', grid, '-o', bench.path('out'))
    writeFileSync(bench.path('out/manifest.json'), JSON.stringify({ files: ['results.parquet'] }))
    const rows = await rowsOf(bench.path('out'))
    expect(new Set(rows.map(({ kind, name }) => `${kind} ${name}`))).toEqual(new Set(['measure kept']))
    const logSize = rows.find(({ figure }) => figure === 'logSize')
    expect(logSize).toMatchObject({ label: 'rare-queries k=2', method: 'rare-queries', seed: '1' })
    const [result] = resultsOf(bench.path('out')).results
    expect(result?.measures).toHaveProperty('kept.logSize', Number(logSize?.value))
  })

  test('continues where it was stopped, on the same log only', async () => {
    const bench = new Bench()
    const log = writeLog(bench.path('log.ndjson'), mixedLog())
    const grid = bench.file('grid.json', GRID)
    const out = bench.path('out')
    const again = () => bench.json<{ continued: number }>('compare', log, '--plan', grid, '-o', out)
    await again()
    const cells = readdirSync(join(out, 'cells'))
    expect(cells).toHaveLength(6)
    const kept = new Set(
      cells.filter((cell) => !('error' in JSON.parse(readFileSync(join(out, 'cells', cell), 'utf8')))),
    )
    const [first = ''] = kept
    rmSync(join(out, 'cells', first))
    rmSync(join(out, 'results.json'))
    expect((await again()).continued).toBe(3) // of the four that had worked
    expect(resultsOf(out).results).toHaveLength(6)
    const other = writeLog(bench.path('other.ndjson'), asked('something else', 7))
    const refused = await bench.lethe(['compare', other, '--plan', grid, '-o', out])
    expect(refused).toMatchObject({ status: 2, stderr: expect.stringMatching(/compares another log/) })
  })

  test('a killed run leaves what it had finished, and the next one goes on', async () => {
    const bench = new Bench()
    const log = writeLog(bench.path('log.ndjson'), mixedLog())
    const ks = Array.from({ length: 12 }, (_, i) => i + 2)
    const grid = bench.file('grid.json', JSON.stringify({ ...FEW, grid: [{ method: 'rare-queries', k: ks }] }))
    const out = bench.path('out')
    const { child, outcome } = bench.start(['compare', log, '--plan', grid, '-o', out, '--threads', '1'])
    while (!existsSync(join(out, 'cells')) || readdirSync(join(out, 'cells')).length < 2)
      await new Promise((resolve) => setTimeout(resolve, 10))
    child.kill('SIGTERM')
    expect((await outcome).status).not.toBe(0)
    expect(existsSync(join(out, 'results.json'))).toBe(false)
    const { continued } = await bench.json<{ continued: number }>('compare', log, '--plan', grid, '-o', out)
    expect(continued).toBeGreaterThanOrEqual(2)
    expect(resultsOf(out).results).toHaveLength(12)
  })

  test('a folder that is no comparison is not touched', async () => {
    const bench = new Bench()
    const log = writeLog(bench.path('log.ndjson'), mixedLog())
    bench.file('mine/diary.txt', 'mine')
    expect((await bench.lethe(['compare', log, '-o', bench.path('mine'), '--force'])).status).toBe(2)
    expect(readdirSync(bench.path('mine'))).toEqual(['diary.txt'])
  })

  test('the public report has no figure of the log', async () => {
    const bench = new Bench()
    const log = writeLog(bench.path('log.ndjson'), mixedLog())
    const grid = bench.file('grid.json', JSON.stringify({ ...FEW, grid: [{ method: 'rare-queries', k: [2, 3] }] }))
    await bench.json('compare', log, '--plan', grid, '-o', bench.path('out'), '--public')
    const text = readFileSync(bench.path('out/report-public.html'), 'utf8')
    expect(text).not.toMatch(new RegExp(`\\b${mixedLog().length.toLocaleString('en')}\\b`))
    expect(text).not.toMatch(/custodian only|log\.ndjson/)
    expect(text).toMatch(/rare-queries k=2/)
    expect(text).toMatch(/lethe verify DIR/)
    const sum = createHash('sha256')
      .update(readFileSync(bench.path('out/results.json')))
      .digest('hex')
    expect(text).toContain(sum)
  })
})

describe('lethe recommend', () => {
  test('finds a setting, writes it as a plan, and the release says that it was tuned', async () => {
    const bench = new Bench()
    const log = writeLog(bench.path('log.ndjson'), mixedLog())
    const grid = bench.file('grid.json', JSON.stringify({ ...FEW, grid: [{ method: 'rare-queries', k: [2, 5] }] }))
    const out = bench.path('out')
    const plan = bench.path('plan.json')
    const { status, stdout } = await bench.lethe([
      'recommend',
      log,
      '--plan',
      grid,
      '-o',
      out,
      '--fear',
      'archivist',
      '--max-risk',
      '1',
      '--write',
      plan,
    ])
    expect(status).toBe(0)
    expect(stdout).toMatch(/Take rare-queries k=5\./)
    await bench.json('release', '--plan', plan, log, '-o', bench.path('release'))
    expect(JSON.parse(readFileSync(bench.path('release/manifest.json'), 'utf8'))).toMatchObject({ tuned: true })
    const nothing = await bench.lethe(['recommend', '-o', out, '--need', 'pseudonym'])
    expect(nothing).toMatchObject({
      status: 1,
      stdout: expect.stringMatching(/Nothing fits[\s\S]*lacks what is needed: it has no column pseudonym/),
    })
  })
})

describe('lethe report', () => {
  test('for the custodian with figures, for all without', async () => {
    const bench = new Bench()
    const log = writeLog(bench.path('log.ndjson'), mixedLog())
    const dir = bench.path('release')
    await bench.json('release', 'rare-queries', log, '--k', '5', '--link', 'user', '--truth', '-o', dir)
    await bench.json('report', dir, '--against', log, '-o', bench.path('report.html'))
    const own = readFileSync(bench.path('report.html'), 'utf8')
    expect(own).toMatch(/custodian only/)
    expect(own).toMatch(/link-records/)
    expect(own).toMatch(/persons with a query of their own/)
    expect(own).not.toMatch(/logSize|\[users=|usersWithUnique/)
    expect(statSync(bench.path('report.html')).mode & 0o777).toBe(0o600)
    await bench.json('report', dir, '--public', '-o', bench.path('public.html'))
    const all = readFileSync(bench.path('public.html'), 'utf8')
    expect(all).not.toMatch(/custodian only|logSize|persons with a query/)
    expect(all).toMatch(/What is promised/)
    const refused = await bench.lethe(['report', dir, '--public', '-o', bench.path('public.html')])
    expect(refused).toMatchObject({ status: 2, stderr: expect.stringMatching(/exists/) })
    await bench.json('report', dir, '--against', log, '-o', bench.path('public.html'), '--force')
    expect(statSync(bench.path('public.html')).mode & 0o777).toBe(0o600)
  })

  test('shows text of the log only where that was asked for, and never to all', async () => {
    const bench = new Bench()
    const log = writeLog(bench.path('log.ndjson'), mixedLog())
    const dir = bench.path('release')
    await bench.json('release', 'rare-queries', log, '--k', '5', '-o', dir)
    await bench.json('report', dir, '--against', log, '-o', bench.path('without.html'))
    expect(readFileSync(bench.path('without.html'), 'utf8')).not.toMatch(/four persons only|cat food/)
    await bench.json('report', dir, '--against', log, '--show-text', '-o', bench.path('with.html'))
    const text = readFileSync(bench.path('with.html'), 'utf8')
    expect(text).toMatch(/and released<[\s\S]*cat food[\s\S]*withheld<[\s\S]*four persons only/)
    expect(text).not.toMatch(/<b onload/)
    for (const more of [['--public', '--against', log], []])
      expect(await bench.lethe(['report', dir, '--show-text', ...more, '-o', bench.path('no.html')])).toMatchObject({
        status: 2,
        stderr: expect.stringMatching(/Leave out|Add --against/),
      })
  })
})
