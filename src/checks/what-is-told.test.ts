import { describe, expect, test } from 'vitest'
import { answers, claimedReleases, type Given, km, people, perRun, twins } from '../../test/support/claimed.js'
import { onClaim, onForeignClaim } from './claims.js'

const { released, logOf } = claimedReleases()
const FROM_THE_LOG = 'histories come from the log'

describe('(k,m): all that is said, of the claim and beside it', () => {
  const columns = ['pseudonym', 'query', 'day']
  const first = async (cells: (string | null)[][], claim = km(3, 1), given: Given = {}, names = columns) =>
    (await onClaim(await released(names, cells, given), claim))[0]
  const name = 'combinations'

  test('each outcome is about the claim', async () => {
    expect(await first(people(2, 'a', 'd'))).toMatchObject({ name, holds: false, onClaim: true })
    expect(await first([])).toEqual({ name, holds: true, detail: 'nothing is shown', onClaim: true })
    const open = { name, holds: null, onClaim: true }
    expect(await first([['a']], km(3, 1), {}, ['query'])).toEqual({
      ...open,
      detail: 'without pseudonyms nobody can tell which rows are of one history',
    })
    expect(await first(people(3, 'a', 'd'), km(3, 1), { persons: { by: 'row', known: 'run' } })).toEqual({
      ...open,
      detail: 'without pseudonyms nobody can tell which rows are of one history',
    })
    const elsewhere = 'the columns that say what a history holds, or which window a row is of, are not there'
    const windowed = km(3, 1, { per: 'window', window: '7d' })
    expect(await first(people(3, 'a'), windowed, {}, ['pseudonym', 'query'])).toEqual({ ...open, detail: elsewhere })
    expect(await first(people(3, 'd'), km(3, 1), {}, ['pseudonym', 'day'])).toEqual({ ...open, detail: elsewhere })
    expect(await first(people(3, 'a', 'd'), km(3, 1, { per: 'session' }))).toEqual({
      ...open,
      detail: 'sessions of a person carry one pseudonym, so that nobody can tell them apart',
    })
    expect(await first(people(3, 'a', 'd'), km(3, 1), { persons: { by: 'session', known: 'run' } })).toEqual({
      ...open,
      detail: 'pseudonyms are of shorter stretches than a history',
    })
  })

  test('a word of fewer persons in the log than there are pseudonyms is refuted where pseudonyms are whole persons', async () => {
    const original = await logOf([
      ['x', 'red'],
      ['x', 'red'],
      ['y', 'blue'],
    ])
    const cells = people(2, 'red', '1970-01-01')
    const told = async (claim = km(1, 1), given: Given = {}) =>
      answers(await onClaim(await released(columns, cells, { original, ...given }), claim))[FROM_THE_LOG]
    expect(await told()).toBe(false)
    expect(await told(km(1, 1), { persons: { by: 'session', known: 'run' } })).toBe(true)
    expect(await told(km(1, 1, { per: 'window', window: '7d' }))).toBe(true)
    expect(await told(km(1, 1), { steps: [{ method: 'sessions', params: {} }] })).toBe(true)
  })

  test('without texts nothing is said of texts', async () => {
    const checks = await onClaim(await released(['pseudonym', 'day'], people(1, 'd')), km(1, 1))
    expect(checks.map((check) => check?.name)).toEqual([name])
  })
})

describe('identical users: all that is said', () => {
  const columns = ['pseudonym', 'query', 'host']
  const hosts = async (went: number) => {
    const original = await logOf([...people(5, 'a'), ...people(went, 'a', 'http://www.clinic.example/')])
    const on = await released(columns, people(3, 'a', 'clinic.example'), { original })
    return (await onClaim(on, twins(3, 1))).find(({ name }) => name === 'persons in the log per host')
  }

  test('hosts, in numbers', async () => {
    const name = 'persons in the log per host'
    expect(await hosts(3)).toEqual({
      name,
      holds: true,
      detail: '3 persons or more went to each of 1 host, or to one that ends so',
      onClaim: true,
    })
    expect(await hosts(2)).toEqual({
      name,
      holds: false,
      detail: 'fewer than 3 persons in the log went to 1 of 1 host, or to one that ends so',
      onClaim: true,
    })
  })

  test('of hosts that are not there nothing is said', async () => {
    const original = await logOf(people(5, 'a', 'http://www.clinic.example/'))
    for (const [names, cells] of [
      [['pseudonym', 'query'], people(3, 'a')],
      [columns, people(3, 'a', null)],
    ] as const) {
      const checks = await onClaim(await released(names, cells, { original }), twins(3, 1))
      expect(checks.every((check) => typeof check === 'object')).toBe(true)
      expect(checks.map(({ name }) => name)).not.toContain('persons in the log per host')
    }
  })

  test('rows without pseudonyms', async () => {
    const rows: Given = { persons: { by: 'row', known: 'run' } }
    const told = async (n: number) =>
      (
        await onClaim(
          await released(
            ['query'],
            Array.from({ length: n }, () => ['a']),
            rows,
          ),
          twins(3, 1),
        )
      )[0]
    expect(await told(0)).toMatchObject({ holds: true, onClaim: true })
    expect(await told(2)).toMatchObject({ holds: false, onClaim: true })
    expect(await told(3)).toMatchObject({ holds: null, onClaim: true })
  })
})

test('runs of words in data of others: counted, words alone, pairs of text and host', async () => {
  const told = async (cells: (string | null)[][], columns = ['pseudonym', 'query']) => {
    const on = await released(columns, cells, { persons: { by: 'person', known: 'assumed' } })
    return answers(await onForeignClaim(on, perRun(3, 1)))
  }
  expect(await told(people(3, 'red car'))).toEqual({
    'words per query': true,
    'persons per run of words': true,
    texts: true,
  })
  expect(await told(people(2, 'red car'))).toMatchObject({ 'persons per run of words': null })
  expect(await told(people(3, 'red-car'))).toMatchObject({ texts: null })
  const withHosts = await told(
    [...people(3, 'red', 'a.example'), ...people(2, 'red', 'b.example')],
    ['pseudonym', 'query', 'host'],
  )
  expect(Object.values(withHosts)).toContain(false)
})
