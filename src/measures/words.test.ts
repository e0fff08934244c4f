import { expect, test } from 'vitest'
import { index, named, perCent, shareText } from './words.js'

test('figures stand to the right, and words in their place where figures begin', () => {
  expect(
    named([
      ['rows', '7.5%'],
      ['distinct queries', '1,361'],
      ['persons', 'not known: the release has no pseudonyms'],
    ]),
  ).toEqual([
    '  rows               7.5%',
    '  distinct queries  1,361',
    '  persons           not known: the release has no pseudonyms',
  ])
})

test('a share is told in per cent, and what is null by its reason', () => {
  expect(shareText({ rows: 0.075 }, 'rows')).toBe('7.5%')
  expect(shareText({ users: null, reasons: { users: 'no users' } }, 'users')).toBe('no users')
  expect(shareText({ users: null }, 'users')).toBe('not known')
  expect([perCent(8.442), index(0.04732), index(null)]).toEqual(['8.4%', '0.047', 'not known'])
})
