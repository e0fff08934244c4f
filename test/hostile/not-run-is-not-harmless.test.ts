import { expect, test } from 'vitest'
import { attackTable, furthestWords } from '../../src/report/attack-outcomes.js'
import { comparisonReport } from '../../src/report/comparison.js'
import { comparisonText } from '../../src/report/comparison-text.js'
import { fearsFrom } from '../../src/report/fears.js'
import type { AttackOutcome } from '../../src/report/outcomes.js'
import { type Fear, recommend } from '../../src/report/recommendation.js'
import { recommendationText } from '../../src/report/recommendation-text.js'
import { type RunFigures, settingsOf } from '../../src/report/settings.js'
import { ATTACKS, figuresOf } from '../support/figures.js'
import { writeLog } from '../support/log.js'
import { bare, comparisonOf } from '../support/pages.js'
import { scratch } from '../support/scratch.js'
import { attackedLog } from '../support/shown.js'

const { next } = scratch()
const log = writeLog(next('log.ndjson'), attackedLog())
const WHY = 'the log has too few texts that one person asked alone'
const notRun = { outcome: 'not run', reason: WHY } as const
const notApplicable = { outcome: 'not applicable', reason: 'it has no pseudonyms' } as const
/** Sentences in one line each. */
const unwrapped = (text: string) => text.replace(/\s+/g, ' ')
const feared = (fears: readonly Fear[], ...runs: RunFigures[]) =>
  recommend(
    settingsOf(runs, ATTACKS),
    () => ({ columns: [], uses: [] }),
    { fears, uses: [], columns: [], task: 'autocomplete', minUse: 0 },
    ATTACKS,
  )

test('one that was not run beside one that failed to find anything is named, with why', () => {
  const one = figuresOf('some', {
    attacks: { 'mark-user': { marked: 9, found: 0 }, 'inject-users': null },
    reasons: { 'inject-users': notRun },
  })
  const result = feared(fearsFrom('neighbour'), one)
  expect(result.fitting[0]?.risks[0]).toMatchObject({ attacker: 'neighbour', worst: { most: 0 }, within: 'measured' })
  const text = unwrapped(recommendationText(result))
  expect(text).toContain('a neighbour with 3 known terms reaches 0.0% by mark-user')
  expect(text).toContain(`Not asked for: a participant with 10 accounts: not run: inject-users (${WHY})`)
  expect(text).not.toMatch(/no attack gets anywhere|no attack reaches/)
  const dp = { ...one.guarantee, kind: 'dp', epsilon: 1, delta: 0 } as never
  expect(feared(fearsFrom('participant:10'), { ...one, guarantee: dp }).out).toEqual({
    'has no figure for an attacker who is feared': 1,
  })
})

test('where none was run nothing fits a limit, and it is not said that none applies', () => {
  const one = figuresOf('none', { attacks: { 'link-records': null }, reasons: { 'link-records': notRun } })
  const result = feared(fearsFrom('archivist'), one)
  expect(result.fitting).toEqual([])
  const text = unwrapped(recommendationText(result))
  expect(text).toContain(
    `Closest is none: has no figure for an attacker who is feared: an archivist: not run: link-records (${WHY}).`,
  )
  expect(text).not.toMatch(/applies|applicable/)
})

test('where none applies there is nothing to be tried', () => {
  const one = figuresOf('shape', { attacks: { 'link-records': null }, reasons: { 'link-records': notApplicable } })
  const result = feared(fearsFrom('archivist'), one)
  expect(result.fitting[0]?.risks[0]).toMatchObject({ none: 'not applicable', within: 'none applies', notTried: [] })
  expect(unwrapped(recommendationText(result))).toContain(
    'an archivist: not applicable: none of theirs has anything to try here',
  )
})

test('figures that say nothing count as not tried', () => {
  const [setting] = settingsOf(
    [figuresOf('odd', { attacks: { 'link-records': {}, 'mark-user': { marked: 1, found: 0 } } })],
    ATTACKS,
  )
  const archivist = setting?.risks.find(({ attacker }) => attacker === 'archivist')
  expect(archivist?.notTried).toEqual([{ attack: 'link-records', reason: 'it gave no figure' }])
})

test('a seed without a figure does not make the mean smaller', () => {
  const found = figuresOf('a', { attacks: { 'mark-user': { marked: 10, found: 4 } } })
  const none = figuresOf('a', { seed: 2, attacks: { 'mark-user': null }, reasons: { 'mark-user': notRun } })
  expect(settingsOf([found, none], ATTACKS)[0]?.risks[0]?.worst?.mean).toBe(0.4)
})

test('whoever is not feared is told with how far they came', () => {
  const attacks = {
    'mark-user': { marked: 100, found: 1 },
    'difference-releases': { appeared: 4, attributable: 4 },
    'inject-users': [{ added: 2, success: 1 }],
  }
  const text = unwrapped(recommendationText(feared(fearsFrom('neighbour'), figuresOf('a', { attacks }))))
  expect(text).toContain('reaches 1.0% by mark-user (marked persons found): within 5.0% as measured.')
  expect(text).toContain('Not asked for: a participant with 10 accounts reaches 100.0% by inject-users')
  expect(text).toContain('Not asked for: a subscriber reaches 100.0% by difference-releases')
})

test('an attack that had nothing to try reached nothing and is no reason to pass over a setting', async () => {
  const attacks = { 'difference-releases': { appeared: 0, attributable: 0 } }
  const measures = { kept: { logSize: 0.5 } }
  const result = feared(fearsFrom('subscriber'), figuresOf('a', { attacks, measures }))
  expect(result.fitting[0]?.risks[0]).toMatchObject({ none: 'nothing to try', within: 'none applies' })
  const page = bare(await comparisonReport(await comparisonOf(log, [figuresOf('a', { attacks, measures })])))
  expect(page).toContain('<td>nothing to try</td>')
  expect(page).not.toMatch(/<td>a<\/td>.*<td>0\.0%<\/td>/)
})

test('a report names what was not run, and what had nothing to try, beside what came furthest', () => {
  const named = { attacker: 'subscriber', has: 'has two' } as const
  const idle: AttackOutcome = {
    attack: 'difference-releases',
    ...named,
    outcome: 'ran',
    figures: { appeared: 0, attributable: 0 },
    reached: {
      attacker: 'subscriber',
      levels: [{ share: null, reason: 'no text is new since the earlier release' }],
    },
  }
  const left: AttackOutcome = { attack: 'link-records', attacker: 'archivist', has: 'has a log', ...notRun }
  const words = (attacks: readonly AttackOutcome[], exact = true) => furthestWords(attacks, exact).html
  expect(words([idle, left])).not.toContain('came furthest')
  expect(words([idle, left])).toContain(
    'nothing to try for difference-releases (no text is new since the earlier release)',
  )
  expect(words([idle, left])).toContain(`<b>Not run:</b> link-records (${WHY})`)
  expect(words([left], false)).toContain('<b>Not run:</b> link-records (the archivist, who has a log)')
  expect(words([left], false)).not.toContain(WHY)
  expect(words([idle], false)).toMatch(/nothing to try for difference-releases\.$/)
  const cells = attackTable([idle], true).html
  expect(cells).toContain('nothing to try')
  expect(cells).not.toContain('%')
})

test('the table and the page of a comparison keep the three apart', async () => {
  const runs = [
    figuresOf('nothing found', {
      attacks: { 'mark-user': { marked: 9, found: 0 }, 'inject-users': null },
      reasons: { 'inject-users': notRun },
    }),
    figuresOf('not applicable', { attacks: { 'mark-user': null }, reasons: { 'mark-user': notApplicable } }),
    figuresOf('not run', { attacks: { 'mark-user': null }, reasons: { 'mark-user': notRun } }),
  ]
  const text = comparisonText(settingsOf(runs, ATTACKS), 'x')
  expect(text).toMatch(/nothing found .*0\.0%/)
  expect(text).toMatch(/not applicable .* n\/a/)
  expect(text).toMatch(/not run .* \? /)
  expect(text).toContain(`not run: inject-users on nothing found: ${WHY}`)
  const page = bare(await comparisonReport(await comparisonOf(log, runs)))
  const row = (label: string, cell: string) =>
    expect(page).toContain(`<td>${label}</td><td>k persons per query</td><td>yes</td><td>${cell}</td>`)
  row('nothing found', '0.0%')
  row('not applicable', 'not applicable')
  row('not run', 'not run')
  // Below the pictures, and why in the table of what has no figure.
  expect(page).toMatch(/Neighbour with 3 known terms: [^<]*not applicable: not applicable\. not run: not run\./)
  expect(page).toContain(`<td>inject-users (participant)</td><td>not run</td><td>${WHY}</td><td>nothing found</td>`)
})
