import { describe, expect, test } from 'vitest'
import { answers, claimedReleases, type Given, people, twins } from '../../test/support/claimed.js'
import type { Cells } from '../../test/support/subject.js'
import type { IdenticalUsers } from '../release/guarantee.js'
import type { PrivateRecord } from '../release/manifest.js'
import { onClaim, onForeignClaim } from './claims.js'

const { released, logOf } = claimedReleases()

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

  test('beside the text: days of the log, nothing in further columns, no more histories than persons', async () => {
    const on = (day: string) => people(3, 'a', null, `${day} 10:00:00`)
    const original = await logOf([...on('2024-05-02'), ...on('2024-05-04')])
    const beside = async (cells: Cells, more: readonly string[] = []) =>
      answers(await onClaim(await released([...columns, ...more], cells, { original }), twins(3, 1)))['beside the text']
    for (const day of ['2024-05-02', '2024-05-03', '2024-05-04', null])
      expect(await beside(people(3, 'a', day)), day ?? 'none').toBe(true)
    for (const day of ['2024-05-01', '2024-05-05', 'alice']) expect(await beside(people(3, 'a', day)), day).toBe(false)
    expect(await beside(people(4, 'a', '2024-05-02'))).toBe(false)
    expect(await beside(people(3, 'a', '2024-05-02', null), ['region'])).toBe(true)
    expect(await beside(people(3, 'a', '2024-05-02', 'north'), ['region'])).toBe(false)
  })

  test.each([
    [2, false],
    [3, true],
  ])('%i persons of 3 in the log behind a host, which is the right part of theirs', async (n, holds) => {
    const cells = people(3, 'a', 'd').map((row) => [...row, 'clinic.example'])
    const hosts = async (original: Awaited<ReturnType<typeof logOf>>, rows: Cells = cells) =>
      answers(await onClaim(await released([...columns, 'host'], rows, { original }), twins(3, 1)))
    const behind = 'persons in the log per host'
    const went = (persons: number, url: string) => people(persons, 'a', url)
    const others = [...people(9, 'a'), ...people(9, 'b', 'http://myclinic.example/'), ...people(9, 'b', 'example')]
    for (const url of ['http://clinic.example/x', 'http://www.CLINIC.example', 'a.b.clinic.example'])
      expect(await hosts(await logOf([...went(n, url), ...others]))).toMatchObject({ [behind]: holds })
    const twice = await logOf([...went(n, 'a.clinic.example'), ...went(1, 'b.clinic.example'), ...others])
    expect(await hosts(twice)).toMatchObject({ [behind]: holds })
    const nowhere = await hosts(
      await logOf(others),
      people(3, 'a', 'd').map((row) => [...row, null]),
    )
    expect(nowhere).not.toHaveProperty(behind)
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
