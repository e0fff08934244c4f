import { describe, expect, test } from 'vitest'
import { answers, claimedReleases, people, perRun } from '../../test/support/claimed.js'
import type { Cells } from '../../test/support/subject.js'
import { onClaim } from './claims.js'

const { released, logOf } = claimedReleases()
const claim = { ...perRun(3, 2, 2), hostK: 0, items: 'phrases' as const }

describe('k persons for each phrase of a table', () => {
  const checked = async (cells: Cells, log?: Cells, columns = ['item', 'count']) =>
    answers(await onClaim(await released(columns, cells, log ? { original: await logOf(log) } : {}), claim))
  const LOG = [...people(4, 'a red car'), ...people(2, 'blue car')]
  const IN_LOG = 'persons in the log per phrase'
  const COUNTS = 'counts of phrases'

  test('alone it can be refuted by its own counts, and never shown', async () => {
    expect(await checked([['red car', '3']])).toEqual({ phrases: true, 'persons per phrase': null })
    expect(await checked([['red car', '2']])).toEqual({ phrases: true, 'persons per phrase': false })
  })

  test('in the log it is counted', async () => {
    const cells = [
      ['car', '4'],
      ['red car', '4'],
    ]
    expect(await checked(cells, LOG)).toEqual({ phrases: true, [IN_LOG]: true, [COUNTS]: true })
    expect(await checked([...cells, ['blue car', '3']], LOG)).toMatchObject({ [IN_LOG]: false, [COUNTS]: false })
    expect(await checked([...cells, ['car red', '4']], LOG)).toMatchObject({ [IN_LOG]: false })
    expect(await checked([['red', '5']], LOG)).toMatchObject({ [IN_LOG]: true, [COUNTS]: false })
    expect(await checked([], LOG)).toEqual({ phrases: true, [IN_LOG]: true, [COUNTS]: true })
  })

  test.each<[string, Cells, string[]?]>([
    ['longer than promised', [['a red car', '4']]],
    ['with more than words', [['red-car', '4']]],
    ['with two blanks', [['red  car', '4']]],
    ['without words', [['', '4']]],
    ['without a count', [['red', null]]],
    ['with a count that says more', [['red', '04']]],
    [
      'twice',
      [
        ['red', '4'],
        ['red', '4'],
      ],
    ],
    ['with another column', [['red', '4', 'x']], ['item', 'count', 'note']],
  ])('a phrase %s is refuted', async (_, cells, columns) => {
    expect(await checked(cells, LOG, columns)).toEqual({ phrases: false })
  })
})
