import { describe, expect, test } from 'vitest'
import { ATTACKS, figuresOf } from '../../test/support/figures.js'
import { adviceWords } from './advice-words.js'
import { fearsFrom } from './fears.js'
import { nearestOf, recommend, type Wishes } from './recommendation.js'
import { recommendationText } from './recommendation-text.js'
import { type RunFigures, settingsOf } from './settings.js'

const run = (label: string, linked: number, use: number, more: Partial<RunFigures> = {}): RunFigures =>
  figuresOf(label, {
    attacks: { 'link-records': { rl: 100 * linked } },
    measures: { autocomplete: { ratio: use } },
    ...more,
  })
const threshold = (k: number) => ({ ...run('x', 0, 0).guarantee, kind: 'k-users-per-query', k, hostK: k }) as never
const dp = (epsilon: number) => ({ ...run('x', 0, 0).guarantee, kind: 'dp', epsilon, delta: 1e-5 }) as never
const wishes = (more: Partial<Wishes> = {}): Wishes => ({
  ...{ fears: fearsFrom('archivist'), uses: [], columns: [], task: 'autocomplete', minUse: 0 },
  ...more,
})
const given = () => ({ columns: ['query', 'day'], uses: ['rows', 'counts'] as const })
const judged = (runs: readonly RunFigures[], more: Partial<Wishes> = {}) =>
  recommend(settingsOf(runs, ATTACKS), given, wishes(more), ATTACKS)
/** Sentences in one line each. */
const oneLine = (text: string) => text.replace(/\s+/g, ' ')
const labels = (list: readonly { readonly setting: { readonly label: string } }[]) =>
  list.map(({ setting }) => setting.label)

describe('a recommendation', () => {
  const runs = [
    run('useful', 0.04, 0.5),
    run('safe', 0.0, 0.1),
    run('risky', 0.5, 0.9),
    run('broken', 0, 1, { error: 'failed' }),
    run('false', 0, 1, { holds: false }),
    run('bare', 0, 1, { guarantee: { ...run('x', 0, 0).guarantee, kind: 'none' } as never }),
  ]

  test('takes the most useful of what fits, and says of each other what it fails', () => {
    const result = judged(runs, { columns: ['day'] })
    expect(labels(result.fitting)).toEqual(['useful', 'safe'])
    expect(result.out).toEqual({
      'lets an attacker come too far': 1,
      'could not be made': 1,
      'does not keep its promise': 1,
      'promises nothing': 1,
    })
    expect(oneLine(recommendationText(result))).toContain(
      ' risky: lets an attacker come too far: an archivist reaches 50.0% by link-records',
    )
  })

  test('names what comes closest where nothing fits', () => {
    const result = judged(runs, { fears: fearsFrom('archivist', '0.01'), minUse: 0.4 })
    expect(result.fitting).toEqual([])
    expect(nearestOf(result.refused)?.setting.label).toBe('safe')
    expect(judged(runs, { columns: ['pseudonym'] }).fitting).toEqual([])
    expect(judged(runs, { uses: ['histories'] }).out).toMatchObject({ 'lacks what is needed': 3 })
    expect(judged(runs, { promise: 'dp' }).fitting).toEqual([])
  })

  test('the worst seed counts, not the mean', () => {
    const seeds = [run('a', 0, 0.5), run('a', 0.06, 0.5, { seed: 2 })]
    expect(judged(seeds).fitting).toEqual([])
  })

  test('a task that cannot be asked is no use, and 0 where none is needed', () => {
    const one = run('tags', 0, 0, { measures: {} })
    expect(labels(judged([one]).fitting)).toEqual(['tags'])
    expect(judged([one], { minUse: 0.01 }).out).toEqual({ 'is too little use': 1 })
  })
})

describe('participants', () => {
  const falls = (k: number, more: Partial<RunFigures> = {}) =>
    run(`k=${k}`, 0, 0.5, {
      guarantee: threshold(k),
      attacks: {
        'inject-users': [1, 2, 5, 10, k - 1]
          .toSorted((a, b) => a - b)
          .map((added) => ({ added, success: added === k - 1 ? 1 : 0 })),
      },
      ...more,
    })

  test('what one account defeats is refused with the figure, whatever limit is set', () => {
    const result = judged([falls(2)], { fears: fearsFrom('participant:10', 'participant:1') })
    expect(result.out).toEqual({ 'falls to one account': 1 })
    expect(oneLine(recommendationText(result))).toMatch(
      /k=2: falls to one account: a participant with 10 accounts reaches 100\.0% by inject-users \(.*; 1 account tests half of them or more\)/,
    )
  })

  test('where participants are not feared it is said how far they come', () => {
    const result = judged([falls(2)], { fears: [] })
    expect(labels(result.fitting)).toEqual(['k=2'])
    expect(oneLine(recommendationText(result))).toMatch(/Not asked for: a participant with 10 accounts reaches 100\.0%/)
  })

  test('more accounts than feared are not held against it; within them the promise is a bound', () => {
    const { fitting } = judged([falls(10), falls(30)], { fears: fearsFrom('participant') })
    expect(labels(fitting)).toEqual(['k=30'])
    const risk = fitting[0]?.risks.find(({ attacker }) => attacker === 'participant')
    expect(risk).toMatchObject({ bound: 0, within: 'bound', succeedsFrom: 29 })
    expect(labels(judged([falls(10)], { fears: fearsFrom('participant:5') }).fitting)).toEqual(['k=10'])
  })

  test('an attack that was not run fits only where the promise bounds the attacker', () => {
    const untried = {
      attacks: { 'inject-users': null },
      reasons: { 'inject-users': { outcome: 'not run', reason: 'x' } },
    } as const
    const feared = { fears: fearsFrom('participant') }
    expect(judged([falls(5, untried)], feared).out).toEqual({ 'lets an attacker come too far': 1 })
    expect(judged([falls(5, untried)], feared).refused[0]?.fails?.why).toMatch(
      /^a participant with 10 accounts: by the promise 4 of them are enough to test .*; not run: inject-users \(x\)$/,
    )
    expect(judged([run('dp', 0, 1, { ...untried, guarantee: dp(1) })], feared).out).toEqual({
      'has no figure for an attacker who is feared': 1,
    })
    expect(labels(judged([falls(30, untried)], feared).fitting)).toEqual(['k=30'])
  })
})

test('whoever has no attack here, or none that can be put, is not taken to fail', () => {
  const bare = run('a', 0, 0.5)
  for (const fear of ['anyone', 'insider', 'reader'])
    expect(judged([bare], { fears: fearsFrom(fear) }).out).toEqual({ 'has no figure for an attacker who is feared': 1 })
  const reasons = { 'inject-users': { outcome: 'not applicable', reason: 'its items are clicks' } } as const
  const clicks = run('clicks', 0, 0.5, { guarantee: dp(1), attacks: { 'inject-users': null }, reasons })
  expect(judged([clicks], { fears: fearsFrom('participant') }).fitting).toEqual([])
})

test('a cost that was never tried is not within a limit', () => {
  const known = [1, 2, 3, 10].map((j) => ({ j, unique: 0 }))
  const one = run('a', 0, 0.5, { attacks: { 'partial-knowledge': known } })
  expect(labels(judged([one], { fears: fearsFrom('neighbour:10') }).fitting)).toEqual(['a'])
  for (const fear of ['neighbour:100', 'neighbour:0'])
    expect(judged([one], { fears: fearsFrom(fear) }).out).toEqual({ 'has no figure for an attacker who is feared': 1 })
})

test('of two attacks the one with the worst run counts', () => {
  const seeds = [0, 0.07].map((found, i) =>
    run('a', 0.04, 0.5, {
      seed: i,
      attacks: { 'link-records': { rl: 4 }, 'restore-urls': { tried: 100, restored: 100 * found, clicks: 100 } },
    }),
  )
  expect(judged(seeds).fitting).toEqual([])
})

test('ties go to the stronger promise, then to the larger k and the smaller epsilon', () => {
  const all = [
    run('k=30', 0, 0.5, { guarantee: threshold(30) }),
    run('ln 10', 0, 0.501, { guarantee: dp(Math.log(10)) }),
    run('k=50', 0, 0.502, { guarantee: threshold(50) }),
    run('eps 1', 0, 0.499, { guarantee: dp(1) }),
  ]
  expect(labels(judged(all, { fears: fearsFrom('archivist') }).fitting)).toEqual(['eps 1', 'ln 10', 'k=50', 'k=30'])
})

describe('what is taken beside something more useful', () => {
  const strong = run('eps 1', 0, 0.995, { guarantee: dp(1) })
  const useful = run('k=50', 0, 0.998, { guarantee: threshold(50) })
  const lead = (...runs: readonly RunFigures[]) => {
    const result = judged(runs)
    return { text: oneLine(recommendationText(result)), page: oneLine(adviceWords(result).html) }
  }

  test('less than a point below it, for the stronger promise: both figures are said', () => {
    const { text, page } = lead(useful, strong)
    expect(text).toContain(
      'Take eps 1. Of 2 that fit it makes the strongest promise within a point of the most useful (k=50, 99.8%): autocomplete trained on it is 99.5% as good',
    )
    expect(page).toContain('within a point of the most useful (k=50, 99.8%) it makes the strongest promise of the 2')
    expect(text + page).not.toContain('it is the most useful')
  })
  test('a point is counted from the most useful, not from whole points', () => {
    expect(labels(judged([useful, run('eps 1', 0, 0.9885, { guarantee: dp(1) })]).fitting)).toEqual(['eps 1', 'k=50'])
    const { text } = lead(useful, run('eps 1', 0, 0.987, { guarantee: dp(1) }))
    expect(text).toContain('Take k=50. Of 2 that fit it is the most useful: autocomplete trained on it is 99.8%')
  })
  test('of equal promises the more useful is taken', () => {
    const { text } = lead(run('less', 0, 0.995, { guarantee: dp(1) }), run('more', 0, 0.998, { guarantee: dp(1) }))
    expect(text).toContain('Take more. Of 2 that fit it is the most useful')
  })
})

test('every recommendation carries its caveats', () => {
  const guarantee = { ...run('x', 0, 0).guarantee!, notProtected: ['What a scan misses.'] }
  expect(oneLine(recommendationText(judged([run('a', 0, 0.5, { guarantee })])))).toContain('What a scan misses.')
})

describe('fears from words', () => {
  test('the usual ones', () => {
    expect(fearsFrom()).toEqual([
      { attacker: 'reader', at: undefined, limit: 0.05 },
      { attacker: 'neighbour', at: 3, limit: 0.05 },
      { attacker: 'archivist', at: undefined, limit: 0.05 },
      { attacker: 'participant', at: 10, limit: 0.05 },
    ])
  })
  test('costs and limits of each', () => {
    expect(fearsFrom('neighbour:5, participant', 'participant:0.1')).toEqual([
      { attacker: 'neighbour', at: 5, limit: 0.05 },
      { attacker: 'participant', at: 10, limit: 0.1 },
    ])
    expect(fearsFrom('reader,subscriber', '0.2').map(({ limit }) => limit)).toEqual([0.2, 0.2])
    expect(fearsFrom('none')).toEqual([])
  })
  test.each([
    ['nobody', undefined],
    ['reader:3', undefined],
    ['neighbour:x', undefined],
    ['reader,reader', undefined],
    ['', undefined],
    ['reader', '2'],
    ['reader', ''],
    ['reader', 'reader:x'],
    ['reader', 'participant:0.1'],
    ['neighbour:3:5', undefined],
    ['reader', 'reader:0.01,reader:1'],
    ['reader', '0x1'],
  ])('%s with %s is refused', (fear, limit) => {
    expect(() => fearsFrom(fear, limit)).toThrow(expect.objectContaining({ code: 'usage' }))
  })
})
