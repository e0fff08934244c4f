import { expect, test } from 'vitest'
import type { Engine } from '../engines/engine.js'
import { withSession } from '../engines/session.js'
import { generateRows } from '../generate/index.js'
import { findIdentifying } from './find-identifying.js'
import { siftTexts } from './sift-texts.js'

const worker = new URL('../../dist/src/text/identify/sift/worker.js', import.meta.url)

const ODD = [
  'a\nb',
  'call 555-123-4567\nor write',
  'tab\tbed 212-555-0142',
  '"quoted" 4111 1111 1111 1111',
  '',
  ' ',
  'Müller',
  '\r',
]

async function made(engine: Engine, rows: number): Promise<string> {
  const asked = [...generateRows({ users: 600, seed: 3 })].flatMap(({ rows }) => rows.map((row) => row.asked.text))
  const texts = [...ODD, ...asked, 'x'.repeat(300_000), `${'4'.repeat(200_000)} jane@example.org`]
  await engine.append('few', ['query'], [[texts]])
  await engine.materialise(
    'log',
    `SELECT CASE WHEN n % 1000 = 7 THEN NULL ELSE query END AS query FROM few, range(${Math.ceil(rows / texts.length)}) t(n) WHERE n < 3 OR length(query) < 1000`,
  )
  return 'log'
}

const found = (engine: Engine, table: string) => engine.all(`SELECT value, kinds, masked FROM ${table} ORDER BY value`)

test('the same is found in a log whose texts were sifted first', () =>
  withSession({}, async ({ engine, workspace }) => {
    const log = await made(engine, 150_000)
    for (const options of [
      {},
      { threshold: 0.2 },
      { kinds: ['phone', 'email'] as const },
      { famous: ['john smith'] },
    ]) {
      const left = await siftTexts(engine, log, 'query', { ...options, threads: 2, workspace, worker })
      const [sifted, plain] = [
        await findIdentifying(engine, left ?? '', 'value', { ...options, threads: 1 }),
        await findIdentifying(engine, log, 'query', { ...options, threads: 1 }),
      ]
      expect(await found(engine, sifted)).toEqual(await found(engine, plain))
      expect((await found(engine, plain)).length).toBeGreaterThan(5)
    }
  }))

test('most texts are passed over, and texts of several lines are left whole', () =>
  withSession({}, async ({ engine, workspace }) => {
    const log = await made(engine, 150_000)
    const sifted = await siftTexts(engine, log, 'query', { threads: 2, workspace, worker })
    const [before] = await engine.all<{ n: number }>(`SELECT count(DISTINCT query) AS n FROM ${log}`)
    const left = await engine.all<{ value: string }>(`SELECT DISTINCT value FROM ${sifted}`)
    expect(left.length).toBeLessThan(before!.n / 2)
    expect(left.map(({ value }) => value)).toContain(ODD[1])
  }))

test('other languages, small logs and columns full of addresses are not sifted', () =>
  withSession({}, async ({ engine, workspace }) => {
    const asked = { threads: 1, workspace, worker }
    await engine.materialise('small', `SELECT 'weather' AS query`)
    await engine.materialise('urls', `SELECT 'http://example.org/' || n AS query FROM range(120000) t(n)`)
    const log = await made(engine, 150_000)
    expect(await siftTexts(engine, 'small', 'query', asked)).toBeUndefined()
    expect(await siftTexts(engine, 'urls', 'query', asked)).toBeUndefined()
    expect(await siftTexts(engine, log, 'query', { ...asked, locales: ['en', 'de'] })).toBeUndefined()
  }))
