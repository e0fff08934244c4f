import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { type Cells, makeTables, manifestWith, take } from '../../test/support/subject.js'
import ilr from './ilr/index.js'
import { quickMeasures } from './index.js'
import kept from './kept/index.js'
import pel from './pel/index.js'
import topFrequencies from './top-frequencies/index.js'
import uniqueness from './uniqueness/index.js'

const LOG: Cells = [
  ...Array.from({ length: 9 }, () => ['al', 'tea']),
  ['al', 'black cake', null, 'http://cake.example/'],
  ['bo', 'tea'],
  ['bo', 'green tea'],
  ['cy', 'secret'],
  ['cy', null],
]

/** The release shows of al the cake, of bo all, of cy nothing; d is nobody's. */
const HISTORIES: Cells = [
  ['p1', 'black cake', 'cake.example'],
  ['p2', 'tea'],
  ['p2', 'green tea'],
]
const TRUTH: Cells = [
  ['al', 'p1'],
  ['bo', 'p2'],
]

async function linked() {
  const on = await makeTables()
  const original = await on.log(LOG)
  const rows = await on.rows(['pseudonym', 'query', 'host'], HISTORIES)
  const manifest = manifestWith({ kind: 'none' }, { shows: { link: 'user', time: 'day', rank: false } })
  const truth = await on.rows(['person', 'pseudonym'], TRUTH)
  return { on, subject: { original, released: { manifest, rows, side: {} } }, truth }
}

async function histogram(items: string, columns: readonly string[], cells: Cells) {
  const on = await makeTables()
  const claim = { kind: 'dp', items, counts: columns.includes('count'), minUsers: 1 }
  const rows = await on.rows(columns, cells)
  return { on, subject: { original: await on.log(LOG), released: { manifest: manifestWith(claim), rows, side: {} } } }
}

describe('pel', () => {
  test('al 708, bo 100, cy 0', async () => {
    const { on, subject, truth } = await linked()
    expect(await take(pel, { ...subject, truth }, on)).toEqual({
      mean: expect.closeTo((708.3 + 100) / 3, 1),
      exposed60: expect.closeTo(2 / 3, 5),
      over100: expect.closeTo(1 / 3, 5),
      max: expect.closeTo(708.3, 1),
      users: 3,
    })
  })
  test('rows without pseudonyms: the truth itself has the texts', async () => {
    const { on, subject } = await linked()
    const rows = await on.rows(['query'], [['tea'], ['green tea']])
    const truth = await on.rows(
      ['person', 'query'],
      [
        ['bo', 'tea'],
        ['bo', 'green tea'],
      ],
    )
    const measured = await take(pel, { ...subject, released: { ...subject.released, rows }, truth }, on)
    expect(measured).toMatchObject({ mean: expect.closeTo(100 / 3, 4) })
  })
  test('also with categories', async () => {
    const { on, subject, truth } = await linked()
    const path = join(on.workspace.dir, 'table.tsv')
    writeFileSync(path, 'Drinks/Tea\ttea\nDrinks/Tea\tgreen tea\nFood/Cake\tcake\n')
    const measured = await take(pel, { ...subject, truth }, on, { knowledge: `table:${path}` })
    // al has nine teas and a cake, and the cake is shown; bo has one category, and it is shown; cy has none and is left out.
    expect(measured).toMatchObject({ categories: { mean: expect.closeTo((708.3 + 100) / 2, 1), users: 2 } })
  })
  test('refuses politely without truth, and of items', async () => {
    const { on, subject } = await linked()
    expect(await take(pel, subject, on)).toMatch(/--truth/)
    const items = await histogram('queries', ['item', 'count'], [])
    expect(await take(pel, items.subject, items.on)).toMatch(/no persons/)
  })
})

// al: 0.469 bits to 0; bo: 1 bit to 1; cy: 0 to 0.
test('ilr: 100, 0 and 0', async () => {
  const { on, subject, truth } = await linked()
  expect(await take(ilr, { ...subject, truth }, on)).toEqual({ mean: expect.closeTo(100 / 3, 4), users: 3, leftOut: 0 })
})

describe('kept', () => {
  test('rows by what stands in them', async () => {
    const { on, subject } = await linked()
    // 14 rows, 3 persons, 4 queries, 5 terms in 15 occurrences, 1 click
    expect(await take(kept, subject, on)).toEqual({
      rows: expect.closeTo(3 / 14, 5),
      users: expect.closeTo(2 / 3, 5),
      queries: 3 / 4,
      terms: 4 / 5,
      logSize: expect.closeTo(5 / 15, 5),
      clicks: 1,
    })
  })
  test('tags keep rows but no texts', async () => {
    const { on, subject } = await linked()
    const rows = await on.rows(
      ['query', 'tag'],
      [
        ['tea', null],
        [null, 't1'],
        [null, 't1'],
        [null, 't2'],
      ],
    )
    const manifest = manifestWith({ kind: 'none' })
    expect(await take(kept, { ...subject, released: { manifest, rows, side: {} } }, on)).toEqual({
      rows: expect.closeTo(4 / 14, 5),
      users: null,
      queries: 1 / 4,
      terms: 1 / 5,
      logSize: expect.closeTo(1 / 15, 5),
      clicks: 0,
      tags: 2,
      reasons: { users: 'not known: the release has no pseudonyms' },
    })
  })
  test('texts that the original does not have are not kept', async () => {
    const { on, subject } = await linked()
    const rows = await on.rows(['query'], [['7f3a 9c01'], ['7f3a']])
    const measured = await take(kept, { ...subject, released: { ...subject.released, rows } }, on)
    expect(measured).toMatchObject({ queries: 0, terms: 0, logSize: 0 })
  })
  test('a share is of what both have: what is shown more often than it was asked is not more than all', async () => {
    const { on, subject } = await linked()
    const often = Array.from({ length: 20 }, (_, i) => [`p${i % 2}`, i % 2 ? 'tea' : 'secret'])
    const rows = await on.rows(['pseudonym', 'query'], often)
    const measured = await take(kept, { ...subject, released: { ...subject.released, rows } }, on)
    // Of eleven times tea ten are shown, of one secret ten: eleven of 15 occurrences are left.
    expect(measured).toMatchObject({ rows: 1, queries: 2 / 4, logSize: expect.closeTo(11 / 15, 5) })
  })
  test('rows that could not be read are rows of the input too', async () => {
    const { on, subject } = await linked()
    expect(await take(kept, { ...subject, rows: 30 }, on)).toMatchObject({ rows: 3 / 30 })
  })
  test('pseudonyms of sessions say nothing of persons', async () => {
    const { on, subject, truth } = await linked()
    const manifest = manifestWith({ kind: 'none' }, { shows: { link: 'session', time: 'day', rank: false } })
    const cut = { ...subject, released: { ...subject.released, manifest } }
    expect(await take(kept, cut, on)).toMatchObject({
      users: null,
      reasons: { users: expect.stringMatching(/sessions/) },
    })
    expect(await take(kept, { ...cut, truth }, on)).toMatchObject({ users: expect.closeTo(2 / 3, 5) })
  })
  test('a histogram of queries by what it speaks of', async () => {
    const { on, subject } = await histogram('queries', ['item', 'count'], [['tea', '3']])
    expect(await take(kept, subject, on)).toEqual({
      rows: expect.closeTo(10 / 14, 5),
      users: null,
      queries: 1 / 4,
      terms: 1 / 5,
      logSize: expect.closeTo(10 / 15, 5),
      clicks: 0,
      items: 1,
      reasons: { users: 'not known: the release has no pseudonyms' },
    })
  })
  test('keywords cover a query that consists of them', async () => {
    const { on, subject } = await histogram('keywords', ['item'], [['tea'], ['cake']])
    expect(await take(kept, subject, on)).toMatchObject({
      rows: expect.closeTo(10 / 14, 5),
      queries: 1 / 4,
      terms: 2 / 5,
      logSize: expect.closeTo(12 / 15, 5),
    })
  })
  test('phrases by their words', async () => {
    const { on, subject } = await histogram('phrases', ['item'], [['tea'], ['tea cake']])
    const words = await histogram('keywords', ['item'], [['tea'], ['cake']])
    expect(await take(kept, subject, on)).toEqual(await take(kept, words.subject, words.on))
  })
})

test('uniqueness: by persons of the original, before and after', async () => {
  const { on, subject } = await linked()
  expect(await take(uniqueness, subject, on)).toEqual({
    original: {
      queries: 4,
      unique: 3 / 4,
      usersWithUnique: 1,
      shared: [
        { users: 1, queries: 3, rows: 3 },
        { users: 2, queries: 1, rows: 10 },
      ],
    },
    released: {
      queries: 3,
      unique: expect.closeTo(2 / 3, 5),
      usersWithUnique: expect.closeTo(2 / 3, 5),
      shared: [
        { users: 1, queries: 2, rows: 2 },
        { users: 2, queries: 1, rows: 1 },
      ],
    },
  })
})

describe('top-frequencies', () => {
  test('queries and words by hand', async () => {
    const { on, subject } = await linked()
    // The two most frequent before: tea 10 times, then black cake once; after: once each.
    expect(await take(topFrequencies, subject, on, { top: 2 })).toEqual({
      queries: {
        preserved: expect.closeTo((1 / 10 + 1) / 2, 5),
        shared: 1,
        rank: null,
        of: 2,
      },
      // Words before: tea 11, black 1; after: tea 2, black 1.
      words: { preserved: expect.closeTo((2 / 11 + 1) / 2, 5), shared: 1, rank: 1, of: 2 },
    })
  })
  test('stop words are no words', async () => {
    const on = await makeTables()
    const original = await on.log([
      ['al', 'the cat and the dog'],
      ['al', 'the cat'],
    ])
    const rows = await on.rows(['query'], [['the cat']])
    const measured = await take(topFrequencies, { original, released: { manifest: undefined, rows, side: {} } }, on)
    expect(measured).toMatchObject({ words: { of: 2, shared: 0.5 } })
  })
  test('histograms are held against persons', async () => {
    const { on, subject } = await histogram(
      'queries',
      ['item', 'count'],
      [
        ['tea', '2'],
        ['secret', '1'],
      ],
    )
    // Persons before: tea 2, three others 1; black cake, first of them by name, is gone.
    expect(await take(topFrequencies, subject, on, { top: 2 })).toMatchObject({
      queries: { preserved: 0.5, shared: 0.5, rank: 1 },
    })
  })
  test('without counts only what is published is known', async () => {
    const { on, subject } = await histogram('keywords', ['item'], [['tea'], ['cake']])
    expect(await take(topFrequencies, subject, on, { top: 2 })).toEqual({
      words: { preserved: null, shared: 0.5, rank: null, of: 2 },
    })
  })
})

test('those that a report and a comparison take by themselves are over in a moment', async () => {
  expect(await quickMeasures()).toEqual(
    expect.arrayContaining([
      'counting-error',
      'ilr',
      'information-loss',
      'kept',
      'pel',
      'sessions',
      'top-frequencies',
      'uniqueness',
    ]),
  )
})
