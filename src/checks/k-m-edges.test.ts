import { describe, expect, test } from 'vitest'
import { answers, claimedReleases, type Given, km, people } from '../../test/support/claimed.js'
import type { Cells } from '../../test/support/subject.js'
import type { KM } from '../release/guarantee.js'
import { onClaim } from './claims.js'

const { released, logOf } = claimedReleases()

describe('(k,m)', () => {
  const columns = ['pseudonym', 'query', 'day']
  const holds = async (cells: Cells, claim: KM, given: Given = {}) =>
    (await onClaim(await released(columns, cells, given), claim)).find(({ name }) => name === 'combinations')?.holds

  test.each([
    [2, false],
    [3, true],
  ])('%i histories of 3 with a pair', async (n, expected) => {
    const cells = [...people(5, 'a', '2024-01-01'), ...people(5, 'b', '2024-01-01').slice(0, n)]
    expect(await holds(cells, km(3, 2))).toBe(expected)
    expect(await holds(cells, km(3, 1))).toBe(expected)
    const apart = [
      ...people(3, 'a', '2024-01-01'),
      ...['q1', 'q2', 'p0', 'p1', 'p2'].slice(0, n + 2).map((p) => [p, 'b', '2024-01-01']),
    ]
    expect(await holds(apart, km(3, 1))).toBe(true)
    expect(await holds(apart, km(3, 2))).toBe(expected)
  })

  test('who is who must be known', async () => {
    const cells = people(3, 'a', '2024-01-01')
    expect(await holds(cells, km(3, 2), { persons: { by: 'person', known: 'stated' } })).toBeNull()
    expect(await holds(cells, km(3, 2), { persons: { by: 'person', known: 'assumed' } })).toBe(true)
    expect(await holds(cells, km(3, 2), { persons: { by: 'session', known: 'run' } })).toBeNull()
    expect(await holds(cells, km(3, 2), { persons: { by: 'row', known: 'run' } })).toBeNull()
    expect(await holds([], km(3, 2), { persons: { by: 'person', known: 'stated' } })).toBe(true)
    expect(await holds(cells, km(4, 2), { persons: { by: 'person', known: 'stated' } })).toBe(false)
  })

  test('windows and sessions', async () => {
    const window = km(2, 1, { per: 'window', window: '7d' })
    const cells = [...people(2, 'a', '1970-01-01'), ...people(2, 'a', '1970-01-07'), ...people(2, 'a', '1970-01-08')]
    expect(await holds(cells, window)).toBe(true)
    expect(await holds([...cells, ['p9', 'c', '1970-01-08']], window)).toBe(false)
    const split = [
      ['p0', 'a', '1970-01-07'],
      ['p1', 'a', '1970-01-08'],
    ]
    expect(await holds(split, window)).toBe(false)
    expect(await holds(split, km(2, 1))).toBe(true)
    expect(await holds(split, km(2, 1, { per: 'window', window: '2w' }))).toBe(true)
    // One pseudonym a person and window, unless a step before has cut histories.
    expect(await holds(cells, window, { persons: { by: 'session', known: 'run' } })).toBe(true)
    const steps = [{ method: 'sessions', params: {} }]
    expect(await holds(cells, window, { persons: { by: 'session', known: 'run' }, steps })).toBeNull()
    const session = km(2, 1, { per: 'session' })
    expect(await holds(cells, session)).toBeNull()
    expect(await holds(cells, session, { persons: { by: 'session', known: 'run' } })).toBeNull()
    expect(await holds(people(1, 'a', '1970-01-01'), session, { persons: { by: 'session', known: 'run' } })).toBe(false)
    expect(await holds(cells, km(2, 1, { per: 'window', within: 'region' }))).toBeNull()
    expect(await holds(cells, km(2, 1, { per: 'window', within: 'day' }))).toBe(true)
  })

  test('one person with a term in several queries is one', async () => {
    const cells = [
      ['p0', 'a b', null],
      ['p0', 'a c', null],
      ['p1', 'a', null],
      ['p2', 'b c', null],
      ['p3', 'b c', null],
    ]
    expect(await holds(cells, km(3, 1))).toBe(false)
    expect(await holds([...cells, ['p4', 'a', null]], km(3, 1))).toBe(true)
  })

  test('hosts count like terms, each query with its own', async () => {
    const hosts = async (cells: Cells, claim: KM) =>
      answers(await onClaim(await released(['pseudonym', 'query', 'host'], cells), claim)).combinations
    const asked = people(3, 'a', null)
    expect(await hosts(asked, km(3, 2))).toBe(true)
    expect(await hosts([...asked, ...people(2, 'a', 'h')], km(3, 1))).toBe(false)
    expect(await hosts([...asked, ...people(3, 'a', 'h')], km(3, 2))).toBe(true)
    expect(await hosts([...asked, ...people(3, 'a', 'h')], km(4, 1))).toBe(false)
  })

  test('what is wrong is told by number', async () => {
    const details = async (cells: Cells, claim: KM) =>
      (await onClaim(await released(columns, cells), claim)).map(({ detail }) => detail)
    const [combinations, texts] = await details([...people(3, 'a!', null), ...people(2, 'b?', null)], km(3, 1))
    expect(combinations).toBe('1 violation: combinations with fewer than 3 persons, of 2 combinations in 3 histories')
    expect(texts).toBe('2 texts with more than terms')
  })

  test('a text is its terms and nothing else', async () => {
    const texts = async (query: string) =>
      answers(await onClaim(await released(columns, people(3, query, null)), km(3, 1))).texts
    expect(await texts('red car')).toBe(true)
    expect([await texts('red  car'), await texts('red-car'), await texts('red ☎')]).toEqual([false, false, false])
  })

  test('histories are of this log', async () => {
    const log: Cells = [
      ['x', 'red car'],
      ['x', 'blue'],
      ['y', 'red bicycle'],
    ]
    let thinned = await logOf(log)
    const from = async (...queries: string[]) =>
      answers(
        await onClaim(
          await released(
            columns,
            queries.map((query) => ['p', query, null]),
            { thinned },
          ),
          km(1, 1),
        ),
      )['histories come from the log']
    expect(await from('red')).toBe(true)
    expect(await from('red blue', 'car')).toBe(true)
    expect(await from('red', 'bicycle')).toBe(true)
    expect(await from('blue', 'bicycle')).toBe(false)
    expect(await from('green')).toBe(false)
    expect(await from('red', 'red', 'red')).toBe(true)
    expect(await from('red', 'red', 'red', 'red')).toBe(false)
    // Words that somebody used again and again are still that person's.
    thinned = await logOf([...log, ['y', 'red bus'], ['y', 'bus']])
    expect(await from('red', 'bus', 'bicycle')).toBe(true)
    expect(await from('red', 'bus', 'blue')).toBe(false)
  })
})

describe('histories of words that many used', () => {
  const from = async (log: Cells, columns: readonly string[], cells: Cells) =>
    answers(await onClaim(await released(columns, cells, { thinned: await logOf(log) }), km(1, 1)))[
      'histories come from the log'
    ]
  const apart = (n: number) =>
    Array.from({ length: n }, (_, i) => [
      [`a${i}`, 'tea'],
      [`b${i}`, 'cake'],
    ]).flat()
  const history = [
    ['p', 'tea', null],
    ['p', 'cake', null],
  ]

  test('up to a hundred persons are tried one by one, beyond that words are looked for alone', async () => {
    const columns = ['pseudonym', 'query', 'day']
    expect(await from(apart(100), columns, history)).toBe(false)
    expect(await from([...apart(100), ['c', 'tea cake']], columns, history)).toBe(true)
    expect(await from(apart(101), columns, history)).toBe(true)
    expect(await from(apart(101), columns, [...history, ['p', 'green', null]])).toBe(false)
  })

  test('without pseudonyms words need not be those of one person, but of somebody', async () => {
    const bare = history.map(([, query]) => [query ?? null])
    expect(await from(apart(2), ['query'], bare)).toBe(true)
    expect(await from(apart(2), ['query'], [...bare, ['green']])).toBe(false)
  })
})
