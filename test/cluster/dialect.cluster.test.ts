import { createHmac } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { hmacSql } from '../../src/engines/dialect/index.js'
import type { Engine } from '../../src/engines/engine.js'
import { openSpark } from '../../src/engines/spark/index.js'
import { text } from '../../src/engines/sql.js'
import { CASES, rowsAsText, tablesOfCases } from '../support/dialect-cases.js'
import { scratch } from '../support/scratch.js'
import type { RunningCluster } from './harness/running.js'
import { sharedCluster } from './shared.js'

/** What a cluster does not say, with the reason. */
const NOT_THERE: Readonly<Record<string, string>> = {
  nfc: 'Spark has no normal forms of Unicode: texts go through our own code (from-cluster.ts)',
}

const { dir } = scratch()
let cluster: RunningCluster
let engine: Engine
beforeAll(async () => {
  cluster = await sharedCluster()
  engine = await openSpark(cluster.url, { spill: dir })
  await tablesOfCases(engine)
})
afterAll(async () => {
  await engine?.close()
})

describe.each(Object.entries(CASES).filter(([called]) => NOT_THERE[called] === undefined))('%s', (_, cases) => {
  test.each(cases)('%s', async (sql, rows) => {
    expect(await rowsAsText(engine, sql)).toEqual(rows)
  })
})

test.each(Object.keys(NOT_THERE))('%s is refused, not guessed', async (called) => {
  for (const [sql] of CASES[called as keyof typeof CASES]) await expect(engine.all(sql)).rejects.toThrow('normal form')
})

test('texts and names of any kind are safe, marks of forms among them', async () => {
  for (const odd of [
    `it's`,
    'a\\b',
    '\\',
    `x"; DROP TABLE t; --'`,
    '\u0002\u0003\u0004\u0005\u0010',
    '`',
    'r\n\t\0',
    '😀',
  ])
    expect(await engine.all(`SELECT ${text(odd)} AS v`)).toEqual([{ v: odd }])
})

test('[RFC2104] a key never stands in a statement, and hashes are those of HMAC-SHA-256', async () => {
  const key = new Uint8Array(32).fill(9)
  const [row] = await engine.all<{ tag: string; plan: string }>(`SELECT ${hmacSql(key, text('tea'))} AS tag`)
  expect(row?.tag).toBe(createHmac('sha256', key).update('tea').digest('hex').slice(0, 32))
  const plans = await engine.all<{ plan: string }>(`EXPLAIN EXTENDED SELECT ${hmacSql(key, 'l')} AS tag FROM letters`)
  const pad = Buffer.alloc(32, 9 ^ 0x36).toString('hex')
  expect(JSON.stringify(plans)).toContain('lethe_pads')
  expect(JSON.stringify(plans).toLowerCase()).not.toContain(pad)
})

test('errors never quote the statement or a value', async () => {
  const error = await engine.all(`SELECT CAST('marker-7f3a' AS INT)`).catch((cause: Error) => cause)
  expect(error).toMatchObject({ name: 'LetheError', message: expect.stringContaining('CAST_INVALID_INPUT') })
  expect(`${(error as Error).message} ${(error as Error).stack}`).not.toContain('marker-7f3a')
})

test('stops when asked to, and the cluster stops too', async () => {
  const stop = new AbortController()
  const other = await openSpark(cluster.url, { spill: dir, signal: stop.signal })
  setTimeout(() => stop.abort(), 1500)
  await expect(
    other.all('SELECT count(*) FROM range(1000000000) a CROSS JOIN range(1000) b WHERE a.id % 7 = b.id % 5'),
  ).rejects.toMatchObject({ code: 'interrupted' })
  await other.close()
  expect(await cluster.activeTasks()).toBe(0)
})
