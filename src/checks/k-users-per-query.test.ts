import { describe, expect, test } from 'vitest'
import { answers, claimedReleases, people, perQuery } from '../../test/support/claimed.js'
import type { KUsersPerQuery } from '../release/guarantee.js'
import { onClaim } from './claims.js'
import type { Persons } from './persons.js'

const { released, logOf } = claimedReleases()

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
    [3, true],
    [4, false],
  ])('by words: %i rows of 3 in the same words', async (n, holds) => {
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
