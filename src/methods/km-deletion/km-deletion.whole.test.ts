import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { type Row, writeLog } from '../../../test/support/log.js'
import { manifestOf, type ReadRow, rowsOf } from '../../../test/support/release.js'
import { scratch } from '../../../test/support/scratch.js'
import { makeTables } from '../../../test/support/subject.js'
import { parseParams } from '../../base/params.js'
import type { ColumnOptions } from '../../release/columns.js'
import { judged } from '../../release/experiment.js'
import { explain, release } from '../../run/release/index.js'
import { type VerifyOptions, verify as verifyAny } from '../../run/verify.js'
import method from './index.js'

const { next } = scratch()

/** Releases here are experiments, so that they repeat: what they would promise is judged. */
const verify = (dir: string, options: VerifyOptions = {}) => verifyAny(dir, { experiments: true, ...options })

/** Users by their queries, at noon of a day each. */
function rowsBy(queries: Readonly<Record<string, readonly string[]>>): Row[] {
  return Object.entries(queries).flatMap(([user, texts]) =>
    texts.map((query, i) => ({ user, query, time: `2024-05-0${1 + (i % 9)} 12:00:00` })),
  )
}

async function make(rows: readonly Row[], params: object, shows: Partial<ColumnOptions> = {}) {
  const out = next('release')
  const log = writeLog(next('log.ndjson'), rows)
  const plan = { steps: [{ method: 'km-deletion', params: params as Record<string, unknown> }], shows }
  const result = await release([log], { plan, out, seed: 1, truth: true }, { columns: { device: 'device' } })
  const record = JSON.parse(readFileSync(join(`${out}.private`, 'record.json'), 'utf8'))
  return { out, log, result, rows: await rowsOf(out), km: record.facts.km, notes: record.notes as string[] }
}

const claimOn = async (dir: string) => (await verify(dir)).checks.find(({ name }) => name === 'combinations')

/** Histories as a reader sees them: the queries of each pseudonym. */
function histories(rows: readonly ReadRow[]): string[] {
  const by = new Map<string, string[]>()
  for (const { pseudonym, query } of rows)
    by.set(pseudonym as string, [...(by.get(pseudonym as string) ?? []), query as string])
  return [...by.values()].map((queries) => queries.sort().join(' | ')).sort()
}

const EXAMPLE_8 = rowsBy({ 1: ['a b c'], 2: ['a b d'], 3: ['b c d'], 4: ['a c e'] })
const prices = next('prices.tsv')
writeFileSync(prices, 'term\tbid\tclicks\timpressions\na\t1\t1\t\nb\t1.1\t1\t\nc\t1.2\t1\t\nd\t1.3\t1\t\ne\t1.4\t1\t\n')

describe('from log to release', () => {
  test('[Burghardt] Example 8: 9.9 of the 14.1 that all terms are worth; both figures are in the record', async () => {
    const { rows, km, notes, out } = await make(EXAMPLE_8, { k: 2, target: 'bid', marketing: prices })
    expect(histories(rows)).toEqual(['a b', 'a b c', 'a c', 'b c'])
    expect(km.worth.kept).toBeCloseTo(9.9)
    expect(km.worth.all).toBeCloseTo(3 * 1 + 3 * 1.1 + 3 * 1.2 + 2 * 1.3 + 1.4)
    expect(km.worth.greedy).toBeLessThanOrEqual(km.worth.kept)
    expect(notes.join()).toMatch(/greedy/)
    expect(JSON.stringify(manifestOf(out))).not.toContain('prices')
  })

  test('[Burghardt] §2.4: what is shared by enough alone, but not together, does not stay together', async () => {
    const users = {
      thelma: ['arnold family', 'lilburn shops', 'georgia'],
      2: ['arnold', 'georgia'],
      3: ['lilburn', 'georgia'],
      4: ['georgia'],
    }
    const shows = async (m: number) => (await make(rowsBy(users), { k: 2, m })).rows.map(({ query }) => query).join()
    expect(await shows(1)).toMatch(/(?=.*arnold)(?=.*lilburn)/)
    const both = (await make(rowsBy(users), { k: 2, m: 2 })).rows
    expect(histories(both).some((history) => /arnold.*lilburn/.test(history))).toBe(false)
    expect(both.some(({ query }) => query === 'georgia')).toBe(true)
  })

  test('rows keep what is left in its order, without signs; rows without anything go', async () => {
    const { rows, out } = await make(
      rowsBy({ 1: ['Red, secret red cat!', 'hidden', '???'], 2: ['red cat'], 3: ['cat red'] }),
      { k: 2 },
    )
    expect(histories(rows)).toEqual(['cat red', 'red cat', 'red red cat'])
    expect((await claimOn(out))?.holds).toBe(true)
  })

  test('programs are left out: more than so many queries in a session', async () => {
    const busy = Array.from({ length: 6 }, (_, i) => ({
      user: 'robot',
      query: `cat ${i}`,
      time: `2024-05-01 12:00:0${i}`,
    }))
    const users = rowsBy({ 1: ['cat'], 2: ['dog'], 3: ['dog'] })
    const without = await make([...busy, ...users], { k: 2, bots: 5 })
    expect(histories(without.rows)).toEqual(['dog', 'dog'])
    expect(without.km.bots).toBe(1)
    expect(histories((await make([...busy, ...users], { k: 2, bots: 6 })).rows)).toContain('cat')
  })

  test('hosts count as terms where they are released, and stand beside text only', async () => {
    const click = (user: string, query: string, host: string) => ({ user, query, url: `http://${host}/x`, rank: 1 })
    const { rows, out } = await make(
      [
        click('1', 'cat', 'shop.example'),
        click('2', 'cat', 'shop.example'),
        click('3', 'cat', 'rare.example'),
        click('4', 'onlymine', 'shop.example'),
      ],
      { k: 2, hosts: true },
      { rank: true },
    )
    expect(rows.map(({ query, host, rank }) => `${query} ${host} ${rank}`).sort()).toEqual([
      'cat null null',
      'cat shop.example 1',
      'cat shop.example 1',
    ])
    expect((await claimOn(out))?.holds).toBe(true)
  })

  test('going on from a smaller m', async () => {
    const users = rowsBy({ 1: ['a b c'], 2: ['a b'], 3: ['b c'], 4: ['a c'], 5: ['a b c d'], 6: ['d a'] })
    const first = await make(users, { k: 2, m: 2 })
    const second = await make(users, { k: 2, m: 3, from: first.out })
    expect(judged(manifestOf(second.out))).toMatchObject({ k: 2, m: 3 })
    expect((await claimOn(second.out))?.holds).toBe(true)
    await expect(make(users, { k: 2, m: 1, from: first.out })).rejects.toMatchObject({ code: 'refused' })
    await expect(make(users, { k: 2, window: '7d', from: first.out })).rejects.toMatchObject({ code: 'usage' })
  })
})

describe('histories that are cut', () => {
  const weeks = [
    { user: '1', query: 'election', time: '2024-05-02 12:00:00' },
    { user: '2', query: 'election', time: '2024-05-02 13:00:00' },
    { user: '1', query: 'weather', time: '2024-05-20 12:00:00' },
    { user: '2', query: 'weather', time: '2024-05-20 12:00:00' },
    { user: '3', query: 'election', time: '2024-05-20 12:00:00', device: 'phone' },
  ]

  test('a window: what is common in one week is rare in another; pseudonyms do not outlast it', async () => {
    const whole = await make(weeks, { k: 2 })
    expect(histories(whole.rows)).toEqual(['election', 'election | weather', 'election | weather'])
    const { rows, out } = await make(weeks, { k: 2, window: '1w' })
    expect(histories(rows)).toEqual(['election', 'election', 'weather', 'weather'])
    expect(judged(manifestOf(out))).toMatchObject({ per: 'window', window: '1w' })
    expect(judged(manifestOf(out)).sentence).toMatch(/within the same 1w/)
    expect((await claimOn(out))?.holds).toBe(true)
    await expect(make(weeks, { k: 2, window: '36h' })).rejects.toMatchObject({ code: 'usage' })
  })

  test('a column: combinations are counted within its values', async () => {
    const { rows, out } = await make(weeks, { k: 2, within: 'device' })
    expect(rows.every(({ device }) => device === null)).toBe(true)
    expect((await claimOn(out))?.holds).toBe(true)
    await expect(make(weeks, { k: 2, within: 'town' })).rejects.toMatchObject({ code: 'usage' })
  })

  test('sessions: one person in two of them is one person', async () => {
    const on = await makeTables()
    const { table } = await on.rows(
      ['person', 'query', 'session'],
      [
        ['1', 'only mine', 'a'],
        ['1', 'only mine', 'b'],
        ['1', 'cat', 'b'],
        ['2', 'cat dog', 'a'],
        ['3', 'dog cat', 'a'],
      ],
    )
    await on.engine.materialise(
      'cut',
      `SELECT *, NULL::TIMESTAMP AS time, NULL::INTEGER AS rank, NULL::VARCHAR AS url FROM ${table}`,
    )
    const has = { time: false, rank: false, url: false, raw: false, tag: false, session: true }
    const made = await method.run(
      { table: 'cut', unit: 'user', has, extras: [] },
      parseParams(method.name, method.params, { k: 2 }),
      { ...on.context, key: undefined },
    )
    expect(await on.engine.all(`SELECT person, session, query FROM ${made.log?.table} ORDER BY ALL`)).toEqual([
      { person: '1', session: 'b', query: 'cat' },
      { person: '2', session: 'a', query: 'cat dog' },
      { person: '3', session: 'a', query: 'dog cat' },
    ])
    expect(method.guarantee(parseParams(method.name, method.params, { k: 2 }), 'user', true)).toMatchObject({
      per: 'session',
    })
  })
})

test('after sessions the promise is one of sessions, and the release cannot tell whether they are of k persons', async () => {
  const out = next('release')
  const both = ['1', '2', '3'].flatMap((user) => [
    { user, query: 'cat food', time: '2024-05-01 12:00:00' },
    { user, query: `dog ${user}`, time: '2024-05-02 12:00:00' },
  ])
  const steps = [
    { method: 'sessions', params: { split: 'daily' } },
    { method: 'km-deletion', params: { k: 3 } },
  ]
  await release([writeLog(next('log.ndjson'), both)], { plan: { steps, shows: {} }, out, seed: 1 })
  expect(judged(manifestOf(out))).toMatchObject({ kind: 'k-m', per: 'session' })
  expect(manifestOf(out).shows.link).toBe('session')
  expect(histories(await rowsOf(out))).toEqual(['cat food', 'cat food', 'cat food', 'dog', 'dog', 'dog'])
  expect(await claimOn(out)).toMatchObject({ holds: null })
})

describe('what is refused', () => {
  const plan = (steps: { method: string; params: Record<string, unknown> }[]) => explain({ steps, shows: {} })

  test('a threshold before, whose texts would change; a change of histories after', async () => {
    const [km, rare] = [
      { method: 'km-deletion', params: { k: 5 } },
      { method: 'rare-queries', params: { k: 5 } },
    ]
    await expect(plan([rare, km])).rejects.toMatchObject({ code: 'refused' })
    await expect(plan([km, rare])).rejects.toMatchObject({ code: 'refused' })
    const up = { method: 'km-deletion', params: { k: 5, m: 3 } }
    expect((await plan([km, up])).guarantee).toMatchObject({ k: 5, m: 3 })
  })

  test('utilities that nobody gave, and figures that are none', async () => {
    await expect(make(EXAMPLE_8, { k: 2, target: 'clicks' })).rejects.toMatchObject({ code: 'usage' })
    const bad = next('bad.tsv')
    writeFileSync(bad, 'term\tbid\na\tmuch\n')
    await expect(make(EXAMPLE_8, { k: 2, target: 'bid', marketing: bad })).rejects.toMatchObject({ code: 'input' })
    writeFileSync(bad, 'a\t1\n')
    await expect(make(EXAMPLE_8, { k: 2, target: 'bid', marketing: bad })).rejects.toMatchObject({ code: 'input' })
  })
})
