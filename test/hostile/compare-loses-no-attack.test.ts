import { expect, test } from 'vitest'
import { attackNames } from '../../src/attacks/index.js'
import { comparisonReport } from '../../src/report/comparison.js'
import { comparisonText } from '../../src/report/comparison-text.js'
import { attackErrors } from '../../src/report/outcomes.js'
import { publicComparison } from '../../src/report/public-comparison.js'
import { recommend } from '../../src/report/recommendation.js'
import { settingsOf } from '../../src/report/settings.js'
import { cellsOf } from '../support/cell.js'
import { ATTACKS, figuresOf } from '../support/figures.js'
import { writeLog } from '../support/log.js'
import { bare, comparisonOf } from '../support/pages.js'
import { scratch } from '../support/scratch.js'
import { attackedLog } from '../support/shown.js'

const { next } = scratch()
const log = writeLog(next('log.ndjson'), attackedLog())

test('attacks that make releases do not get into each other’s way: each has an outcome, and none fails', async () => {
  const results = await cellsOf(
    log,
    [
      { method: 'rare-queries', k: 5, link: 'user' },
      { method: 'gaussian-threshold', epsilon: 99, delta: 0.05, perUser: 30, minUsers: 5 },
      { method: 'secret-shares', t: 5 },
    ],
    { measures: ['kept'] },
  )
  for (const { label, error, attacks, reasons = {} } of results) {
    expect([label, error]).toEqual([label, undefined])
    expect(Object.keys(attacks)).toEqual(attackNames())
    expect(attackErrors(attacks)).toEqual([])
    for (const [name, figures] of Object.entries(attacks))
      expect([name, figures === null]).toEqual([name, name in reasons])
    // Two releases are held against each other where a step asks for it.
    const notRun = Object.entries(reasons).filter(([, { outcome }]) => outcome === 'not run')
    expect(notRun.map(([name]) => name).filter((name) => name !== 'difference-releases')).toEqual([])
  }
  const [rare, noisy, shared] = results
  // Two releases made again, and that of the day before.
  expect(rare?.attacks).toMatchObject({
    'inject-users': expect.arrayContaining([expect.objectContaining({ added: 4, success: 1 })]),
    'mark-user': { marked: expect.any(Number), found: 0 },
    'difference-releases': { appeared: expect.any(Number) },
  })
  expect(noisy?.attacks).toMatchObject({
    'inject-users': expect.arrayContaining([expect.objectContaining({ added: 1 })]),
    'difference-releases': { appeared: expect.any(Number) },
  })
  expect(shared?.attacks['guess-dictionary']).toMatchObject({ opened: 0 })
})

test('the pages tell not applicable, not run, failed and 0% apart, with the attacker; what failed is not recommended', async () => {
  const runs = [
    figuresOf('nothing found', { attacks: { 'link-records': { rl: 0 } } }),
    figuresOf('not applicable', {
      attacks: { 'link-records': null },
      reasons: { 'link-records': { outcome: 'not applicable', reason: 'it has no pseudonyms' } },
    }),
    figuresOf('not run', {
      attacks: { 'link-records': null },
      reasons: { 'link-records': { outcome: 'not run', reason: 'it needs the log' } },
    }),
    figuresOf('broken', { attacks: { 'link-records': { error: 'the disk is full' } } }),
  ]
  const settings = settingsOf(runs, ATTACKS)
  const figures = await comparisonOf(log, runs)
  const page = bare(await comparisonReport(figures))
  expect(page).toMatch(/<th scope="col">link-records \(archivist\)<\/th>/)
  expect(page).toMatch(/<td>nothing found<\/td><td>0\.0%<\/td>/)
  expect(page).toMatch(/<td>not applicable<\/td><td>not applicable<\/td>/)
  expect(page).toMatch(/<td>not run<\/td><td>not run<\/td>/)
  expect(page).toMatch(/<td>broken<\/td><td>FAILED<\/td>/)
  expect(page).toMatch(/What failed[\s\S]*link-records: the disk is full/)
  expect(page).toMatch(/it needs the log/)
  expect(comparisonText(settings, 'x')).toContain('failed: link-records on broken: the disk is full')
  const all = bare(publicComparison(figures))
  expect(all).toMatch(/<td>nothing found<\/td><td>k persons per query<\/td><td>yes<\/td><td>under 3%<\/td>/)
  for (const label of ['not applicable', 'not run'])
    expect(all).toContain(`<td>${label}</td><td>k persons per query</td><td>yes</td><td>${label}</td>`)
  expect(all).toMatch(/<td>broken<\/td><td>k persons per query<\/td><td>yes<\/td><td><b class="bad">FAILED<\/b><\/td>/)
  const wishes = { fears: [], uses: [], columns: [], task: 'autocomplete', minUse: 0 }
  const { fitting, out } = recommend(settings, () => ({ columns: [], uses: [] }), wishes, ATTACKS)
  expect(fitting.map(({ setting }) => setting.label)).not.toContain('broken')
  expect(out).toEqual({ 'could not be put to all attacks': 1 })
})
