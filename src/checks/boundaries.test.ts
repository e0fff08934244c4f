import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Cells, makeTables, manifestWith } from '../../test/support/subject.js'
import type { Log } from '../log/log.js'
import type { IdenticalUsers, KM, KUsersPerNgram, KUsersPerQuery } from '../release/guarantee.js'
import type { Manifest, PrivateRecord } from '../release/manifest.js'
import type { Check } from './check.js'
import type { ClaimedRelease } from './claim.js'
import { onClaim, onForeignClaim } from './claims.js'
import type { Persons } from './persons.js'

/** Each number of a promise at its very edge: one less refutes, as many are enough. */

let tables: Awaited<ReturnType<typeof makeTables>>
let close: (() => Promise<void>) | undefined
beforeAll(async () => {
  tables = await makeTables((end) => {
    close = end
  })
})
afterAll(() => close?.())

const KNOWN: Persons = { by: 'person', known: 'run' }
const stated = { sentence: '', assumptions: [], notProtected: [], unit: 'user' } as const
const perQuery = (k: number, hostK = k): KUsersPerQuery => ({ kind: 'k-users-per-query', k, hostK, ...stated })
const perRun = (k: number, n: number, maxTerms = 9): KUsersPerNgram => ({
  kind: 'k-users-per-ngram',
  k,
  hostK: k,
  n,
  maxTerms,
  ...stated,
})
const km = (k: number, m: number, more: Partial<KM> = {}): KM => ({
  kind: 'k-m',
  k,
  m,
  per: 'history',
  ...stated,
  ...more,
})
const twins = (k: number, minUsers: number, l = 1): IdenticalUsers => ({
  kind: 'identical-users',
  k,
  minUsers,
  l,
  ...stated,
})

interface Given {
  readonly persons?: Persons
  readonly original?: Log
  readonly thinned?: Log
  readonly record?: PrivateRecord
  readonly steps?: readonly { readonly method: string; readonly params: Record<string, unknown> }[]
  readonly more?: Record<string, unknown>
}

async function released(columns: readonly string[], cells: Cells, given: Given = {}): Promise<ClaimedRelease> {
  const { persons = KNOWN, steps = [], more = {}, ...rest } = given
  return {
    engine: tables.engine,
    rows: await tables.rows(columns, cells),
    persons,
    release: { dir: '', manifest: manifestWith(perQuery(1), { steps: steps as Manifest['steps'], more }) },
    side: {},
    ...rest,
  }
}

const people = (n: number, ...cells: readonly (string | null)[]): (string | null)[][] =>
  Array.from({ length: n }, (_, i) => [`p${i}`, ...cells])
const logOf = (cells: Cells) =>
  tables.log(cells.map(([person, query, url]) => [person ?? '', query ?? null, null, url ?? null]))
const answers = (checks: readonly Check[]) => Object.fromEntries(checks.map(({ name, holds }) => [name, holds]))

describe('k persons for each query', () => {
  const columns = ['pseudonym', 'query', 'host']
  test.each([
    [2, false],
    [3, true],
    [4, true],
  ])('%i pseudonyms of 3', async (n, holds) => {
    expect(answers(await onClaim(await released(columns, people(n, 'a', null)), perQuery(3)))).toEqual({
      'persons per query': holds,
      'persons per query and host': true,
    })
  })

  test('one pseudonym in many rows is one', async () => {
    const rows = [...people(2, 'a', null), ...people(2, 'a', null)]
    const [check] = await onClaim(await released(columns, rows), perQuery(3))
    expect(check).toMatchObject({ holds: false, detail: '1 of 1 queries have fewer than 3 persons; the least has 2' })
  })

  test('how few the rarest has is told', async () => {
    const rows = [...people(1, 'a', null), ...people(2, 'b', null), ...people(4, 'c', null)]
    const [check] = await onClaim(await released(columns, rows), perQuery(3))
    expect(check?.detail).toBe('2 of 3 queries have fewer than 3 persons; the least has 1')
  })

  test('hosts have a number of their own', async () => {
    const rows = [...people(3, 'a', null), ...people(2, 'a', 'h')]
    const on = await released(columns, rows)
    expect(answers(await onClaim(on, perQuery(3, 2)))).toMatchObject({ 'persons per query and host': true })
    expect(answers(await onClaim(on, perQuery(3, 3)))).toMatchObject({
      'persons per query': true,
      'persons per query and host': false,
    })
    const bare = await released(columns, [...people(3, 'a', null), ['p1', null, 'h']])
    expect(answers(await onClaim(bare, perQuery(3, 2)))).toMatchObject({ 'persons per query and host': false })
  })

  test.each<[Persons, boolean | null, string | undefined]>([
    [{ by: 'person', known: 'run' }, true, undefined],
    [{ by: 'person', known: 'assumed' }, true, 'pseudonyms-are-persons'],
    [{ by: 'person', known: 'stated' }, null, undefined],
    [{ by: 'session', known: 'run' }, null, undefined],
    [{ by: 'session', known: 'assumed' }, null, undefined],
    [{ by: 'row', known: 'run' }, null, undefined],
    [{ by: 'row', known: 'assumed' }, null, undefined],
  ])('enough of %j: %s', async (persons, holds, assuming) => {
    const [check] = await onClaim(await released(columns, people(3, 'a', null), { persons }), perQuery(3))
    expect([check?.holds, check?.assuming]).toEqual([holds, assuming])
    expect(check?.onClaim).toBe(true)
    expect(check?.toShow === undefined).toBe(holds === true)
    const [few] = await onClaim(await released(columns, people(2, 'a', null), { persons }), perQuery(3))
    expect(few?.holds).toBe(false)
    const [none] = await onClaim(await released(columns, [], { persons }), perQuery(3))
    expect(none).toMatchObject({ holds: true, onClaim: true, detail: 'nothing is shown' })
  })

  test.each([
    [2, false],
    [3, true],
  ])('%i persons of 3 in the log', async (n, holds) => {
    const rows = [
      ['x', 'a', null],
      ['x', 'a', null],
      ['x', 'a', null],
    ]
    const original = await logOf([...people(n, 'a'), ...people(5, 'b'), ...people(1, 'a'), ...people(1, 'a')])
    const on = await released(columns, rows, { original, persons: { by: 'row', known: 'stated' } })
    expect(answers(await onClaim(on, perQuery(3)))).toEqual({
      'rows per query': true,
      'rows per query and host': true,
      'persons in the log per query': holds,
      'persons in the log per query and host': true,
      'rows come from the log': true,
    })
  })

  test.each([
    [1, false],
    [2, true],
  ])('%i persons of 2 in the log for a host', async (n, holds) => {
    const rows = people(2, 'a', 'h.example')
    const original = await logOf([
      ...people(4, 'a'),
      ...people(n, 'a', 'http://h.example/x'),
      ...people(4, 'b', 'http://h.example'),
    ])
    const on = await released(columns, rows, { original })
    expect(answers(await onClaim(on, perQuery(2)))).toMatchObject({
      'persons in the log per query': true,
      'persons in the log per query and host': holds,
    })
  })

  test.each([
    [3, true],
    [4, false],
  ])('%i rows of 3', async (n, holds) => {
    const original = await logOf([...people(3, 'a'), ...people(9, 'b')])
    const on = await released(
      ['query'],
      Array.from({ length: n }, () => ['a']),
      {
        original,
        persons: { by: 'row', known: 'stated' },
      },
    )
    expect(answers(await onClaim(on, perQuery(2)))).toMatchObject({ 'rows come from the log': holds })
  })

  test('a text that nobody in the log asked has no rows there', async () => {
    const on = await released(['query'], [['a'], ['z']], {
      original: await logOf(people(3, 'a')),
      persons: { by: 'row', known: 'stated' },
    })
    expect(answers(await onClaim(on, perQuery(1)))).toMatchObject({
      'persons in the log per query': false,
      'rows come from the log': false,
    })
  })

  test('texts are told by number, each once', async () => {
    const original = await logOf([...people(3, 'a'), ...people(2, 'b')])
    const detail = async (k: number) => {
      const persons: Persons = { by: 'row', known: 'stated' }
      const on = await released(['query'], [['a'], ['a'], ['a'], ['b']], { original, persons })
      const checks = await onClaim(on, perQuery(k))
      return checks.find(({ name }) => name === 'persons in the log per query')?.detail
    }
    expect(await detail(2)).toBe('each of 2 queries has 2 persons or more in the log')
    expect(await detail(3)).toBe('1 of 2 queries have fewer than 3 persons in the log')
    expect(await detail(4)).toBe('2 of 2 queries have fewer than 4 persons in the log')
  })

  test.each([
    [4, true],
    [5, false],
  ])('by words: %i rows of 4, whatever their texts', async (n, holds) => {
    const original = await logOf([...people(2, 'red car'), ...people(1, 'cars red'), ...people(1, 'news')])
    const rows = Array.from({ length: n }, () => ['red car'])
    const on = await released(['query'], rows, { original, persons: { by: 'row', known: 'stated' } })
    expect(answers(await onClaim(on, { ...perQuery(2), same: 'words' }))).toMatchObject({
      'persons in the log per query': true,
      'rows come from the log': holds,
    })
  })

  test('by words: persons of other words do not count, nor those on other hosts', async () => {
    const original = await logOf([
      ['p1', 'red car', 'http://h.example/'],
      ['p2', 'cars red', 'http://h.example/x'],
      ['p3', 'red cars', 'http://i.example/'],
      ['p4', 'blue boat', 'http://i.example/'],
    ])
    const shown = async (query: string, host: string | null, k: number) =>
      answers(
        await onClaim(
          await released(columns, [['x', query, host]], { original, persons: { by: 'row', known: 'stated' } }),
          { ...perQuery(1, k), same: 'words' } as KUsersPerQuery,
        ),
      )['persons in the log per query and host']
    expect(await shown('red cars', 'h.example', 2)).toBe(true)
    expect(await shown('red cars', 'h.example', 3)).toBe(false)
    expect(await shown('red cars', 'i.example', 2)).toBe(false)
    expect(await shown('blue boats', 'i.example', 2)).toBe(false)
    const texts = async (query: string, k: number) =>
      answers(
        await onClaim(await released(['query'], [[query]], { original, persons: { by: 'row', known: 'stated' } }), {
          ...perQuery(k),
          same: 'words',
        } as KUsersPerQuery),
      )['persons in the log per query']
    expect([await texts('red cars', 3), await texts('car red', 3), await texts('red cars', 4)]).toEqual([
      false, // one person wrote it so
      true,
      false,
    ])
    expect([await texts('blue boat', 1), await texts('blue boats', 1)]).toEqual([true, false])
  })

  test('a log without URLs cannot speak of hosts', async () => {
    const log = await logOf(people(3, 'a'))
    const original = { ...log, has: { ...log.has, url: false } }
    const on = await released(columns, people(3, 'a', 'h.example'), { original })
    const check = (await onClaim(on, perQuery(3))).find(({ name }) => name === 'persons in the log per query and host')
    expect(check).toMatchObject({ holds: null, onClaim: true, toShow: expect.stringContaining('--columns url=') })
  })

  test.each([
    ['car red', 2, true], // the key of the class
    ['car red', 3, false],
    ['red cars', 2, false], // one person wrote it so
    ['cars red!', 2, false],
    ['blue car', 1, false],
  ])('by words: %s, k = %i', async (shown, k, holds) => {
    const original = await logOf([
      ['p1', 'red car'],
      ['p2', 'cars red'],
      ['p2', 'red cars'],
    ])
    const steps = [{ method: 'rare-queries', params: { same: 'words' } }]
    const on = await released(['query'], [[shown], [shown], [shown]], {
      original,
      steps,
      persons: { by: 'row', known: 'stated' },
    })
    const claim = { ...perQuery(k), same: 'words' } as KUsersPerQuery
    expect(answers(await onClaim(on, claim))).toMatchObject({ 'persons in the log per query': holds })
  })

  test('tags stand for queries; those of several epochs may be few each', async () => {
    const rows = people(2, 't')
    const sealed = (epoch?: string) =>
      released(['pseudonym', 'tag'], rows, epoch === undefined ? {} : { more: { epoch } })
    expect(answers(await onClaim(await sealed(), perQuery(2)))).toEqual({ 'persons per tag': true })
    expect(answers(await onClaim(await sealed(), perQuery(3)))).toEqual({ 'persons per tag': false })
    expect(answers(await onClaim(await sealed('none'), perQuery(3)))).toEqual({ 'persons per tag': false })
    expect(answers(await onClaim(await sealed('day'), perQuery(3)))).toEqual({ 'persons per tag': null })
    expect(answers(await onClaim(await sealed('day'), perQuery(2)))).toEqual({ 'persons per tag': true })
    const items = await released(['item'], [['a']])
    expect(answers(await onClaim(items, perQuery(2)))).toEqual({ queries: false })
  })
})

describe('k persons for each run of words', () => {
  const columns = ['pseudonym', 'query']
  const runs = async (cells: Cells, claim: KUsersPerNgram, given: Given = {}) =>
    answers(await onClaim(await released(columns, cells, given), claim))

  test('words and runs of two', async () => {
    const cells = [...people(2, 'red car'), ...people(3, 'blue car')]
    expect(await runs(cells, perRun(2, 1))).toEqual({ 'words per query': true, 'persons per run of words': true })
    expect(await runs(cells, perRun(3, 1))).toMatchObject({ 'persons per run of words': null }) // red has two here
    const over = [...people(3, 'red car'), ...people(3, 'car blue'), ...people(2, 'red car blue')]
    expect(await runs(over, perRun(3, 2))).toMatchObject({ 'persons per run of words': true })
    expect(await runs(over, perRun(3, 3))).toMatchObject({ 'persons per run of words': null })
    expect(await runs(over, perRun(2, 3))).toMatchObject({ 'persons per run of words': true })
  })

  test('pseudonyms count only where they are persons', async () => {
    const cells = people(3, 'red')
    const given = (by: Persons['by'], known: Persons['known']) => ({ persons: { by, known } })
    expect(await runs(cells, perRun(3, 1), given('person', 'stated'))).toMatchObject({
      'persons per run of words': null,
    })
    expect(await runs(cells, perRun(3, 1), given('session', 'run'))).toMatchObject({
      'pseudonyms per run of words': null,
    })
    expect(await runs(cells, perRun(3, 1), given('row', 'run'))).toMatchObject({ 'rows per run of words': null })
    expect(await runs([], perRun(3, 1), given('row', 'run'))).toMatchObject({ 'rows per run of words': true })
    const twice = [...people(2, 'red'), ...people(2, 'red')]
    expect(await runs(twice, perRun(3, 1))).toMatchObject({ 'persons per run of words': null })
  })

  test('no query is longer than promised, and none is without words', async () => {
    expect(await runs(people(2, 'one two three'), perRun(2, 1, 3))).toMatchObject({ 'words per query': true })
    expect(await runs(people(2, 'one two three'), perRun(2, 1, 2))).toMatchObject({ 'words per query': false })
    expect(await runs(people(2, '?!'), perRun(2, 1, 2))).toMatchObject({ 'words per query': null })
  })

  test.each([
    [2, false],
    [3, true],
  ])('%i persons of 3 in the log', async (n, holds) => {
    const original = await logOf([...people(n, 'a red b'), ...people(9, 'blue'), ...people(1, 'red')])
    const name = 'persons in the log per run of words'
    expect(await runs([['x', 'red']], perRun(3, 1), { original })).toMatchObject({ [name]: holds })
    expect(await runs([['x', 'blue']], perRun(9, 1), { original })).toMatchObject({ [name]: true })
    expect(await runs([['x', 'blue']], perRun(10, 1), { original })).toMatchObject({ [name]: false })
    expect(await runs([['x', 'a red']], perRun(n, 2), { original })).toMatchObject({ [name]: true })
    expect(await runs([['x', 'b red']], perRun(1, 2), { original })).toMatchObject({ [name]: false })
  })

  test('runs are told by number, each once', async () => {
    const details = async (cells: Cells, claim: KUsersPerNgram, given: Given = {}) =>
      (await onClaim(await released(columns, cells, given), claim)).map(({ detail }) => detail)
    const cells = [...people(3, 'red car'), ...people(2, 'red bus'), ...people(2, 'red bus')]
    expect(await details(cells, perRun(2, 1))).toEqual([
      'no query has more than 9',
      'each of 3 runs of words has 2 persons or more',
    ])
    expect((await details(cells, perRun(3, 2)))[1]).toMatch(/^2 of 5 runs of words have fewer than 3 persons among/)
    expect((await details(cells, perRun(3, 1, 1)))[0]).toBe('2 queries with more than 1')
    const original = await logOf(cells)
    expect((await details(cells, perRun(2, 2), { original }))[1]).toBe(
      'each of 5 runs of words has 2 persons or more in the log',
    )
    expect((await details(cells, perRun(3, 2), { original }))[1]).toBe(
      '2 of 5 runs of words have fewer than 3 persons in the log',
    )
  })

  test('behind tags nobody can tell', async () => {
    expect(answers(await onClaim(await released(['tag'], [['t']]), perRun(2, 1)))).toEqual({ words: null })
  })
})

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

describe('identical users', () => {
  const columns = ['pseudonym', 'query', 'day']
  const check = async (cells: Cells, claim: IdenticalUsers, given: Given = {}) =>
    answers(await onClaim(await released(columns, cells, given), claim))
  const name = 'identical histories'

  test.each([
    [2, false],
    [3, true],
  ])('%i twins of 3', async (n, holds) => {
    expect(await check(people(n, 'a', 'd'), twins(3, 1))).toMatchObject({ [name]: holds })
    const two = [...people(3, 'a', 'd'), ...people(n, 'b', 'd')]
    expect(await check(two, twins(3, 1))).toMatchObject({ [name]: holds })
    const often = [...people(3, 'a', 'd'), ...people(n, 'a', 'd')]
    expect(await check(often, twins(3, 1))).toMatchObject({ [name]: holds })
    const days = people(3, 'a', 'd').map(([p, q], i) => [p ?? '', q ?? '', i < n ? 'd' : 'e'])
    expect(await check(days, twins(3, 1))).toMatchObject({ [name]: holds })
  })

  test('how many have too few twins, and how few', async () => {
    const detail = async (names: readonly string[], cells: Cells, given: Given = {}) =>
      (await onClaim(await released(names, cells, given), twins(4, 1)))[0]?.detail
    const named = (prefix: string, rows: Cells) => rows.map(([p, ...rest]) => [`${prefix}${p}`, ...rest])
    const cells = [...people(4, 'a', 'd'), ...named('q', people(3, 'b', 'd')), ...named('r', people(2, 'c', 'd'))]
    expect(await detail(columns, cells)).toBe('5 pseudonyms of 9 have fewer than 3 twins; the smallest group has 2')
    expect(await detail(columns, people(5, 'a', 'd'))).toBe('each of 5 pseudonyms has at least 3 twins, in 1 group')
    const bare = cells.map(([, query]) => [query ?? null])
    expect(await detail(['query'], bare, { persons: { by: 'row', known: 'run' } })).toBe(
      '2 rows of 3 stand there fewer than 4 times; the rarest 2 times',
    )
  })

  test('who is who must be known', async () => {
    const cells = people(3, 'a', 'd')
    expect(await check(cells, twins(3, 1), { persons: { by: 'person', known: 'stated' } })).toMatchObject({
      [name]: null,
    })
    expect(await check(cells, twins(3, 1), { persons: { by: 'person', known: 'assumed' } })).toMatchObject({
      [name]: true,
    })
    expect(await check(cells, twins(3, 1), { persons: { by: 'session', known: 'run' } })).toMatchObject({
      [name]: null,
    })
    expect(await check([], twins(3, 2), { persons: { by: 'person', known: 'stated' } })).toMatchObject({
      [name]: true,
      'persons in the log per query': true,
    })
    const rows: Given = { persons: { by: 'row', known: 'run' } }
    const bare = async (n: number, given = rows) =>
      answers(
        await onClaim(
          await released(
            ['query'],
            Array.from({ length: n }, () => ['a']),
            given,
          ),
          twins(3, 1),
        ),
      )
    expect(await bare(3)).toMatchObject({ 'identical rows': null })
    expect(await bare(2)).toMatchObject({ 'identical rows': false })
    expect(await bare(0)).toMatchObject({ 'identical rows': true })
  })

  test.each([
    [2, false],
    [3, true],
  ])('%i persons of 3 behind a query: in the log, or by the count of the run', async (n, holds) => {
    const cells = people(3, 'a', 'd')
    const behind = 'persons in the log per query'
    const original = await logOf([...people(n, 'a'), ...people(1, 'a'), ...people(5, 'b')])
    expect(await check(cells, twins(3, 3), { original })).toMatchObject({ [behind]: holds })
    const record = { facts: { microaggregation: { leastPersons: n } } } as unknown as PrivateRecord
    expect(await check(cells, twins(3, 3), { record })).toMatchObject({ [behind]: holds })
    const silent = { facts: {} } as unknown as PrivateRecord
    expect(await check(cells, twins(3, 3), { record: silent })).toMatchObject({ [behind]: null })
    expect(await check(cells, twins(3, 3))).toMatchObject({ [behind]: null })
    expect(await check(cells, twins(3, 1))).toMatchObject({ [behind]: true })
    const strange = await logOf(people(5, 'b'))
    expect(await check(cells, twins(3, 1), { original: strange })).toMatchObject({ [behind]: false })
  })

  test('histories touch as many categories as promised; where queries stand for them, as many queries', async () => {
    const cells = [...people(3, 'a', 'd'), ...people(3, 'b', 'd'), ...people(3, 'b', 'e')]
    const categories = async (rows: Cells, l: number, of: IdenticalUsers['categories'], given: Given = {}) =>
      (
        await onClaim(await released(columns, rows, given), {
          ...twins(3, 1, l),
          ...(of === undefined ? {} : { categories: of }),
        })
      ).find((check) => check.name === `${l} top-level categories`)
    expect(await categories(cells, 2, 'queries')).toMatchObject({
      holds: true,
      detail: 'the history of each of 3 pseudonyms touches 2 or more',
      onClaim: true,
    })
    const wider = [...cells, ...['c', 'f'].map((query) => ['q', query, 'd']), ['q', 'g', 'd']]
    expect(await categories(wider, 3, 'queries')).toMatchObject({
      holds: false,
      detail: '3 of 4 histories touch fewer; the narrowest 2',
      onClaim: true,
    })
    expect(await categories([...wider, ['r', null, 'd']], 2, 'queries')).toMatchObject({
      holds: false,
      detail: '1 of 5 histories touch fewer; the narrowest 0',
    })
    expect(await categories(cells, 2, 'own')).toMatchObject({ holds: null, onClaim: true })
    expect(await categories(cells, 2, undefined)).toMatchObject({ holds: null, onClaim: true })
    expect(await categories(cells, 2, 'queries', { persons: { by: 'session', known: 'run' } })).toMatchObject({
      holds: null,
      onClaim: true,
    })
    expect(await categories(cells, 1, 'queries')).toBeUndefined()
  })

  test('foreign data: what the log alone tells, and what only a knowledge base does', async () => {
    const on = await released(columns, people(3, 'a', 'd'), { persons: { by: 'person', known: 'assumed' } })
    expect(answers(await onForeignClaim(on, twins(3, 1)))).toEqual({ [name]: true })
    expect(answers(await onForeignClaim(on, twins(3, 2)))).toMatchObject({ 'persons in the log per query': null })
    expect(answers(await onForeignClaim(on, twins(3, 1, 2)))).toMatchObject({ 'top-level categories': null })
  })
})

/** What stands beside an answer decides what becomes of the whole: is it about the claim, and what would show it? */
describe('beside the answers', () => {
  const columns = ['pseudonym', 'query', 'host']
  const whole = async (
    names: readonly string[],
    cells: Cells,
    claim: Parameters<typeof onClaim>[1],
    given: Given = {},
  ) => (await onClaim(await released(names, cells, given), claim)).map((check) => ({ ...check }))
  const stated_: Given = { persons: { by: 'person', known: 'stated' } }
  const LOG = 'Give the original, in which persons can be counted: --against LOG.'
  const WHO =
    'Give the private folder of the run (--private DIR), or take it for granted: --assume pseudonyms-are-persons.'

  test('persons per query: few, enough, and who would know', async () => {
    expect(await whole(['pseudonym', 'query'], people(2, 'a'), perQuery(3))).toEqual([
      {
        name: 'persons per query',
        holds: false,
        detail: '1 of 1 queries have fewer than 3 persons; the least has 2',
        onClaim: true,
      },
    ])
    expect(await whole(['pseudonym', 'query'], people(3, 'a'), perQuery(3), stated_)).toEqual([
      {
        name: 'persons per query',
        holds: null,
        detail:
          'each of 1 queries has 3 persons or more; whether each pseudonym is one person, the release cannot show',
        onClaim: true,
        toShow: `${LOG} Or: ${WHO}`,
      },
    ])
    for (const [by, noun] of [
      ['session', 'pseudonym'],
      ['row', 'row'],
    ] as const)
      expect(
        await whole(['pseudonym', 'query'], people(3, 'a'), perQuery(3), { persons: { by, known: 'run' } }),
      ).toEqual([
        {
          name: `${noun}s per query`,
          holds: null,
          detail: `each of 1 queries has 3 ${noun}s or more; one person can have several`,
          onClaim: true,
          toShow: LOG,
        },
      ])
  })

  test('persons in the log: they alone are about the claim', async () => {
    const original = await logOf([...people(3, 'a', 'http://h.example/'), ...people(1, 'b', 'http://h.example/')])
    const checks = await whole(columns, [...people(3, 'a', 'h.example'), ['p0', 'b', 'h.example']], perQuery(2), {
      original,
    })
    expect(checks.filter((check) => check.onClaim)).toEqual([
      {
        name: 'persons per query',
        holds: false,
        detail: '1 of 2 queries have fewer than 2 persons; the least has 1',
        onClaim: true,
      },
      {
        name: 'persons per query and host',
        holds: false,
        detail: '1 of 2 (query, host) pairs have fewer than 2 persons; the least has 1',
        onClaim: true,
      },
      {
        name: 'persons in the log per query',
        holds: false,
        detail: '1 of 2 queries have fewer than 2 persons in the log',
        onClaim: true,
      },
      {
        name: 'persons in the log per query and host',
        holds: false,
        detail: '1 of 2 (query, host) pairs have fewer than 2 persons in the log',
        onClaim: true,
      },
    ])
    const good = await whole(columns, people(3, 'a', 'h.example'), perQuery(2), { original })
    expect(good.filter((check) => check.onClaim).map(({ name }) => name)).toEqual([
      'persons in the log per query',
      'persons in the log per query and host',
    ])
  })

  test('runs of words', async () => {
    const runs = async (cells: Cells, claim: KUsersPerNgram, given: Given = {}, names = ['pseudonym', 'query']) =>
      whole(names, cells, claim, given)
    const name = 'persons per run of words'
    expect((await runs(people(2, 'red'), perRun(3, 1)))[1]).toEqual({
      name,
      holds: null,
      detail: '1 of 1 runs of words have fewer than 3 persons among the released rows; others may have been withheld',
      onClaim: true,
      toShow: LOG,
    })
    expect((await runs([], perRun(3, 1)))[1]).toEqual({ name, holds: true, detail: 'nothing is shown', onClaim: true })
    expect((await runs(people(3, 'red'), perRun(3, 1), stated_))[1]).toMatchObject({
      holds: null,
      toShow: `${LOG} Or: ${WHO}`,
    })
    const rows: Given = { persons: { by: 'row', known: 'run' } }
    expect((await runs([['red'], ['red'], ['red']], perRun(3, 1), rows, ['query']))[1]).toMatchObject({
      name: 'rows per run of words',
      detail: expect.stringMatching(/^each of 1 runs of words has 3 rows or more/),
    })
    expect((await runs(people(3, '?!'), perRun(3, 1)))[0]?.detail).toBe(
      '1 text without words, of which the claim says nothing',
    )
  })

  test('persons behind the queries of twins', async () => {
    const behind = async (minUsers: number, given: Given = {}) =>
      (await whole(columns, people(3, 'red car', null), twins(3, minUsers), given)).find(
        ({ name }) => name === 'persons in the log per query',
      )
    const name = 'persons in the log per query'
    expect(await behind(1)).toEqual({ name, holds: true, detail: 'one person is enough for a query', onClaim: true })
    expect(await behind(3)).toEqual({
      name,
      holds: null,
      detail: 'whether 3 persons asked each query, the release does not tell',
      onClaim: true,
      toShow: LOG,
    })
    // The same words in another order are another query.
    const original = await logOf([...people(2, 'red car'), ['x', 'car red'], ['y', 'cars red']])
    expect([(await behind(2, { original }))?.holds, (await behind(3, { original }))?.holds]).toEqual([true, false])
  })
})
