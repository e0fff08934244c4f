import { describe, expect, test } from 'vitest'
import { claimedReleases, type Given, people, perQuery, perRun, twins } from '../../test/support/claimed.js'
import type { Cells } from '../../test/support/subject.js'
import type { KUsersPerNgram } from '../release/guarantee.js'
import { onClaim } from './claims.js'

const { released, logOf } = claimedReleases()

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
