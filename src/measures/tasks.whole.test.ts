import { describe, expect, test } from 'vitest'
import { type Cells, makeTables, manifestWith, take } from '../../test/support/subject.js'
import autocomplete from './autocomplete/index.js'
import clicks from './clicks/index.js'
import type { Measured } from './measure.js'
import suggest from './suggest/index.js'
import trends from './trends/index.js'

type Task = typeof autocomplete
type Shown = readonly [columns: readonly string[], cells: Cells, items?: string]

/** Puts a release to a task; the held-out part comes beside the log, or is taken from it. */
async function tested(task: Task, log: Cells, [columns, cells, items]: Shown, heldOut?: Cells) {
  const on = await makeTables()
  const claim = { kind: 'dp', items, counts: columns.includes('count'), minUsers: 1 }
  const released = { manifest: items ? manifestWith(claim) : undefined, rows: await on.rows(columns, cells), side: {} }
  const parts = { original: await on.log(log), ...(heldOut ? { heldOut: await on.log(heldOut) } : {}) }
  return take(task, { ...parts, released }, on)
}

const MAY = (day: number, time = '08:00:00') => `2024-05-${String(day).padStart(2, '0')} ${time}`
const ask = (query: string, times: number, day = 1): Cells =>
  Array.from({ length: times }, (_, i) => [`u${i}`, query, MAY(day)])
const why = (reason: RegExp) => ({
  release: null,
  ratio: null,
  reasons: { release: expect.stringMatching(reason), ratio: expect.stringMatching(reason) },
})

describe('autocomplete', () => {
  const LOG: Cells = [...ask('tea', 5), ...ask('tee', 3), ...ask('milk', 1)]
  const NEXT: Cells = [...ask('tee', 1, 2), ...ask('milk', 1, 2), ...ask('x', 1, 2)]
  test('by hand', async () => {
    // By the log: t and te offer tea, tee (1/2 each); m, mi and mil offer milk. By the release, tee alone.
    const rows: Shown = [['query'], [['tee']]]
    expect(await tested(autocomplete, LOG, rows, NEXT)).toEqual({
      release: 0.4,
      original: 0.8,
      ratio: 0.5,
      // Whoever asked tee and milk had asked them before.
      newToPerson: { release: null, original: null, ratio: null },
      heldOut: 3,
      prefixes: 5,
      learnt: { release: 1, original: 3 },
      sawHeldOut: false,
    })
  })
  test('rows that are new to their person are scored apart', async () => {
    const next: Cells = [...ask('tee', 1, 2), ['u9', 'milk', MAY(2)]]
    const own = await tested(autocomplete, LOG, [['query'], [['tee'], ['mild']]], next)
    expect(own).toMatchObject({ release: 0.4, newToPerson: { release: 0, original: 1, ratio: 0 } })
    const both = await tested(autocomplete, LOG, [['query'], [['tee'], ['milk']]], next)
    expect(both).toMatchObject({ release: 1, newToPerson: { release: 1, original: 1, ratio: 1 } })
  })
  test('items, with and without counts, pairs and clicks', async () => {
    const both = (columns: readonly string[], cells: Cells, items: string) =>
      tested(autocomplete, LOG, [columns, cells, items], NEXT)
    const counted = [
      ['tea', '3'],
      ['tee', '9'],
    ]
    expect(await both(['item', 'count'], counted, 'queries')).toMatchObject({ release: 0.4 })
    expect(await both(['item'], [['tea'], ['tee']], 'queries')).toMatchObject({ release: 0.2 })
    expect(await both(['item', 'next', 'count'], [['tea', 'milk', '2']], 'pairs')).toMatchObject({ release: 0.6 })
    expect(await both(['item', 'url'], [['milk', 'http://a.example/']], 'clicks')).toMatchObject({ release: 0.6 })
  })
  test('prefixes reach to fifteen letters, and ten completions are offered', async () => {
    const long = 'abcdefghijklmnopqrstuvwxyz'
    const result = await tested(autocomplete, ask(long, 1), [['query'], [[long]]], ask(long, 1, 2))
    expect(result).toMatchObject({ release: 1, prefixes: 15 })
    // Ten others that begin with t stand before: only "tz" offers it.
    const others = Array.from({ length: 10 }, (_, i) => ask(`t${i}`, 2)).flat()
    const crowded = await tested(autocomplete, [...others, ...ask('tzz', 1)], [['query'], []], ask('tzz', 1, 2))
    expect(crowded).toMatchObject({ release: 0, original: 0.5, learnt: { release: 0 } })
  })
  test('says why it cannot be done', async () => {
    expect(await tested(autocomplete, LOG, [['item', 'count'], [['tea', '3']], 'keywords'], NEXT)).toMatchObject(
      why(/words, not queries/),
    )
    expect(await tested(autocomplete, LOG, [['tag'], [['ab']]], NEXT)).toMatchObject(why(/no queries/))
    const hashed = await tested(autocomplete, LOG, [['query'], [['7d793037a076']]], NEXT)
    expect(hashed).toMatchObject({ ...why(/none of its texts/), original: 0.8, learnt: { release: 1 } })
    expect(await tested(autocomplete, LOG, [['query'], [['tea']]], [])).toMatchObject({
      ...why(/held-out part has no query/),
      original: null,
      heldOut: 0,
      reasons: { original: expect.stringMatching(/no query/) },
    })
    const letter = await tested(autocomplete, LOG, [['query'], [['tea']]], ask('x', 1))
    expect(letter).toMatchObject({ release: null, original: null, reasons: { ratio: expect.stringMatching(/letter/) } })
    const nowhere = await tested(autocomplete, LOG, [['query'], [['tea']]], ask('other', 1))
    expect(nowhere).toMatchObject({ release: 0, original: 0, ratio: null, reasons: { ratio: expect.any(String) } })
  })
  test('of the log itself the last days are held out, and the release is said to have seen them', async () => {
    const log = [...LOG, ...ask('tee', 1, 2)]
    const seen = { heldOut: 1, heldOutBy: 'days', heldOutFrom: '2024-05-02', sawHeldOut: true, original: 0.5 }
    const day = [...Array.from({ length: 5 }, () => ['tea', '2024-05-01']), ['tee', '2024-05-02']]
    // What it dates on a held-out day is not learnt from; without days all is.
    const dated = await tested(autocomplete, log, [['query', 'day'], day])
    expect(dated).toMatchObject({ ...seen, release: 0, learnt: { release: 1 } })
    const undated = await tested(autocomplete, log, [['query'], day.map(([query]) => [query!])])
    expect(undated).toMatchObject({ ...seen, release: 0.5 })
    expect(autocomplete.text?.(undated as Measured).join('\n')).toMatch(
      /0\.5[\s\S]*ratio +100\.0%\n[\s\S]*has seen what it is tested on/,
    )
  })
})

describe('suggest', () => {
  const pair = (person: string, day: number, first: string, second: string): Cells => [
    [person, first, MAY(day)],
    [person, second, MAY(day, '08:05:00')],
  ]
  const LOG = [...pair('a', 1, 'car', 'auto'), ...pair('b', 1, 'car', 'auto'), ...pair('c', 1, 'car', 'bike')]
  // car: bike is second, auto first; soup: nothing.
  const NEXT = [...pair('a', 2, 'car', 'bike'), ...pair('b', 2, 'car', 'auto'), ...pair('c', 2, 'soup', 'stew')]
  const of = (shown: Shown) => tested(suggest, LOG, shown, NEXT)

  test('by hand: rows in order, and pairs', async () => {
    const figures = { original: 0.5, heldOut: 3, learnt: { original: 2 }, covered: { original: 0.666667 } }
    const rows = LOG.filter(([person]) => person === 'c')
    expect(await of([['pseudonym', 'query', 'time'], rows])).toMatchObject({
      ...figures,
      release: 0.333333,
      ratio: 0.666667,
    })
    const seconds = [
      ['p', 'car', '2024-05-01', '0'],
      ['p', 'bike', '2024-05-01', '300'],
      ['p', 'auto', '2024-05-01', '9000'],
    ]
    expect(await of([['pseudonym', 'query', 'day', 'seconds'], seconds])).toMatchObject({ release: 0.333333 })
    const endless = [...seconds, ['p', 'soup', '2024-05-01', '9000000000000000000']]
    expect(await of([['pseudonym', 'query', 'day', 'seconds'], endless])).toMatchObject({ release: 0.333333 })
    const counted = [
      ['car', 'auto', '3'],
      ['car', 'bike', '7'],
    ]
    expect(await of([['item', 'next', 'count'], counted, 'pairs'])).toMatchObject({ release: 0.5 })
    const plain = [['car', 'bike']]
    expect(await of([['item', 'next'], plain, 'pairs'])).toMatchObject({ release: 0.333333 })
  })
  test('what stands together in no order counts both ways, by pseudonym and day or hour', async () => {
    const cells = [
      ['p', 'bike', '2024-05-01'],
      ['p', 'car', '2024-05-01'],
      ['p', 'auto', '2024-05-02'],
      ['q', 'auto', '2024-05-01'],
    ]
    const day = await of([['pseudonym', 'query', 'day'], cells])
    expect(day).toMatchObject({ release: 0.333333, learnt: { release: 2 } })
    const hour = cells.map(([who, query, on]) => [who!, query!, `${on} 08:00:00`])
    expect(await of([['pseudonym', 'query', 'hour'], hour])).toMatchObject({ release: 0.333333 })
    // Too many at once are no session.
    const crowd = Array.from({ length: 21 }, (_, i) => ['p', i === 0 ? 'car' : `q${i}`, '2024-05-01'])
    expect(await of([['pseudonym', 'query', 'day'], crowd])).toMatchObject({ release: 0, learnt: { release: 0 } })
  })
  test('says why it cannot be done', async () => {
    expect(await of([['query', 'time'], [['car', MAY(1)]]])).toMatchObject(why(/no pseudonyms/))
    expect(await of([['pseudonym', 'query'], [['p', 'car']]])).toMatchObject(why(/no times and no days/))
    expect(await of([['pseudonym', 'tag'], [['p', 'ab']]])).toMatchObject(why(/no queries/))
    expect(await of([['item', 'count'], [['car', '3']], 'queries'])).toMatchObject(why(/no pairs/))
    expect(await tested(suggest, LOG, [['item', 'next'], [], 'pairs'], ask('tea', 2))).toMatchObject(why(/followed/))
    const on = await makeTables()
    const log = await on.log(LOG)
    const released = { manifest: undefined, rows: await on.rows(['query'], []), side: {} }
    expect(suggest.fits({ original: { ...log, has: { ...log.has, time: false } }, released })).toMatch(/needed/)
  })
})

describe('clicks', () => {
  const click = (query: string, host: string, times: number, day = 1): Cells =>
    Array.from({ length: times }, (_, i) => [`u${i}`, query, MAY(day), `http://${host}/page?of=${i}`])
  const LOG = [...click('tea', 'a.example', 2), ...click('tea', 'b.example', 3), ...click('soup', 'c.example', 1)]
  const NEXT = [
    ...click('tea', 'a.example', 1, 2),
    ...click('tea', 'B.example', 2, 2),
    ...click('milk', 'd.example', 1, 2),
  ]
  const of = (shown: Shown) => tested(clicks, LOG, shown, NEXT)
  test('by hand', async () => {
    const rows = [
      ['tea', 'a.example'],
      ['tea', null],
      ['tea', null],
    ]
    expect(await of([['query', 'host'], rows])).toEqual({
      release: 0.25,
      original: 0.5,
      ratio: 0.5,
      heldOut: 4,
      learnt: { release: 1, original: 3 },
      covered: { release: 0.75, original: 0.75 },
      sawHeldOut: false,
    })
    const items = [
      ['tea', 'http://b.example/1', '2'],
      ['tea', 'https://b.example/2', '2'],
      ['tea', 'http://a.example/', '3'],
    ]
    expect(await of([['item', 'url', 'count'], items, 'clicks'])).toMatchObject({ release: 0.5 })
    // Without counts, two addresses of a host are two.
    const plain = items.map(([query, url]) => [query!, url!])
    expect(await of([['item', 'url'], plain, 'clicks'])).toMatchObject({ release: 0.5 })
  })
  test('says why it cannot be done', async () => {
    expect(await of([['query'], [['tea']]])).toMatchObject(why(/no hosts/))
    expect(await of([['host', 'tag'], []])).toMatchObject(why(/no queries/))
    expect(await of([['item', 'count'], [['tea', '3']], 'queries'])).toMatchObject(why(/no clicks/))
    expect(await tested(clicks, LOG, [['query', 'host'], []], ask('tea', 1))).toMatchObject(why(/no click/))
  })
})

describe('trends', () => {
  // 2024-05-06 is a Monday. tea: 4 on Mondays, 2 on Tuesdays; milk: 1 and 3.
  const week = (day: number): Cells => [
    ...ask('tea', 4, day),
    ...ask('milk', 1, day),
    ...ask('tea', 2, day + 1),
    ...ask('milk', 3, day + 1),
  ]
  const LOG = week(6)
  const NEXT = week(13)
  const rowsOf = (cells: Cells): Cells => cells.map(([, query, time]) => [query!, time!.slice(0, 10)])
  const of = (cells: Cells, heldOut = NEXT) => tested(trends, LOG, [['query', 'day'], rowsOf(cells)], heldOut)
  test('by hand', async () => {
    const figures = { original: 1, heldOut: 10, queries: 2, days: 2, learnt: { original: 4 } }
    expect(await of(LOG)).toMatchObject({ ...figures, release: 1, ratio: 1, sawHeldOut: false })
    // tea alone: forecasts 4 2 0 0 for counts 4 2 1 3: covariance (20 - 15) / 4, variances 11 / 4 and 5 / 4.
    const tea = LOG.filter(([, query]) => query === 'tea')
    expect(await of(tea)).toMatchObject({ release: Number((5 / Math.sqrt(55)).toFixed(6)) })
    expect(await of([])).toMatchObject({ release: 0, ratio: 0, learnt: { release: 0 } })
  })
  test('a day of the week that never was: the mean of all days', async () => {
    // Wednesday: forecasts 3 and 2 by the log, for 5 and 2.
    expect(await of(LOG, [...ask('tea', 5, 15), ...ask('milk', 2, 15)])).toMatchObject({ original: 1, release: 1 })
    expect(await of(ask('milk', 3, 7), [...ask('tea', 5, 15), ...ask('milk', 2, 15)])).toMatchObject({ release: -1 })
  })
  test('days by time, hour and relative time', async () => {
    const shown = (columns: readonly string[], cell: (day: string) => readonly string[]) =>
      tested(trends, LOG, [['query', ...columns], rowsOf(LOG).map(([query, day]) => [query!, ...cell(day!)])], NEXT)
    expect(await shown(['time'], (day) => [`${day} 23:10:05`])).toMatchObject({ release: 1 })
    expect(await shown(['hour'], (day) => [`${day} 23:00:00`])).toMatchObject({ release: 1 })
    const later = (day: string) => ['2024-05-05', String((Number(day.slice(-2)) - 5) * 86_400 + 7)]
    expect(await shown(['day', 'seconds'], later)).toMatchObject({ release: 1 })
    const nowhere = await shown(['day', 'seconds'], () => ['5000000-05-05', '9000000000000000000'])
    expect(nowhere).toMatchObject({ release: 0, learnt: { release: 0 } })
  })
  test('says why it cannot be done', async () => {
    expect(await tested(trends, LOG, [['item', 'count'], [['tea', '3']], 'queries'], NEXT)).toMatchObject(
      why(/items has no days/),
    )
    expect(await tested(trends, LOG, [['query'], [['tea']]], NEXT)).toMatchObject(why(/shows no days/))
    expect(await tested(trends, LOG, [['tag', 'day'], []], NEXT)).toMatchObject(why(/no queries/))
    const oneDay = Array.from({ length: 20 }, (_, i): Cells[number] => [
      `u${i}`,
      `q${i % 3}`,
      MAY(6, `0${i % 10}:00:00`),
    ])
    expect(await tested(trends, oneDay, [['query', 'day'], [['q1', '2024-05-06']]])).toMatchObject({
      ...why(/others that are held out/),
      original: null,
      days: 0,
      heldOutBy: 'moment',
    })
    expect(await of(LOG, [...ask('tea', 2, 13), ...ask('milk', 2, 13)])).toMatchObject({
      ...why(/equally often/),
      original: null,
    })
  })
})
