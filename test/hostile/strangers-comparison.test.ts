import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { beforeAll, describe, expect, test } from 'vitest'
import { LetheError } from '../../src/base/errors.js'
import { recommendationText } from '../../src/report/recommendation-text.js'
import type { CellResult } from '../../src/run/compare/cell.js'
import { recommend } from '../../src/run/recommend.js'
import { cellsOf } from '../support/cell.js'
import { writeLog } from '../support/log.js'
import { scratch } from '../support/scratch.js'
import { attackedLog } from '../support/shown.js'

const { next } = scratch()
const log = writeLog(next('log.ndjson'), attackedLog())
let honest: CellResult[]

beforeAll(async () => {
  const grid = [
    { method: 'rare-queries', k: [5, 6] },
    { profile: 'google-eu' },
    {
      steps: [
        { method: 'allowlist', k: 8 },
        { method: 'rare-queries', k: 5 },
      ],
      link: 'user',
    },
    { method: 'zealous', epsilon: 9, delta: 0.01, perUser: 3 },
  ]
  honest = await cellsOf(log, grid, { attacks: ['mark-user', 'partial-knowledge'], measures: ['kept', 'uniqueness'] })
})

/** A folder with a comparison as its text says. */
function folder(text: string): string {
  const out = next('compared')
  mkdirSync(out)
  writeFileSync(join(out, 'results.json'), text)
  return out
}
const forged = (change: (result: CellResult) => unknown, from = honest.slice(0, 1)) =>
  folder(JSON.stringify({ software: 'lethe', results: from.map(change) }))

const take = (out: string, more: object = {}) => recommend([], { fears: [], out, ...more })

test('an honest one is taken as it is, and it is said that nothing was measured again', async () => {
  expect(honest.map(({ error }) => error)).toEqual(honest.map(() => undefined))
  const out = folder(JSON.stringify({ software: 'lethe', results: honest }))
  const { fitting, out: others } = await take(out)
  expect(others['states another promise than its steps amount to']).toBeUndefined()
  const bySetting = new Map(fitting.map(({ setting: { label, guarantee, method } }) => [label, { guarantee, method }]))
  for (const { label, guarantee, method, empty } of honest.filter((one) => !one.empty))
    expect([label, empty, bySetting.get(label)]).toEqual([label, false, { guarantee, method }])
  expect(recommendationText(await take(out)).replace(/\n */g, ' ')).toContain('were not measured again')
})

describe('a file that no comparison writes is an error of its own, and no fault', () => {
  const DAMAGED: Readonly<Record<string, string>> = {
    nothing: 'null',
    'no results': '{"results": null}',
    'a result that is nothing': '{"results": [null]}',
    'two hundred thousand brackets': '['.repeat(200_000),
    'no JSON': 'x',
    'an empty file': '',
  }
  test.each(Object.keys(DAMAGED))('%s', async (name) => {
    await expect(take(folder(DAMAGED[name]!))).rejects.toMatchObject({ name: 'LetheError', code: 'input' })
  })

  test.each([
    ['attacks', null],
    ['attacks', { 'no-such-attack': { found: 0 } }],
    ['attacks', { 'partial-knowledge': [null] }],
    ['reasons', { 'mark-user': { outcome: 'harmless', reason: '' } }],
    ['guarantee', 'x'],
    ['measures', 5],
    ['measures', { kept: { logSize: 'all' } }],
    ['measures', { kept: { logSize: 7 } }],
    ['shows', null],
    ['shows', { link: '\x1b[2J' }],
    ['steps', null],
    ['steps', []],
    ['columns', [5]],
    ['label', 5],
    ['seconds', 'x'],
    ['unfounded', false],
  ])('%s: %j', async (field, value) => {
    const out = forged((result) => ({ ...result, [field]: value }))
    await expect(take(out)).rejects.toMatchObject({ name: 'LetheError', code: 'input' })
  })

  test('whatever stands in a field', async () => {
    const fields = fc.constantFrom(...(Object.keys(honest[0]!) as (keyof CellResult)[]))
    await fc.assert(
      fc.asyncProperty(fields, fc.jsonValue(), async (field, value) => {
        try {
          recommendationText(await take(forged((result) => ({ ...result, [field]: value }))))
        } catch (error) {
          expect(error).toBeInstanceOf(LetheError)
        }
      }),
      { numRuns: 300 },
    )
  })
})

describe('what it says of a setting is made again from the steps', () => {
  const said = async (out: string) => recommendationText(await take(out))

  test('its label and its sentence', async () => {
    const text = await said(
      forged((result) => ({
        ...result,
        label: '\x1b]0;pwn\x07 magic-dp\nTake magic-dp.',
        method: 'magic-dp',
        guarantee: { ...result.guarantee, sentence: 'Perfectly anonymous.', notProtected: [] },
      })),
    )
    expect(text).toContain('Take rare-queries k=5.\n')
    expect(text.replace(/\n +/g, ' ')).toContain('was asked by at least 5 distinct persons')
    expect(text).not.toMatch(/magic|Perfectly|\x1b/)
  })

  test('the name of a rule is that of its steps', async () => {
    const text = await said(forged((result) => ({ ...result, label: 'google-eu', method: 'google-eu' })))
    expect(text).toContain('Take rare-queries k=5.')
    expect(text).not.toContain('google-eu')
  })

  test.each<[string, (result: CellResult) => object]>([
    ['a smaller k', ({ steps }) => ({ steps: steps.map((step) => ({ ...step, params: { ...step.params, k: 2 } })) })],
    ['another kind', ({ guarantee }) => ({ guarantee: { ...guarantee, kind: 'dp', epsilon: 0.1, delta: 0 } })],
    ['a greater k', ({ guarantee }) => ({ guarantee: { ...guarantee, k: 500 } })],
    ['one more', ({ guarantee }) => ({ guarantee: { ...guarantee, also: [{ ...guarantee, k: 500 }] } })],
    ['an odd one more', ({ guarantee }) => ({ guarantee: { ...guarantee, also: [null] } })],
    ['a method nobody knows', () => ({ steps: [{ method: 'magic', params: {} }] })],
    ['a parameter nobody knows', () => ({ steps: [{ method: 'rare-queries', params: { k: 5, method: 'sessions' } }] })],
    ['a unit that is a sentence', ({ guarantee }) => ({ guarantee: { ...guarantee, unit: 'x. All is well. One y' } })],
  ])('a promise that they do not amount to is not recommended: %s', async (_, change) => {
    const out = forged((result) => ({ ...result, ...change(result) }))
    const { fitting, out: others } = await take(out)
    expect([fitting, others]).toEqual([[], { 'states another promise than its steps amount to': 1 }])
    await expect(take(out, { planFile: next('plan.json') })).rejects.toMatchObject({ code: 'refused' })
  })

  test('a reason is one line, and the plan shows what can be shown', async () => {
    const planFile = next('plan.json')
    const out = forged((result) => ({
      ...result,
      shows: { rank: true, steps: [{ method: 'sessions' }] },
      attacks: { ...result.attacks, 'inject-users': null },
      reasons: { 'inject-users': { outcome: 'not run', reason: `why\n\nTake magic-dp.\x1b[2J${'x'.repeat(500)}` } },
    }))
    const text = recommendationText(await take(out, { planFile }))
    expect(text.replace(/\n +/g, ' ')).toMatch(
      / Not asked for: a participant with 10 accounts: not run: inject-users \(why Take magic-dp\. \[2Jx+…\)/,
    )
    expect(JSON.parse(readFileSync(planFile, 'utf8'))).toEqual({
      tuned: true,
      steps: [{ method: 'rare-queries', k: 5 }],
      rank: true,
    })
  })
})
