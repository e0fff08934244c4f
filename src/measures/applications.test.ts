import { createHash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { type Cells, makeTables, manifestWith, take } from '../../test/support/subject.js'
import countingError from './counting-error/index.js'
import indexCaching from './index-caching/index.js'
import querySubstitution from './query-substitution/index.js'

const asked = (query: string, persons: number): Cells => Array.from({ length: persons }, (_, i) => [`u${i}`, query])

async function measured(
  measure: typeof countingError,
  log: Cells,
  items: string,
  columns: readonly string[],
  cells: Cells,
  params = {},
) {
  const on = await makeTables()
  const manifest =
    items === '' ? undefined : manifestWith({ kind: 'dp', items, counts: columns.includes('count'), minUsers: 1 })
  const released = { manifest, rows: await on.rows(columns, cells), side: {} }
  return take(measure, { original: await on.log(log), released }, on, params)
}

describe('counting-error', () => {
  const LOG = [...asked('tea', 20), ...asked('milk', 12), ...asked('soup', 5), ...asked('stew', 1), ...asked('stew', 1)]
  test('histograms are held against persons, by bands', async () => {
    const cells = [
      ['tea', '23'],
      ['soup', '4'],
    ]
    expect(await measured(countingError, LOG, 'queries', ['item', 'count'], cells)).toEqual({
      unit: 'persons',
      items: 4,
      published: 2,
      bands: [
        { from: 1, to: 9, items: 2, published: 0.5, absolute: 1, relative: 0.2 },
        { from: 10, to: 99, items: 2, published: 0.5, absolute: 3, relative: 0.15 },
      ],
      top: [{ j: 10, precision: 1, recall: 0.5 }],
    })
  })
  test('precision and recall of the top 10', async () => {
    const log = Array.from({ length: 20 }, (_, i) => asked(`q${String(i).padStart(2, '0')}`, 40 - i)).flat()
    // Nine of the true top ten are published; q15 came in by noise, and nothing else.
    const cells = [...Array.from({ length: 9 }, (_, i) => [`q0${i}`, String(40 - i)]), ['q15', '35']]
    expect(await measured(countingError, log, 'queries', ['item', 'count'], cells)).toMatchObject({
      top: [
        { j: 10, precision: 0.9, recall: 0.9 },
        { j: 100, precision: 1, recall: 0.5 },
      ],
    })
  })
  test('without counts there are no errors of counts', async () => {
    expect(await measured(countingError, LOG, 'queries', ['item'], [['tea']])).toMatchObject({
      bands: [{ published: 0 }, { published: 0.5, absolute: null, relative: null }],
      top: [{ j: 10, precision: null, recall: 0.25 }],
    })
  })
  test('rows are counted as rows', async () => {
    const result = await measured(countingError, LOG, '', ['query'], [['stew'], ['stew'], ['soup']])
    expect(result).toMatchObject({ unit: 'rows', bands: [{ items: 2, published: 1, absolute: 2, relative: 0.4 }, {}] })
  })
  test('keywords, clicks and pairs', async () => {
    const log: Cells = [
      ['al', 'green tea', '2024-05-01 08:00:00', 'http://a.example/'],
      ['al', 'black tea', '2024-05-01 08:10:00'],
      ['bo', 'green tea', '2024-05-01 08:00:00', 'http://a.example/'],
      ['bo', 'black tea', '2024-05-01 10:00:00'],
    ]
    expect(await measured(countingError, log, 'keywords', ['item', 'count'], [['tea', '3']])).toMatchObject({
      items: 3,
      bands: [{ published: expect.closeTo(1 / 3, 5), absolute: 1 }],
    })
    expect(
      await measured(countingError, log, 'clicks', ['item', 'url', 'count'], [['green tea', 'http://a.example/', '2']]),
    ).toMatchObject({ items: 1, bands: [{ published: 1, absolute: 0 }] })
    // bo's two queries are two hours apart.
    expect(
      await measured(countingError, log, 'pairs', ['item', 'next', 'count'], [['green tea', 'black tea', '4']]),
    ).toMatchObject({ items: 1, bands: [{ published: 1, absolute: 3 }] })
  })
})

describe('index-caching', () => {
  const out = (person: string) => createHash('md5').update(person).digest('hex').slice(0, 2) < '1a'
  const persons = Array.from({ length: 400 }, (_, i) => `person ${i}`)
  const [held, rest] = [persons.filter(out).slice(0, 4), persons.filter((person) => !out(person)).slice(0, 10)]
  // Lists: a 1, b 2, c 1, of 4 postings. Three of four held-out queries are a.
  const LOG: Cells = [
    ...rest.map((person) => [person, 'a']),
    ...rest.slice(0, 5).map((person) => [person, 'b']),
    ...rest.slice(0, 2).map((person) => [person, 'b c']),
    ...held.slice(0, 3).map((person) => [person, 'a']),
    [held[3]!, 'b c'],
  ]
  test('the log chooses a, the release b', async () => {
    const choose = (cells: Cells, cache: number) =>
      measured(indexCaching, LOG, 'keywords', ['item', 'count'], cells, { cache })
    const b = [['b', '9']]
    // Use over length: a 10, b 7/2, c 2. A cache for one posting takes a; one for three takes a and b; b alone does not fit into one.
    expect(await choose(b, 0.25)).toEqual({ hit: 0, original: 0.75, relative: 0, ratio: 0, heldOut: 4, cache: 0.25 })
    expect(await choose([...b, ['a', '3']], 0.75)).toMatchObject({ hit: 0.75, original: 0.75, relative: 1 })
    expect(await choose([...b, ['c', '3']], 0.75)).toMatchObject({ hit: 0.25, original: 0.75 })
    expect(await choose([...b, ['c', '3'], ['a', '1']], 1)).toMatchObject({ hit: 1, original: 1 })
  })
  test('queries and rows give words too', async () => {
    expect(await measured(indexCaching, LOG, 'queries', ['item'], [['a']], { cache: 0.25 })).toMatchObject({
      hit: 0.75,
    })
    expect(await measured(indexCaching, LOG, '', ['query'], [['b c'], ['zz']], { cache: 0.75 })).toMatchObject({
      hit: 0.25,
    })
  })
})

describe('query-substitution', () => {
  const pair = (person: string, first: string, second: string): Cells => [
    [person, first, '2024-05-01 08:00:00'],
    [person, second, '2024-05-01 08:05:00'],
  ]
  // Three persons go from car to auto, two from car to bike, three from soup to stew, one from soup to ham.
  const LOG: Cells = [
    ...['a', 'b', 'c'].flatMap((person) => pair(person, 'car', 'auto')),
    ...['d', 'e'].flatMap((person) => pair(person, 'car', 'bike')),
    ...['f', 'g', 'h'].flatMap((person) => pair(person, 'soup', 'stew')),
    ...pair('i', 'soup', 'ham'),
  ]
  const substitution = (cells: Cells, columns = ['item', 'next', 'count'], items = 'pairs') =>
    measured(querySubstitution, LOG, items, columns, cells)

  test('the pairs themselves: 1 throughout', async () => {
    const cells = [
      ['car', 'auto', '3'],
      ['car', 'bike', '2'],
      ['soup', 'stew', '3'],
    ]
    const all = { precision: 1, recall: 1, map: 1, ndcg: 1, ratio: 1, covered: 1, queries: 2 }
    expect(await substitution(cells)).toEqual(all)
    const rows = LOG.map(([person, query, time]) => [person as string, query as string, time as string])
    // Rows show ham as well, which two persons did not ask: three of four suggestions are right, after one another.
    expect(await substitution(rows, ['pseudonym', 'query', 'time'], '')).toMatchObject({
      recall: 1,
      map: 1,
      precision: 0.75,
    })
  })
  test('half of it', async () => {
    // car: one of two, in first place; soup: nothing. Worth 10 and 9: 10 of 10 + 9 / log2(3).
    expect(
      await substitution([
        ['car', 'auto', '3'],
        ['tea', 'milk', '9'],
      ]),
    ).toEqual({
      precision: 1,
      recall: 0.25,
      map: 0.25,
      ndcg: expect.closeTo(10 / (10 + 9 / Math.log2(3)) / 2, 5),
      ratio: expect.closeTo(10 / (10 + 9 / Math.log2(3)) / 2, 5),
      covered: 0.5,
      queries: 2,
    })
  })
  test('needs to know what followed what', async () => {
    expect(await substitution([], ['item', 'count'], 'queries')).toMatch(/no pairs/)
    expect(await substitution([], ['query', 'day'], '')).toMatch(/exact times/)
  })
})
