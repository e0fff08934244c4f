import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { comparisonReport } from '../../src/report/comparison.js'
import { comparisonText } from '../../src/report/comparison-text.js'
import { recommend } from '../../src/report/recommendation.js'
import { releaseText } from '../../src/report/release.js'
import { settingsOf } from '../../src/report/settings.js'
import { release } from '../../src/run/release/index.js'
import { report } from '../../src/run/report.js'
import { cellsOf } from '../support/cell.js'
import { ATTACKS } from '../support/figures.js'
import { writeLog } from '../support/log.js'
import { bare, comparisonOf } from '../support/pages.js'
import { scratch } from '../support/scratch.js'
import { attackedLog } from '../support/shown.js'

const { next } = scratch()
const log = writeLog(next('log.ndjson'), attackedLog())

const NOTHING = [
  { method: 'rare-queries', params: { k: 100_000 } },
  { method: 'zealous', params: { epsilon: 1, delta: 1e-9, perUser: 20, minUsers: 1000 } },
]

describe.each(NOTHING)('$method that lets nothing through', (step) => {
  test('is called empty wherever it is told of, and ready nowhere', async () => {
    const result = await release([log], { plan: { steps: [step], shows: {} }, out: next('release') })
    expect(result.empty).toBe(true)
    expect(result.warnings.join()).toMatch(/empty: nothing in it/)
    expect(releaseText(result)).toMatch(/EMPTY: nothing in it/)
    expect(releaseText(result)).not.toMatch(/is ready/)
    const record = JSON.parse(readFileSync(join(result.privateDir, 'record.json'), 'utf8')) as { warnings: string[] }
    expect(record.warnings.join()).toMatch(/empty: nothing in it/)
    for (const whose of [{ logs: [log] }, { public: true }]) {
      const page = next('report.html')
      expect(await report(result.dir, { out: page, ...whose })).toMatchObject({ empty: true })
      expect(readFileSync(page, 'utf8')).toMatch(/The release is empty: nothing in it\./)
    }
  })
})

test('attacks that have nothing to look at do not apply; they did not find 0%', async () => {
  const plan = { steps: [{ method: 'rare-queries', params: { k: 100_000 } }], shows: { link: 'user' as const } }
  const { dir } = await release([log], { plan, out: next('release'), truth: true })
  const { attacks, reasons } = await report(dir, { out: next('report.html'), logs: [log] })
  for (const name of ['link-records', 'partial-knowledge']) {
    expect(attacks).toHaveProperty(name, null)
    expect(reasons?.[name]).toEqual({ outcome: 'not applicable', reason: 'the release is empty: nothing in it' })
  }
})

test('an empty setting is marked in a comparison, stands on no frontier and is never recommended', async () => {
  const grid = [{ method: 'rare-queries', k: [5, 100_000] }]
  const results = await cellsOf(log, grid, { attacks: ['mark-user'], measures: ['kept', 'uniqueness'] })
  expect(results.map(({ empty }) => empty)).toEqual([false, true])
  const settings = settingsOf(results, ATTACKS)
  const wishes = { fears: [], uses: [], columns: [], task: 'autocomplete', minUse: 0 }
  const { fitting, out } = recommend(settings, () => ({ columns: ['query'], uses: ['rows'] }), wishes, ATTACKS)
  expect(fitting.map(({ setting }) => setting.params)).toEqual([{ k: 5 }])
  expect(out).toEqual({ 'gives an empty release': 1 })
  expect(comparisonText(settings, 'x')).toMatch(/empty: rare-queries k=100000/)
  const page = bare(await comparisonReport(await comparisonOf(log, results)))
  expect(page).toMatch(/<td>rare-queries k=100000<\/td><td>k persons per query<\/td><td>[^<]*<\/td><td>empty<\/td>/)
  expect(page).toContain('the release is empty: rare-queries k=100000')
})

test('a release that holds something is not called empty', async () => {
  const plan = { steps: [{ method: 'rare-queries', params: { k: 5 } }], shows: {} }
  const result = await release([log], { plan, out: next('release') })
  expect([result.empty, result.warnings]).toEqual([false, []])
})
