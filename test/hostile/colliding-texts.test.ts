import { writeFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { hmacSql } from '../../src/engines/dialect/hashes.js'
import type { Engine } from '../../src/engines/engine.js'
import { text } from '../../src/engines/sql.js'
import { seededRandom } from '../../src/random/seeded.js'
import { release } from '../../src/run/release/index.js'
import { collidingTexts } from '../../src/trials/audit-dp/colliding.js'
import { asked, type Row, writeLog } from '../support/log.js'
import { rowsOf } from '../support/release.js'
import { scratch } from '../support/scratch.js'
import { makeTables } from '../support/subject.js'

const { next } = scratch()
const random = seededRandom(20)
const PAIRS = Array.from({ length: 200 }, () => collidingTexts(random))

/** Those pairs that an expression takes for one. */
async function equalUnder(engine: Engine, sql: (text: string) => string) {
  const values = PAIRS.map(([a, b], i) => `(${i}, ${text(a)}, ${text(b)})`).join(', ')
  const found = await engine.all<{ i: number }>(
    `SELECT i FROM (VALUES ${values}) t(i, a, b) WHERE ${sql('a')} = ${sql('b')}`,
  )
  return found.map(({ i }) => PAIRS[i]!)
}

async function make(method: string, rows: readonly Row[], params: object) {
  const log = writeLog(next('log.ndjson'), rows)
  const out = next('release')
  const plan = { steps: [{ method, params: params as Record<string, unknown> }], shows: {} }
  const { kept } = await release([log], { plan, out, unpublished: true })
  return { rows: await rowsOf(out), kept }
}

describe('texts that the quick hash of the engine takes for one', () => {
  test('are made up without knowing the key: half of all pairs are equal under any, and none under HMAC-SHA-256', async () => {
    const { engine } = await makeTables()
    for (const key of ['', '9f86d081884c7d659a2feaa0c55ad015', 'a'.repeat(64)]) {
      const { length } = await equalUnder(engine, (sql) => `hash('${key}' || ${sql})`)
      // 60 to 140 of 200 fair coins but once in 10^8.
      expect(length).toBeGreaterThan(60)
      expect(length).toBeLessThan(140)
    }
    expect(await equalUnder(engine, (sql) => hmacSql(random.bytes(32), sql))).toEqual([])
  })

  // Under an item code of two quick hashes, one of them keyed, all of 24 such pairs would stay apart once in 2^24 runs.
  test.each(['zealous', 'gaussian-threshold', 'korolova', 'optimal-selection', 'set-union'])(
    'are counted apart by %s, and no run ends for them',
    async (method) => {
      const { engine } = await makeTables()
      const pairs = (await equalUnder(engine, (sql) => `hash(${sql})`)).slice(0, 24)
      const rows = pairs.flatMap(([a, b], i) => [...asked(a, 40, {}, `a${i}-`), ...asked(b, 40, {}, `b${i}-`)])
      const made = await make(method, rows, { epsilon: 50, delta: 1e-5, perUser: 1 })
      expect(made.rows.map(({ item }) => item).sort()).toEqual(pairs.flat().sort())
      if (made.rows[0]?.count !== undefined)
        for (const { count } of made.rows) expect(Math.abs(Number(count) - 40)).toBeLessThan(10)
      expect(made.kept).toMatchObject({ rows: 80 * pairs.length, queries: 2 * pairs.length })
    },
  )

  test('are counted apart where an item has two texts', async () => {
    const { engine } = await makeTables()
    const pairs = (await equalUnder(engine, (sql) => `hash(${sql})`)).slice(0, 24)
    const rows = pairs.flatMap(([a, b], i) => [
      ...asked('tea', 40, { url: a }, `a${i}-`),
      ...asked('tea', 40, { url: b }, `b${i}-`),
    ])
    const made = await make('zealous', rows, { epsilon: 50, delta: 1e-5, perUser: 1, items: 'clicks' })
    expect(made.rows.map(({ url }) => url).sort()).toEqual(pairs.flat().sort())
  })

  test('as names of persons make two persons of two', async () => {
    const { engine } = await makeTables()
    const pairs = (await equalUnder(engine, (sql) => `hash(${sql})`)).slice(0, 40)
    const rows = pairs.flat().map((user) => ({ user, query: 'tea' }))
    const made = await make('zealous', rows, { lambda: 0, tau: 1, tauPrime: 0 })
    expect(made.rows).toEqual([{ item: 'tea', count: '80' }])
  })
})

describe('sessions by interest', () => {
  const at = (user: string, minute: number, query: string, url?: string): Row => ({
    user,
    query,
    time: `2024-05-01 10:0${minute}:00`,
    ...(url === undefined ? {} : { url }),
  })
  async function sessions(rows: readonly Row[], params: object = {}): Promise<string[]> {
    const made = await make('sessions', rows, { split: 'interest', ...params })
    const bySession = new Map<string, string[]>()
    for (const { pseudonym = '', query = '' } of made.rows as Record<string, string>[])
      bySession.set(pseudonym, [...(bySession.get(pseudonym) ?? []), query])
    return [...bySession.values()].map((queries) => queries.sort().join(' | ')).sort()
  }
  const alike = async () => {
    const { engine } = await makeTables()
    return (await equalUnder(engine, (sql) => `hash(${sql})`))[0]!
  }

  test("of a person do not depend on another's whose name is taken for theirs by the quick hash", async () => {
    const [one, other] = await alike()
    const rows = [at(one, 1, 'red car'), at(other, 2, 'blue boat'), at(other, 3, 'red boat car blue')]
    expect(await sessions(rows)).toEqual(['blue boat | red boat car blue', 'red car'])
  })

  test('are not joined by two pages that the quick hash takes for one', async () => {
    const [one, other] = await alike()
    expect(await sessions([at('u', 1, 'kitten', one), at('u', 2, 'tomcats', other)])).toEqual(['kitten', 'tomcats'])
    expect(await sessions([at('u', 1, 'kitten', one), at('u', 2, 'tomcats', one)])).toEqual(['kitten | tomcats'])
    const [apart, common] = [next('apart.tsv'), next('common.tsv')]
    writeFileSync(apart, `kitten\t${one}\ntomcats\t${other}\n`)
    writeFileSync(common, `kitten\t${one}\ntomcats\t${one}\n`)
    const rows = [at('u', 1, 'kitten'), at('u', 2, 'tomcats')]
    expect(await sessions(rows, { results: apart })).toEqual(['kitten', 'tomcats'])
    expect(await sessions(rows, { results: common })).toEqual(['kitten | tomcats'])
  })
})
