import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { PACKAGE_ROOT } from '../../src/base/package-root.js'
import { mixedLog, writeLog } from '../support/log.js'
import { barePage } from '../support/pages.js'
import { rowsOf } from '../support/release.js'
import { scratch } from '../support/scratch.js'
import { compile } from '../support/typescript.js'

// Somebody who has a copy of the program adds the folders of the guide to it, and edits nothing else.

const { dir, next } = scratch()
const copy = join(dir, 'lethe')
const [MAIN, REFERENCE] = ['src/cli/main.js', 'docs/make-reference.js'].map((file) => join(copy, 'dist', file))
const guide = readFileSync(join(PACKAGE_ROOT, 'docs', 'guides', 'new-method.md'), 'utf8')
const sources = Object.fromEntries(
  [...guide.matchAll(/^```ts\n\/\/ (src\/\S+)\n([\s\S]*?)^```$/gm)].map(([, path = '', text = '']) => [path, text]),
)
const log = writeLog(next('log.ndjson'), mixedLog())

function run(...words: readonly (string | undefined)[]): { status: number | null; stdout: string; stderr: string } {
  return spawnSync(process.execPath, words as string[], { encoding: 'utf8' })
}

function lethe(...words: readonly string[]): string {
  const { status, stdout, stderr } = run(MAIN, ...words)
  expect({ words, status, stderr }).toMatchObject({ status: 0 })
  return stdout
}

beforeAll(() => {
  for (const folder of ['src', 'docs'])
    cpSync(join(PACKAGE_ROOT, 'dist', folder), join(copy, 'dist', folder), { recursive: true })
  for (const beside of ['package.json', 'node_modules', 'profiles', 'data', 'wasm'])
    symlinkSync(join(PACKAGE_ROOT, beside), join(copy, beside))
  mkdirSync(join(copy, 'docs'))
  const { errors, made } = compile(sources)
  expect(errors).toEqual([])
  for (const [path, text] of Object.entries(made)) {
    const file = join(copy, 'dist', path.replace(/\.ts$/, '.js'))
    mkdirSync(dirname(file))
    writeFileSync(file, text)
  }
}, 300_000)

test('the guide has one of each', () => {
  expect(Object.keys(sources)).toEqual([
    'src/methods/daily-queries/index.ts',
    'src/attacks/odd-words/index.ts',
    'src/measures/hosts-kept/index.ts',
  ])
})

test.each([
  ['methods', 'daily-queries', /asked by at least k distinct persons/],
  ['attacks', 'odd-words', /attacker: reader, who has the release alone/],
  ['measures', 'hosts-kept', /\(utility\)/],
])('lethe %s lists %s, and says what it is', (verb, name, words) => {
  expect((JSON.parse(lethe(verb, '--json')) as { name: string }[]).map((one) => one.name)).toContain(name)
  expect(lethe(verb, name)).toMatch(words)
  expect(lethe('completion', 'bash')).toContain(name)
})

test('the page of all there is has them', () => {
  expect(run(REFERENCE)).toMatchObject({ status: 0, stderr: '' })
  const page = readFileSync(join(copy, 'docs', 'reference.md'), 'utf8')
  for (const name of ['daily-queries', 'odd-words', 'hosts-kept']) expect(page).toContain(`\`${name}\``)
})

describe('a release', () => {
  const out = join(dir, 'release')

  test('is made by its flags, shows something on a log that is spread over days, and is verified', async () => {
    lethe('release', 'daily-queries', log, '--k', '5', '-o', out, '--columns', 'device=device')
    const queries = new Set((await rowsOf(out)).map(({ query }) => query))
    expect([...queries]).toEqual(['news of the day'])
    const { status, stdout } = run(MAIN, 'verify', out, '--assume', 'pseudonyms-are-persons', '--json')
    expect(status).not.toBe(1)
    expect(JSON.parse(stdout).checks.filter(({ holds }: { holds: unknown }) => holds === false)).toEqual([])
  })

  test('does not show planted secrets', () => {
    const told = JSON.parse(lethe('attack', 'canaries', log, '--method', 'daily-queries', '--k', '5', '--json'))
    expect(told).toMatchObject({ scored: { found: 0 }, controls: true })
  })

  test('is put to the new attack and the new measure by report', () => {
    const page = join(dir, 'report.html')
    const told = JSON.parse(lethe('report', out, '--against', log, '-o', page, '--json'))
    expect(told.attacks['odd-words']).toEqual({ odd: 1, shown: 1 })
    expect(told.measures['hosts-kept']).toMatchObject({ after: 1 })
    expect(barePage(page)).toMatch(/odd-words<\/td>.*100\.0%<\/b> \(shown queries with a word of their own\)/)
  })
})

describe('a comparison', () => {
  test('tries the method at its usual settings, with the new measure, unless it is told what to try', () => {
    const script = `
      import { defaultGrid } from ${JSON.stringify(join(copy, 'dist/src/plans/default-grid.js'))}
      import { quickMeasures } from ${JSON.stringify(join(copy, 'dist/src/measures/index.js'))}
      console.log(JSON.stringify([await defaultGrid(), await quickMeasures()]))`
    const { stdout } = run('--input-type=module', '-e', script)
    const [{ grid }, measures] = JSON.parse(stdout)
    expect(grid).toContainEqual({ steps: [{ method: 'scrub' }, { method: 'daily-queries', k: [2, 5] }] })
    expect(measures).toContain('hosts-kept')
  })

  test('goes by the risk that the new attack states, and so does advice', () => {
    const [plan, out] = [next('grid.json'), join(dir, 'compared')]
    const [attacks, measures] = [['odd-words'], ['kept', 'hosts-kept']]
    writeFileSync(plan, JSON.stringify({ grid: [{ method: 'daily-queries', k: 5 }], attacks, measures }))
    lethe('compare', log, '--plan', plan, '-o', out)
    const page = barePage(join(out, 'report.html'))
    expect(page).toMatch(/<td>daily-queries k=5<\/td><td>[^<]*<\/td><td>[^<]*<\/td><td>(<b class="bad">)?100\.0%</)
    expect(page).toContain('scope="col">odd-words (reader)</th>')
    const advice = run(MAIN, 'recommend', '-o', out, '--fear', 'reader', '--max-risk', '0.5')
    expect(advice.status).toBe(1)
    expect(advice.stdout.replace(/\s+/g, ' ')).toMatch(
      /a reader reaches 100\.0% by odd-words \(shown queries with a word of their own\)/,
    )
  })
})
