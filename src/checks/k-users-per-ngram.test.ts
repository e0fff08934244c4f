import { describe, expect, test } from 'vitest'
import { answers, claimedReleases, type Given, people, perRun } from '../../test/support/claimed.js'
import type { Cells } from '../../test/support/subject.js'
import type { KUsersPerNgram } from '../release/guarantee.js'
import { onClaim, onForeignClaim } from './claims.js'
import type { Persons } from './persons.js'

const { released, logOf } = claimedReleases()

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

  test('in data of others something may stand between words, which is told by texts', async () => {
    const texts = async (...queries: (string | null)[]) => {
      const cells = queries.flatMap((query) => people(2, query))
      return (await onForeignClaim(await released(columns, cells), perRun(2, 1))).find(({ name }) => name === 'texts')
    }
    expect(await texts('red car', 'blue', null)).toMatchObject({
      holds: true,
      detail: 'words and the blanks between them',
    })
    expect(await texts('red, car', ' blue', 'green')).toMatchObject({
      holds: null,
      detail: '2 texts with more than words, of which the claim says nothing',
    })
  })

  test('behind tags nobody can tell', async () => {
    expect(answers(await onClaim(await released(['tag'], [['t']]), perRun(2, 1)))).toEqual({ words: null })
  })
})
