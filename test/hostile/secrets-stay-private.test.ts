import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { compare } from '../../src/run/compare/index.js'
import { recommend } from '../../src/run/recommend.js'
import { explain, release } from '../../src/run/release/index.js'
import { report } from '../../src/run/report.js'
import { verify } from '../../src/run/verify.js'
import { asked, writeLog } from '../support/log.js'
import { manifestOf } from '../support/release.js'
import { scratch } from '../support/scratch.js'
import { answering, reseal } from '../support/strangers.js'

const { next } = scratch()
const SECRET = 'madeup0secret'
const engine = await answering()
const API = `http://127.0.0.1:${engine.port}/${SECRET}?key=${SECRET}&q={query}`
const log = writeLog(next('log.ndjson'), [
  ...asked('weather', 9, { url: 'http://weather.example' }),
  ...asked('news today', 8),
])

/** A file in a folder whose name is nobody's business. */
function hidden(name: string, text: string): string {
  const dir = next(`${SECRET}-folder`)
  mkdirSync(dir)
  writeFileSync(join(dir, name), text)
  return join(dir, name)
}

/** All bytes of a folder, names included. */
function everything(dir: string): string {
  return readdirSync(dir, { recursive: true, encoding: 'utf8' })
    .map((file) => join(dir, file))
    .map((path) => (statSync(path).isFile() ? `${path}\n${readFileSync(path, 'latin1')}` : path))
    .join('\n')
    .replaceAll(dir, '')
}

const planOf = (method: string, params: object) => ({ steps: [{ method, params: params as never }], shows: {} })

describe('a release', () => {
  test('an address with a key in it stands nowhere: neither in public nor in private', async () => {
    const out = next('release')
    const plan = planOf('sessions', { split: 'interest', resultsApi: API })
    const made = await release([log], { plan, out, format: 'tsv', truth: true })
    expect(engine.asked.some((url) => url.includes(SECRET))).toBe(true) // it was used
    expect(manifestOf(out).steps[0]?.params).toMatchObject({ split: 'interest', resultsApi: { given: true } })
    const record = JSON.parse(readFileSync(join(`${out}.private`, 'record.json'), 'utf8'))
    expect(record.given).toEqual([{ method: 'sessions', name: 'resultsApi', value: `http://127.0.0.1:${engine.port}` }])
    expect(everything(out) + everything(`${out}.private`)).not.toContain(SECRET)
    expect(JSON.stringify([made.guarantee, made.steps, made.warnings])).not.toContain(SECRET)
    expect(JSON.stringify(await explain(plan))).not.toContain(SECRET)
    const page = next('report.html')
    await report(out, { out: page, logs: [log] })
    expect(readFileSync(page, 'utf8')).not.toContain(SECRET)
    expect(readFileSync(page, 'utf8')).toContain('given')
    // A manifest of 0.1.0 tells it; the page that is made of it does not.
    const manifest = manifestOf(out)
    const old = [{ method: 'sessions', params: { split: 'interest', resultsApi: API } }]
    const steps = [...old, { method: 'of-another-version', params: { address: API } }]
    writeFileSync(join(out, 'manifest.json'), JSON.stringify({ ...manifest, steps }))
    await report(out, { out: page, force: true, public: true })
    expect(readFileSync(page, 'utf8')).not.toContain(SECRET)
  })

  test('of files the manifest says that they were given, the record where they lie', async () => {
    const tree = hidden(`${SECRET}.tsv`, 'Weather/Rain\tweather\nNews/Today\tnews today\n')
    const out = next('release')
    const params = { k: 2, l: 2, knowledge: `table:${tree}` }
    await release([log], { plan: planOf('microaggregate-syntactic', params), out, format: 'tsv' })
    expect(everything(out)).not.toContain(SECRET)
    expect(manifestOf(out).steps[0]?.params.knowledge).toEqual({ given: true })
    expect(manifestOf(out).more?.knowledge).toMatch(/^table [0-9a-f]{12}$/)
    const record = JSON.parse(readFileSync(join(`${out}.private`, 'record.json'), 'utf8'))
    expect(record.given).toEqual([{ method: 'microaggregate-syntactic', name: 'knowledge', value: `table:${tree}` }])
  })

  test('what comes with the package is said: whoever verifies needs it', async () => {
    const out = next('release')
    await release([log], { plan: planOf('microaggregate-syntactic', { k: 2 }), out })
    expect(manifestOf(out).steps[0]?.params.knowledge).toBe('wordnet')
  })

  test('is derived again by verify, as it says it now and as 0.1.0 wrote it', async () => {
    const results = hidden('list.tsv', 'weather\thttp://weather.example\n')
    const out = next('release')
    const params = { epsilon: 5, delta: 1e-5, perUser: 5, epsilonClicks: 1, results }
    await release([log], { plan: planOf('korolova', params), out, format: 'tsv' })
    const stated = async () => (await verify(out)).checks.find(({ name }) => name === 'stated promise')
    expect(await stated()).toMatchObject({ holds: true })
    const manifest = manifestOf(out)
    const [step] = manifest.steps
    const restated = async (results: unknown, version: string) => {
      const steps = [{ ...step, params: { ...step?.params, results } }]
      const software = { ...manifest.software, version }
      writeFileSync(join(out, 'manifest.json'), JSON.stringify({ ...manifest, software, steps }))
      reseal(out)
      return (await stated())?.holds
    }
    const { version } = manifest.software
    expect(await restated({ given: true }, version)).toBe(true)
    for (const value of ['list.tsv', '/etc/passwd']) {
      expect(await restated(value, '0.1.0')).not.toBe(false)
      expect(await restated(value, version)).toBe(false) // this version never tells what was given
    }
  })
})

describe('a comparison', () => {
  const one = hidden('one.tsv', 'weather\thttp://weather.example\n')
  const two = hidden('two.tsv', 'news today\thttp://news.example\n')
  const missing = join(next(`${SECRET}-nowhere`), 'three.tsv')
  const grid = {
    attacks: ['relink-sessions'],
    measures: ['kept'],
    grid: [
      { method: 'sessions', split: 'interest', results: [one, two, missing] },
      { method: 'sessions', split: 'interest', resultsApi: API },
      { method: 'sessions', split: 'interest', misspeltApi: API },
      { method: 'sessions', split: 'daily' },
    ],
  }
  const out = next('compared')

  test('tells of none: settings are told apart by number, and reasons name no file', async () => {
    const { results } = await compare([log], { grid, out, public: true }, {}, { threads: 2 })
    expect(results.map(({ label }) => label)).toEqual([
      'sessions split=interest results=given',
      'sessions split=interest results=given-2',
      'sessions split=interest results=given-3',
      'sessions split=interest resultsApi=given',
      'sessions split=interest misspeltApi=given',
      'sessions split=daily',
    ])
    expect(results.map(({ error }) => error)).toEqual([
      undefined,
      undefined,
      'there is no file what was given',
      undefined,
      "sessions has no parameter 'misspeltApi'",
      undefined,
    ])
    expect(everything(out)).not.toContain(SECRET)
  })

  test('that is taken up makes anew what its ids do not stand for', async () => {
    const { continued } = await compare([log], { grid, out }, {}, { threads: 2 })
    expect(continued).toBe(1)
  })

  test("gives the custodian's own plan where it was just made, and asks for it where it was not", async () => {
    const wishes = { fears: [], out }
    const marketing = hidden('market.tsv', 'term\tbid\tclicks\timpressions\nweather\t1\t1\t1\n')
    const few = { ...grid, grid: [{ method: 'km-deletion', k: 2, m: 1, target: 'bid', marketing }] }
    const planFile = next('plan.json')
    const folder = next('compared')
    await recommend([log], { ...wishes, out: folder, grid: few, planFile }, {}, { threads: 2 })
    expect(JSON.parse(readFileSync(planFile, 'utf8')).steps).toEqual([
      { method: 'km-deletion', k: 2, m: 1, target: 'bid', marketing },
    ])
    const again = { ...wishes, out: folder, planFile: next('plan.json') }
    await expect(recommend([], again)).rejects.toMatchObject({ next: 'Give your own: --with marketing=FILE.' })
    await recommend([], { ...again, own: { marketing: one } })
    expect(JSON.parse(readFileSync(again.planFile, 'utf8')).steps[0].marketing).toBe(one)
  })
})
