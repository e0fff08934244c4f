import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { generateRows } from '../../generate/index.js'
import { KINDS, lookThrough } from './index.js'
import { nothingInEnglish } from './nothing.js'

const nothing = nothingInEnglish(true)
const look = lookThrough({ threshold: 0 })

// What detectors look for, in pieces of letters, digits and blanks, and little that they do not.
const PIECES =
  'box bx drawer po rr rt hc st street ave road main 5th oak at yahoo dot com instagram psn icq jane83 j4ne d4n x1 confirm locator plate tag tx id no ssn dl case vin john smith kowalczyk mary ann JOHN Smith hargrove steven atlanta ga born june may 1 2 5 12 14 71 1971 a b x r n s'.split(
    ' ',
  )

test('where nothing is said to be, no detector finds anything, however unsure', () => {
  const text = fc
    .array(fc.tuple(fc.constantFrom(...PIECES), fc.constantFrom(' ', ' ', ' ', '', '  ')), { maxLength: 7 })
    .map((pieces) => pieces.flat().join(''))
  fc.assert(
    fc.property(text, (query) => {
      if (nothing(query)) expect(look(query)).toEqual([])
    }),
    { numRuns: 30_000 },
  )
})

test('nor in what people ask', () => {
  const queries = [...generateRows({ users: 300, seed: 5 })].flatMap(({ rows }) => rows.map((row) => row.asked.text))
  const silent = queries.filter(nothing)
  expect(silent.filter((query) => look(query).length > 0)).toEqual([])
  expect(silent.length).toBeGreaterThan(queries.length / 2)
})

test('queries that identify somebody are looked through', () => {
  const labelled = readFileSync(new URL('./cases/identifying-queries.txt', import.meta.url), 'utf8')
    .trim()
    .split('\n')
  const missed = labelled.filter((line) => {
    const query = line.slice(line.indexOf(': ') + 2)
    return nothing(query) && look(query).length > 0
  })
  expect(missed).toEqual([])
})

test('names are passed over where they were not asked for', () => {
  const withoutNames = nothingInEnglish(false)
  expect([nothing('john kowalczyk'), withoutNames('john kowalczyk')]).toEqual([false, true])
  const others = lookThrough({ threshold: 0, kinds: KINDS.filter((kind) => kind !== 'name') })
  expect(others('john kowalczyk')).toEqual([])
})
