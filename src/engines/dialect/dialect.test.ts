import { createHmac } from 'node:crypto'
import fc from 'fast-check'
import { afterAll, describe, expect, test } from 'vitest'
import { CASES, rowsAsText, tablesOfCases } from '../../../test/support/dialect-cases.js'
import { scratch } from '../../../test/support/scratch.js'
import { openDuckDB } from '../duckdb/index.js'
import * as d from './index.js'

const engine = await openDuckDB({ spill: scratch().dir, threads: 1 })
afterAll(() => engine.close())
await tablesOfCases(engine)

describe.each(Object.entries(CASES))('%s', (called, cases) => {
  test.each(cases)('%s', async (sql, rows) => {
    expect(d).toHaveProperty(called)
    expect(await rowsAsText(engine, sql)).toEqual(rows)
  })
})

test('[RFC2104] hmacSql is HMAC-SHA-256, cut to 128 bits', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.uint8Array({ minLength: 32, maxLength: 32 }),
      fc.string({ unit: 'grapheme' }),
      async (key, value) => {
        const [row] = await engine.all<{ tag: string }>(`SELECT ${d.hmacSql(key, d.text(value))} AS tag`)
        expect(row?.tag).toBe(createHmac('sha256', key).update(value).digest('hex').slice(0, 32))
      },
    ),
    { numRuns: 60 },
  )
  expect(() => d.hmacSql(new Uint8Array(16), "'x'")).toThrow(RangeError)
})
