import { describe, expect, test } from 'vitest'
import { ATTACKS, figuresOf } from '../../test/support/figures.js'
import { recommend } from './recommendation.js'
import { reachedBy, worstOf } from './risk.js'
import { flat, type RunFigures, settingsOf } from './settings.js'

const run = (label: string, risk: number, use: number, more: Partial<RunFigures> = {}): RunFigures =>
  figuresOf(label, {
    attacks: { 'link-records': { rl: 100 * risk } },
    measures: { kept: { logSize: use } },
    ...more,
  })

describe('settings', () => {
  test('the frontier holds what nothing beats', () => {
    const settings = settingsOf(
      [run('a', 0.1, 0.2), run('b', 0.1, 0.3), run('c', 0.5, 0.9), run('d', 0.6, 0.9)],
      ATTACKS,
    )
    expect(settings.filter((setting) => setting.onFrontier).map(({ label }) => label)).toEqual(['b', 'c'])
  })

  test('seeds of a setting become a mean with its spread', () => {
    const [setting] = settingsOf([run('a', 0.1, 0.2), run('a', 0.3, 0.4, { seed: 2 })], ATTACKS)
    expect(setting?.risk).toMatchObject({ attack: 'link-records', least: 0.1, most: 0.3 })
    expect(setting?.risk?.mean).toBeCloseTo(0.2)
    expect(setting?.use?.mean).toBeCloseTo(0.3)
  })

  test('a text of one person alone is a risk that needs no attack', () => {
    const measures = { uniqueness: { released: { usersWithUnique: 0.7 } } }
    const linked = { attacker: 'archivist', share: 0.2, of: 'histories' }
    expect(worstOf({ 'link-records': linked }, measures)).toMatchObject({ attack: 'plain reading', share: 0.7 })
    expect(worstOf({ 'link-records': { ...linked, attacker: 'participant' } })).toBeUndefined()
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
  expect(reached(attack, scored)?.share).toBeCloseTo(share)
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
    share: null,
    reason: 'no text is new since the earlier release',
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
      const share = reached(attack, figures)?.share ?? 0
      expect(share >= 0 && share <= 1).toBe(true)
    }
})

describe('a recommendation', () => {
  const settings = settingsOf(
    [
      run('useful', 0.04, 0.5),
      run('safe', 0.0, 0.1),
      run('risky', 0.5, 0.9),
      run('broken', 0, 1, { error: 'failed' }),
      run('false', 0, 1, { holds: false }),
      run('bare', 0, 1, { guarantee: { ...run('x', 0, 0).guarantee, kind: 'none' } as never }),
    ],
    ATTACKS,
  )
  const columns = () => ['query', 'day']

  test('takes the most useful of what fits, and says why the others are out', () => {
    const { fitting, out } = recommend(settings, columns, { maxRisk: 0.05, minUse: 0.05, columns: ['day'] }, ATTACKS)
    expect(fitting.map(({ label }) => label)).toEqual(['useful', 'safe'])
    expect(out).toEqual({
      'lets an attack come too far': 1,
      'could not be made': 1,
      'does not keep its promise': 1,
      'promises nothing': 1,
    })
  })

  test('names what comes closest where nothing fits', () => {
    const { fitting, nearest } = recommend(settings, columns, { maxRisk: 0.01, minUse: 0.4, columns: [] }, ATTACKS)
    expect(fitting).toEqual([])
    expect(nearest).toMatchObject({ setting: { label: 'useful' }, fails: 'lets an attack come too far' })
    expect(recommend(settings, columns, { maxRisk: 1, minUse: 0, columns: ['pseudonym'] }, ATTACKS).fitting).toEqual([])
    expect(
      recommend(settings, columns, { maxRisk: 1, minUse: 0, columns: [], promise: 'dp' }, ATTACKS).fitting,
    ).toEqual([])
  })
})
