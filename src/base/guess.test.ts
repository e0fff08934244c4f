import { expect, test } from 'vitest'
import { nearest } from './guess.js'

const NAMES = ['rare-queries', 'release', 'report', 'set-union', 'kept', 'pel']

test.each([
  ['rare-querys', 'rare-queries'],
  ['relase', 'release'],
  ['rare', 'rare-queries'], // how one name begins
  ['re', undefined], // how several do
  ['keep', 'kept'],
  ['x', undefined],
  ['', undefined],
  ['log.tsv', undefined],
])('%j is near to %j', (word, name) => {
  expect(nearest(word, NAMES)).toBe(name)
})
