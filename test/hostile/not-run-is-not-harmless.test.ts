import { expect, test } from 'vitest'
import { attackTable, furthestWords } from '../../src/report/attack-outcomes.js'
import { comparisonReport } from '../../src/report/comparison.js'
import { comparisonText } from '../../src/report/comparison-text.js'
import type { AttackOutcome } from '../../src/report/outcomes.js'
import { recommend, recommendationText } from '../../src/report/recommendation.js'
import { READERS } from '../../src/report/risk.js'
import { type RunFigures, settingsOf } from '../../src/report/settings.js'
import { attackersOf } from '../../src/run/attack-all.js'
import { inspect } from '../../src/run/inspect.js'
import { ATTACKS, figuresOf } from '../support/figures.js'
import { writeLog } from '../support/log.js'
import { scratch } from '../support/scratch.js'
import { attackedLog } from '../support/shown.js'

const { next } = scratch()
const WHY = 'the log has too few texts that one person asked alone'
const notRun = { outcome: 'not run', reason: WHY } as const
const notApplicable = { outcome: 'not applicable', reason: 'it has no pseudonyms' } as const
const wishes = { maxRisk: 0.05, minUse: 0, columns: [] }
const judged = (...runs: RunFigures[]) => recommend(settingsOf(runs, ATTACKS), () => [], wishes, ATTACKS)

test('one that was not run beside one that failed to find anything is named, with why', () => {
  const one = figuresOf('some', {
    attacks: { 'mark-user': { marked: 9, found: 0 }, 'inject-users': null },
    reasons: { 'inject-users': notRun },
  })
  const result = judged(one, figuresOf('other', { ...one, label: 'other', measures: { kept: { logSize: 0.4 } } }))
  expect(result.fitting[0]).toMatchObject({ risk: { mean: 0 }, notTried: [{ attack: 'inject-users', reason: WHY }] })
  const text = recommendationText(result)
  expect(text).toContain(`nothing reached by those attacks of somebody ${READERS} that were tried: mark-user.`)
  expect(text).toMatch(new RegExp(`^ {2}not tried: inject-users \\(${WHY}\\)$`, 'm'))
  expect(text).toMatch(new RegExp(`^ {2}other: .*; not tried: inject-users \\(${WHY}\\)$`, 'm'))
})

test('where none was run nothing fits a limit, and it is not said that none applies', () => {
  const result = judged(figuresOf('none', { attacks: { 'link-records': null }, reasons: { 'link-records': notRun } }))
  expect(result.fitting).toEqual([])
  expect(result.nearest?.setting).toMatchObject({ risk: undefined, noRisk: 'none was run' })
  const text = recommendationText(result)
  expect(text).toMatch(
    /Closest is none, which has no figure for that limit, and attacks that apply were not run: .* has a figure; not tried/,
  )
  expect(text).not.toMatch(/applies/)
})

test('where none applies there is nothing to be tried', () => {
  const one = figuresOf('shape', { attacks: { 'link-records': null }, reasons: { 'link-records': notApplicable } })
  const result = judged(one)
  expect(result.fitting[0]).toMatchObject({ risk: undefined, noRisk: 'none applies', notTried: [] })
  expect(recommendationText(result)).toContain(`no attack by somebody ${READERS} applies to data of this shape`)
})

test('figures that say nothing count as not tried', () => {
  const { fitting } = judged(
    figuresOf('odd', { attacks: { 'link-records': {}, 'mark-user': { marked: 1, found: 0 } } }),
  )
  expect(fitting[0]?.notTried).toEqual([{ attack: 'link-records', reason: 'it gave no figure' }])
})

test('a seed without a figure does not make the mean smaller', () => {
  const found = figuresOf('a', { attacks: { 'mark-user': { marked: 10, found: 4 } } })
  const none = figuresOf('a', { seed: 2, attacks: { 'mark-user': null }, reasons: { 'mark-user': notRun } })
  expect(settingsOf([found, none], ATTACKS)[0]?.risk?.mean).toBe(0.4)
})

test('an attack that reaches something is not among those that reach nothing', () => {
  const attacks = { 'mark-user': { marked: 9, found: 0 }, 'inject-users': [{ added: 2, success: 1 }] }
  expect(recommendationText(judged(figuresOf('a', { attacks })))).toContain(
    'tried: mark-user; told apart: who adds accounts to the log reaches 100.0% by inject-users.',
  )
})

test('what a limit does not speak of is said where it is asked for, whatever is chosen', () => {
  const attacks = {
    'mark-user': { marked: 100, found: 1 },
    'difference-releases': { appeared: 4, attributable: 4 },
    'inject-users': [{ added: 2, success: 1 }],
  }
  const [taken, nothing] = [0.05, 0.001].map((maxRisk) =>
    recommendationText(
      recommend(settingsOf([figuresOf('a', { attacks })], ATTACKS), () => [], { ...wishes, maxRisk }, ATTACKS),
    ),
  )
  for (const [text, limit] of [
    [taken, '5.0%'],
    [nothing, '0.1%'],
  ]) {
    expect(text).toContain(`nobody ${READERS} reaches more than ${limit}`)
    expect(text).not.toContain('no attack reaches')
    expect(text).toMatch(
      /^Told apart, and not held to that limit: .*adds accounts.*two releases \(difference-releases\)\.$/m,
    )
    expect(text).toContain(
      'mark-user, reaches 1.0% (marked persons found); told apart: who has two releases reaches 100.0% by difference-releases, who adds accounts to the log reaches 100.0% by inject-users',
    )
  }
})

test('an attack that had nothing to try reached nothing and is no reason to pass over a setting', async () => {
  const attacks = { 'difference-releases': { appeared: 0, attributable: 0 } }
  const measures = { kept: { logSize: 0.5 } }
  const result = judged(figuresOf('a', { attacks, measures }))
  expect(result.fitting[0]).toMatchObject({ noRisk: 'none applies', notTried: [] })
  expect(recommendationText(result)).toContain('told apart: difference-releases had nothing to try')
  const log = await inspect([writeLog(next('log.ndjson'), attackedLog())])
  const page = comparisonReport({ log, settings: result.fitting, attackers: await attackersOf(), software: 'test' })
  expect(page).toContain('<td>nothing to try</td>')
  expect(page).not.toMatch(/<td>0\.0%<\/td>/)
})

test('a report names what was not run, and what had nothing to try, beside what came furthest', () => {
  const named = { attacker: 'subscriber', has: 'has two' }
  const idle: AttackOutcome = {
    attack: 'difference-releases',
    ...named,
    outcome: 'ran',
    figures: { appeared: 0, attributable: 0 },
    reached: { attacker: 'subscriber', share: null, reason: 'no text is new since the earlier release' },
  }
  const left: AttackOutcome = { attack: 'link-records', attacker: 'archivist', has: 'has a log', ...notRun }
  const words = (attacks: readonly AttackOutcome[], exact = true) => furthestWords(attacks, {}, exact).html
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
  const settings = settingsOf(
    [
      figuresOf('nothing found', {
        attacks: { 'mark-user': { marked: 9, found: 0 }, 'inject-users': null },
        reasons: { 'inject-users': notRun },
      }),
      figuresOf('not applicable', { attacks: { 'mark-user': null }, reasons: { 'mark-user': notApplicable } }),
      figuresOf('not run', { attacks: { 'mark-user': null }, reasons: { 'mark-user': notRun } }),
    ],
    ATTACKS,
  )
  const text = comparisonText(settings, 'x')
  expect(text).toMatch(/nothing found .*0\.0% mark-user/)
  expect(text).toMatch(/not applicable .*none applies/)
  expect(text).toMatch(/not run .*none was run/)
  expect(text).toContain(`not run: inject-users on nothing found: ${WHY}`)
  const log = await inspect([writeLog(next('log.ndjson'), attackedLog())])
  const page = comparisonReport({ log, settings, attackers: await attackersOf(), software: 'test' })
  expect(page).toMatch(/<td>none applies<\/td><td>-<\/td>/)
  expect(page).toMatch(/<td>none was run<\/td><td>-<\/td>/)
  expect(page).toMatch(new RegExp(`Not tried on it:</b> inject-users \\(${WHY}\\)`))
})
