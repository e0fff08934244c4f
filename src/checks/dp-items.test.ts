import { describe, expect, test } from 'vitest'
import { makeTables } from '../../test/support/subject.js'
import type { Log } from '../log/log.js'
import type { DifferentiallyPrivate } from '../release/guarantee.js'
import { countGiven, itemKey, knownOf } from './dp-items.js'
import type { Giving } from './dp-mechanism.js'

const claimOf = (items: DifferentiallyPrivate['items']) =>
  ({ items, ...(items === 'phrases' ? { words: 2 } : {}) }) as DifferentiallyPrivate
const step = (method: string, params = {}) => ({ method, params })

describe('what can be said of a log after the steps in front', () => {
  const log = { unit: 'user', has: { url: true, time: true } } as unknown as Log
  const how = (items: DifferentiallyPrivate['items'], ...before: { method: string; params: object }[]) =>
    knownOf(log, claimOf(items), before as never).how

  test('scrubbing was done again; sessions matter to pairs alone; other steps change texts', () => {
    expect(how('queries')).toBe('exactly')
    expect(how('pairs', step('scrub'))).toBe('exactly')
    expect(how('queries', step('scrub'), step('sessions', { split: 'interest' }))).toBe('exactly')
    expect(how('pairs', step('sessions', { split: 'gap' }))).toBe('at-most')
    expect(how('pairs', step('sessions', { split: 'daily' }))).toBe('at-most')
    expect(how('pairs', step('sessions', { split: 'interest' }))).toBe('not')
    expect(how('pairs', step('sessions', { split: 'gap' }), step('sessions', {}))).toBe('not')
    expect(how('queries', step('token-hash'))).toBe('not')
    expect(how('keywords', step('something-new'))).toBe('not')
  })

  test('a log without what items are made of', () => {
    const bare = { unit: 'user', has: { url: false, time: false } } as unknown as Log
    expect(knownOf(bare, claimOf('clicks'), [])).toEqual({ how: 'not', why: 'the log has no URLs' })
    expect(knownOf(bare, claimOf('pairs'), [])).toEqual({ how: 'not', why: 'the log has no times' })
    expect(knownOf(bare, claimOf('queries'), []).how).toBe('exactly')
    expect(knownOf({ ...bare, unit: undefined }, claimOf('queries'), [])).toEqual({
      how: 'not',
      why: 'the log has no persons',
    })
  })

  test('items are known by', () => {
    expect(['queries', 'keywords', 'pairs', 'clicks'].map((items) => itemKey({ items } as never).join())).toEqual([
      'item',
      'item',
      'item,next',
      'item,url',
    ])
  })
})

describe('who gives what, counted by hand', () => {
  const RANDOM: Giving = { counts: 'persons', most: 2, choose: 'random' }
  // al has three queries (one twice), bo has two, cy one.
  const ROWS = [
    ['al', 'red car', '2024-05-01 10:00:00', 'http://a.example/'],
    ['al', 'red car', '2024-05-01 10:10:00', ''],
    ['al', null, '2024-05-01 10:15:00', 'http://c.example/'], // no query, and so no item
    ['al', 'tea', '2024-05-01 10:20:00', null],
    ['al', 'red tea', '2024-05-01 12:00:00', 'http://b\u0001\t.example/'],
    ['bo', 'tea', '2024-05-01 10:00:00', null],
    ['bo', 'red car', '2024-05-01 10:59:00', 'http://a.example/'],
    ['cy', 'tea', '2024-05-01 09:00:00', null],
  ]

  async function counted(items: DifferentiallyPrivate['items'], gives: Giving, how: 'exactly' | 'at-most' = 'exactly') {
    const { engine, log: logOf } = await makeTables()
    const log = await logOf(ROWS)
    const tilt = Math.log(3)
    const { table, chances, drop } = await countGiven(engine, {
      log,
      claim: claimOf(items),
      known: { how },
      gives,
      tilt,
    })
    const rows = await engine.all<Record<string, number | string>>(`SELECT * FROM ${table} ORDER BY ALL`)
    const [open] = await engine.all<{ n: number }>(
      `SELECT count(*) AS n FROM ${chances} WHERE chance > 0 AND chance < 1`,
    )
    await drop()
    expect(await engine.all(`SELECT 1 FROM duckdb_tables() WHERE table_name IN ('${table}', '${chances}')`)).toEqual([])
    return { rows, open: open?.n }
  }

  test('queries, any two of a person', async () => {
    const { rows, open } = await counted('queries', RANDOM)
    // al gives each of three with chance 2/3: E 3^b = 1 + 2 * 2/3.
    const al = { mu: 2 / 3, var: 2 / 9, tilted: Math.log(7 / 3) }
    expect(open).toBe(3)
    expect(rows).toMatchObject([
      { item: 'red car', persons: 2, times: 3, sure: 1, open: 1 },
      { item: 'red tea', persons: 1, times: 1, sure: 0, open: 1 },
      { item: 'tea', persons: 3, times: 3, sure: 2, open: 1 },
    ])
    for (const [i, sure] of [1, 0, 2].entries()) {
      expect(rows[i]?.mu).toBeCloseTo(al.mu + sure, 12)
      expect(rows[i]?.low).toBeCloseTo(al.mu + sure, 12)
      expect(rows[i]?.var).toBeCloseTo(al.var, 12)
      expect(rows[i]?.tilted).toBeCloseTo(al.tilted + sure * Math.log(3), 12)
    }
  })

  test('queries by weight: who has fewer than may be given counts for more', async () => {
    const { rows } = await counted('queries', { ...RANDOM, most: 2, weighted: true })
    // bo gives both of two, by 1 each; cy one, by sqrt(2); al any two of three, by 1 each.
    const one = (x: number) => Math.floor(2 ** 28 * x) / 2 ** 28
    const full = one(1 / Math.SQRT2) * Math.SQRT2
    expect(rows.map(({ item, persons }) => [item, persons])).toEqual([
      ['red car', 2],
      ['red tea', 1],
      ['tea', 3],
    ])
    const sure = [full, 0, full + Math.SQRT2]
    for (const [i, certain] of sure.entries()) {
      expect(rows[i]?.sure).toBeCloseTo(certain, 12)
      expect(rows[i]?.mu).toBeCloseTo(certain + (2 / 3) * full, 12)
      expect(rows[i]?.var).toBeCloseTo((2 / 9) * full * full, 12)
    }
    expect(rows[2]?.tilted).toBeCloseTo(
      Math.log(1 + (2 / 3) * Math.expm1(full * Math.log(3))) + (full + Math.SQRT2) * Math.log(3),
      9,
    )
    const unknown = await counted('queries', { ...RANDOM, choose: 'unknown', weighted: true })
    expect(unknown.rows[2]?.mu).toBeCloseTo(3 * Math.SQRT2, 12)
  })

  test('queries, the most asked, and any of those asked as often', async () => {
    const { rows } = await counted('queries', { ...RANDOM, choose: 'frequent' })
    expect(rows.map(({ item, sure, open, mu }) => [item, sure, open, mu])).toEqual([
      ['red car', 2, 0, 2],
      ['red tea', 0, 1, 0.5],
      ['tea', 2, 1, 2.5],
    ])
    const one = await counted('queries', { ...RANDOM, most: 1, choose: 'frequent' })
    expect(one.rows.map(({ item, sure, open, mu }) => [item, sure, open, mu])).toEqual([
      ['red car', 1, 1, 1.5],
      ['red tea', 0, 0, 0],
      ['tea', 1, 1, 1.5],
    ])
  })

  test('a choice that nobody knows: between those who gave for certain and all', async () => {
    const { rows } = await counted('queries', { ...RANDOM, choose: 'unknown' })
    expect(rows.map(({ item, low, mu, var: v }) => [item, low, mu, v])).toEqual([
      ['red car', 1, 2, 0],
      ['red tea', 0, 1, 0],
      ['tea', 2, 3, 0],
    ])
    expect(rows[2]?.tilted).toBeCloseTo(3 * Math.log(3), 12)
  })

  test('the first two rows of each', async () => {
    const { rows } = await counted('queries', { counts: 'occurrences', most: 2, choose: 'first' })
    expect(rows.map(({ item, persons, times, mu, var: v }) => [item, persons, times, mu, v])).toEqual([
      ['red car', 2, 3, 3, 0],
      ['red tea', 1, 1, 0, 0],
      ['tea', 3, 3, 2, 0],
    ])
  })

  test('words, phrases, clicks, pairs', async () => {
    const words = await counted('keywords', { ...RANDOM, most: 3 })
    expect(words.rows.map(({ item, persons, times, mu }) => [item, persons, times, mu])).toEqual([
      ['car', 2, 3, 2],
      ['red', 2, 4, 2],
      ['tea', 3, 4, 3],
    ])
    const phrases = await counted('phrases', { ...RANDOM, most: 5 })
    expect(phrases.rows.map(({ item, persons, times, mu }) => [item, persons, times, mu])).toEqual([
      ['car', 2, 3, 2],
      ['red', 2, 4, 2],
      ['red car', 2, 3, 2],
      ['red tea', 1, 1, 1],
      ['tea', 3, 4, 3],
    ])
    const clicks = await counted('clicks', RANDOM)
    expect(clicks.rows.map(({ item, url, persons }) => [item, url, persons])).toEqual([
      ['red car', 'http://a.example/', 2],
      ['red tea', 'http://b  .example/', 1],
    ])
    // More than an hour lies between tea and red tea; a query asked again is no pair.
    const pairs = await counted('pairs', RANDOM)
    expect(pairs.rows.map(({ item, next, persons, low }) => [item, next, persons, low])).toEqual([
      ['red car', 'tea', 1, 1],
      ['tea', 'red car', 1, 1],
    ])
    const within = await counted('pairs', RANDOM, 'at-most')
    expect(within.rows.map(({ item, next, mu, low }) => [item, next, mu, low])).toEqual([
      ['red car', 'tea', 1, 0],
      ['tea', 'red car', 1, 0],
      ['tea', 'red tea', 1, 0],
    ])
  })
})
