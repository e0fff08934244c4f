import { describe, expect, test } from 'vitest'
import { ATTACKS, figuresOf } from '../../test/support/figures.js'
import { leastCost, reachedAt, reachedBy } from './risk.js'
import { flat, type RunFigures, settingsOf, unbeaten } from './settings.js'

const run = (label: string, risk: number, use: number, more: Partial<RunFigures> = {}): RunFigures =>
  figuresOf(label, {
    attacks: { 'link-records': { rl: 100 * risk } },
    measures: { kept: { logSize: use }, autocomplete: { ratio: use } },
    ...more,
  })

describe('settings', () => {
  test('the frontier holds what nothing beats', () => {
    const all = [
      { risk: 0.1, use: 0.2 },
      { risk: 0.1, use: 0.3 },
      { risk: 0.5, use: 0.9 },
      { risk: 0.6, use: 0.9 },
    ]
    expect(unbeaten(all, (one) => one)).toEqual([all[1], all[2]])
  })

  test('seeds of a setting become a mean with its spread', () => {
    const [setting] = settingsOf([run('a', 0.1, 0.2), run('a', 0.3, 0.4, { seed: 2 })], ATTACKS)
    const [risk] = setting?.risks ?? []
    expect(risk).toMatchObject({ attacker: 'archivist', worst: { attack: 'link-records', least: 0.1, most: 0.3 } })
    expect(risk?.worst?.mean).toBeCloseTo(0.2)
    expect(setting?.tasks.autocomplete?.mean).toBeCloseTo(0.3)
    expect(setting?.kept?.mean).toBeCloseTo(0.3)
  })

  test('an attacker has a figure, or why there is none, and what the promise allows them', () => {
    const attacks = {
      'read-lone-texts': { exposed: 1, persons: 4 },
      'mark-user': null,
      'inject-users': [
        { added: 1, success: 0 },
        { added: 3, success: 0.2 },
        { added: 29, success: 1 },
      ],
      'difference-releases': null,
    }
    const reasons = {
      'mark-user': { outcome: 'not run', reason: 'no time' },
      'difference-releases': { outcome: 'not applicable', reason: 'one release' },
    } as const
    const guarantee = { ...run('x', 0, 0).guarantee, kind: 'k-users-per-query', k: 30, hostK: 30 } as never
    const [setting] = settingsOf([run('a', 0, 0, { attacks, reasons, guarantee })], ATTACKS)
    expect(setting?.risks).toMatchObject([
      { attacker: 'reader', at: undefined, worst: { mean: 0.25 }, none: undefined },
      { attacker: 'neighbour', at: 3, none: 'not run', notTried: [{ attack: 'mark-user', reason: 'no time' }] },
      { attacker: 'participant', at: 10, worst: { mean: 0.2 }, bound: 0, succeedsFrom: 29 },
      { attacker: 'subscriber', none: 'not applicable', notTried: [] },
    ])
  })

  test('figures by their path', () => {
    expect(flat({ a: { b: 1 }, list: [{ j: 2, unique: 0.5 }], levels: [0.1, 0.2], word: 'x' })).toEqual([
      ['a.b', 1],
      ['list[j=2].j', 2],
      ['list[j=2].unique', 0.5],
      ['levels[0]', 0.1],
      ['levels[1]', 0.2],
    ])
  })
})

const reached = (attack: string, scored: unknown) => reachedBy(ATTACKS[attack]!, scored)

test.each([
  ['link-records', { rl: 25 }, 0.25],
  ['relink-sessions', { components: { mean: 3, ratio: 0.25 } }, 0.75],
  ['invert-tokens', { accuracy: 0.4 }, 0.4],
  ['guess-dictionary', { tried: 10, opened: 5 }, 0.5],
  ['guess-dictionary', { tried: 0, opened: 0 }, 0],
  ['difference-releases', { appeared: 4, attributable: 1 }, 0.25],
  ['mark-user', { marked: 4, found: 1, rowsRevealed: 9 }, 0.25],
  [
    'partial-knowledge',
    [
      { j: 1, unique: 0.1 },
      { j: 3, unique: 0.6 },
    ],
    0.6,
  ],
  [
    'inject-users',
    [
      { added: 1, success: 0 },
      { added: 4, success: 1 },
    ],
    1,
  ],
] as const)('%s reads as a share', (attack, scored, share) => {
  const came = reached(attack, scored)
  expect(came && reachedAt(came).share).toBeCloseTo(share)
})

test('an attack that is not known to compare is no risk', () => {
  expect(reached('difference-releases', { appeared: 3 })).toBeUndefined()
  expect(reached('link-records', {})).toBeUndefined()
  expect(reached('link-records', { error: 'x', rl: 3 })).toBeUndefined()
  expect(reached('link-records', null)).toBeUndefined()
})

test('an attack that had nothing to try says so', () => {
  expect(reached('difference-releases', { appeared: 0, attributable: 0 })).toEqual({
    attacker: 'subscriber',
    levels: [{ share: null, reason: 'no text is new since the earlier release' }],
  })
})

test('no figures of a stranger, of whatever shape, are more than a share or none at all', () => {
  const odd = [
    [],
    {},
    [{}],
    { components: null },
    { components: 'x' },
    [{ j: 3 }],
    [{ added: {}, success: [] }],
    { rl: 1e9 },
  ]
  for (const attack of Object.keys(ATTACKS))
    for (const figures of odd) {
      for (const { share } of reached(attack, figures)?.levels ?? [])
        expect((share ?? 0) >= 0 && (share ?? 0) <= 1).toBe(true)
    }
})

test('a cost is what an attacker can afford at most, and the least that succeeds is told', () => {
  const levels = [
    { added: 0, success: 0 },
    { added: 4, success: 0.6 },
    { added: 9, success: 0.1 },
    { added: 29, success: 1 },
  ]
  const came = reached('inject-users', levels)!
  expect([0, 4, 10, 29].map((at) => reachedAt(came, at).share)).toEqual([0, 0.6, 0.6, 1])
  expect(leastCost(came)).toBe(4)
  expect(reachedAt(reached('inject-users', [{ added: 29, success: 1 }])!).share).toBeNull()
})
