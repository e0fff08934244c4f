import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { sqlContract } from '../../test/support/engine-contract.js'
import { scratch } from '../../test/support/scratch.js'
import { openDuckDB } from './duckdb/index.js'
import { columnsIn, type Engine } from './engine.js'

// Engines on clusters keep it too: test/cluster/contract.cluster.test.ts.
sqlContract('duckdb', openDuckDB)

const { dir } = scratch()
let engine: Engine
beforeAll(async () => {
  engine = await openDuckDB({ spill: dir, threads: 2 })
})
afterAll(() => engine.close())
afterEach(() => engine.drop('t', 'u'))

test.each([false, true])(
  'shows the memory of columns: numbers, and texts of any length (at once: %s)',
  async (atOnce) => {
    const texts = ['', 'tea', 'twelve bytes', 'thirteen byte', '日本語日本語', 'x'.repeat(5000)]
    const rows = Array.from({ length: 5000 }, (_, i) => texts[i % texts.length]!)
    await engine.append('t', ['v'], [[rows]])
    const seen: string[] = []
    const numbers: bigint[] = []
    const columns = [
      { sql: 'rowid', bytes: 4 },
      { sql: '-rowid', bytes: 8 },
      { sql: 'v', bytes: 'text' },
    ] as const
    const batches = atOnce ? await columnsIn(engine).memoryAtOnce(columns, 't') : columnsIn(engine).memory(columns, 't')
    for await (const [ids, negative, views] of batches) {
      const view = new DataView(views!.buffer, views!.byteOffset, views!.byteLength)
      for (let i = 0; i < ids!.length / 4; i++) {
        const length = view.getUint32(16 * i, true)
        const from = length <= 12 ? 16 * i + 4 : view.getUint32(16 * i + 8, true)
        seen.push(Buffer.from(views!.subarray(from, from + length)).toString())
      }
      numbers.push(...new BigInt64Array(negative!.slice().buffer))
    }
    expect(seen).toEqual(rows)
    expect(numbers.every((n, i) => n === BigInt(-i))).toBe(true)
  },
)

test('reads an array that JavaScript holds', async () => {
  const numbers = Uint32Array.from({ length: 300_000 }, (_, i) => (i * 7919) % 1000)
  await engine.materialise('t', `SELECT range AS n FROM range(300000)`)
  const [sum] = await columnsIn(engine).lookUp(numbers, (at) =>
    engine.all<{ wrong: number }>(`SELECT count(*) FILTER (${at('rowid')} <> (n * 7919) % 1000) AS wrong FROM t`),
  )
  expect(sum).toEqual({ wrong: 0 })
})

test('takes numbers that JavaScript made', async () => {
  const a = Uint32Array.from({ length: 5000 }, (_, i) => 2 ** 32 - 1 - i)
  await columnsIn(engine).appendNumbers('t', { a, b: a.map((_, i) => i) })
  expect(await engine.all('SELECT count(*) AS n, max(a) AS a, max(b) AS b, min(a + b) AS s FROM t')).toEqual([
    { n: 5000, a: 2 ** 32 - 1, b: 4999, s: 2 ** 32 - 1 },
  ])
  await columnsIn(engine).appendNumbers('u', { a: new Uint32Array(0) })
  expect(await engine.all('SELECT count(*) AS n FROM u')).toEqual([{ n: 0 }])
})

test('takes the memory of columns, and gives it back in the order of its bytes', async () => {
  const value = (i: number) => Buffer.from([...Array(14).fill(7), i >> 8, i & 255]).reverse()
  async function* batches() {
    for (const [from, to] of [
      [0, 2048],
      [2048, 5000],
    ] as const) {
      const a = Buffer.concat(Array.from({ length: to - from }, (_, i) => value(4999 - from - i)))
      yield [a, a.map((byte) => byte ^ 0xff)]
    }
  }
  await columnsIn(engine).appendMemory('m', ['a', 'b'], batches())
  const columns = [
    { sql: 'a', bytes: 16 },
    { sql: 'b', bytes: 16 },
  ] as const
  const read = await columnsIn(engine).memoryAtOnce(columns, '(SELECT * FROM m ORDER BY a)')
  const rows = Array.from(read, (batch) => batch.map((column) => Uint8Array.from(column)))
  const [a, b] = [0, 1].map((at) => Buffer.concat(rows.map((batch) => batch[at]!)))
  expect(a).toEqual(Buffer.concat(Array.from({ length: 5000 }, (_, i) => value(i))))
  expect(b).toEqual(a!.map((byte) => byte ^ 0xff))
})
