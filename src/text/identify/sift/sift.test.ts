import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { generateRows } from '../../../generate/index.js'
import { KINDS, lookThrough } from '../index.js'
import { knownFor, linesOf, type SiftOptions, sieve, sift } from './index.js'

/** What is passed over of some texts though something is found in it. */
function missed(texts: readonly string[], options: SiftOptions): string[] {
  const left = new Set(sift(knownFor(options), texts))
  const look = lookThrough(options)
  return texts.filter((text) => !left.has(text) && look(text).length > 0)
}

// What detectors look for, in pieces of letters, digits and blanks, and little that they do not.
const PIECES =
  `box bx drawer po rr rt hc st street ave road main 5th oak at yahoo dot com instagram psn icq jane83 j4ne d4n x1 confirm locator plate tag tx id no ssn dl case vin
  john smith kowalczyk mary ann JOHN Smith hargrove steven atlanta ga born june june5 may may571 1271 51971 dob 19 1 2 5 12 14 71 1971 12345 a b t x r n s van der de la
  petrowski brinkerhoff zdravkovski maria lopez bo li du texas paris new york attorney obituary lyrics susan field virginia english dubois chen wei o at member number abc12
  3456 456 1z99 9abcd n12w34 license 125oc 4x1 london county mcdonaldson hawkinsfield rose may august april 2006 lee gray brown`
    .split(/\s+/)
    .filter((piece) => piece !== '')

const text = fc
  .array(fc.tuple(fc.constantFrom(...PIECES), fc.constantFrom(' ', ' ', ' ', ' ', '', '  ', '.', '-')), {
    maxLength: 7,
  })
  .map((pieces) => pieces.flat().join(''))

test('in texts that are passed over no detector finds anything, however sure it need be', () => {
  for (const threshold of [0, 0.3, 0.5, 0.7]) expect(missed(fc.sample(text, 15_000), { threshold })).toEqual([])
})

test('nor in hosts', () => {
  const label = fc.constantFrom(
    ...'www jane john smith myspace ebay steam skyrock hyves livejournal google com net org nl co edu x'.split(' '),
  )
  const host = fc
    .tuple(fc.array(label, { minLength: 1, maxLength: 4 }), fc.constantFrom('com', 'org', 'nl', 'ca'))
    .map(([labels, end]) => [...labels, end].join('.'))
  expect(missed(fc.sample(host, 5000), { threshold: 0 })).toEqual([])
  expect(sift(knownFor({}), ['google.com', 'www.ebay.org', 'www.ebay.ca', 'jane.skyrock.com'])).toEqual([
    'www.ebay.ca',
    'jane.skyrock.com',
  ])
})

test('nor in what people ask, most of which is passed over', () => {
  const queries = [...generateRows({ users: 300, seed: 5 })].flatMap(({ rows }) => rows.map((row) => row.asked.text))
  expect(missed(queries, {})).toEqual([])
  expect(sift(knownFor({}), queries).length).toBeLessThan(queries.length / 4)
})

test('queries that identify somebody are left', () => {
  const labelled = readFileSync(new URL('../cases/identifying-queries.txt', import.meta.url), 'utf8')
    .trim()
    .split('\n')
  const queries = labelled.map((line) => line.slice(line.indexOf(': ') + 2))
  expect(missed(queries, {})).toEqual([])
  expect(missed(queries, { threshold: 0 })).toEqual([])
})

test('names are passed over where they were not asked for', () => {
  const others = KINDS.filter((kind) => kind !== 'name')
  expect(sift(knownFor({}), ['john kowalczyk', 'a'])).toEqual(['john kowalczyk'])
  expect(sift(knownFor({ kinds: others }), ['john kowalczyk', 'a'])).toEqual([])
})

test('what is left is as it was, whatever stands beside it', () => {
  const long = 'q'.repeat(100_000)
  const words = 'rose '.repeat(60)
  const texts = ['Jane@Example.org', '', 'weather', ' ', 'Müller', long, words, '\t', 'red shoes']
  expect(sift(knownFor({}), texts)).toEqual(['Jane@Example.org', 'Müller', long, words, '\t'])
})

test('room is given anew for longer lines', () => {
  const passing = sieve(knownFor({}))
  for (const lines of ['a b\n555-123-4567\n', `${'4'.repeat(300_000)}\nweather\n`]) {
    const bytes = Buffer.from(lines)
    bytes.copy(passing.room(bytes.length))
    const { lines: count, left } = passing.pass(bytes.length)
    expect([count, linesOf(left).length]).toEqual([2, 1])
  }
})
