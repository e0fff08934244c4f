import { tmpdir } from 'node:os'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openDuckDB } from '../engines/duckdb/index.js'
import type { Engine } from '../engines/engine.js'
import { text } from '../engines/sql.js'
import { hostSql } from './host-sql.js'

let engine: Engine
beforeAll(async () => {
  engine = await openDuckDB({ spill: tmpdir(), threads: 1 })
})
afterAll(() => engine.close())

test.each([
  ['http://www.Example.COM/path?q=1#part', 'www.example.com'],
  ['https://example.com', 'example.com'],
  ['example.com', 'example.com'],
  ['example.com.', 'example.com'],
  ['//example.com/x', 'example.com'],
  ['https://example.com:8443/x', 'example.com'],
  ['example.com:8443/x', 'example.com'],
  ['localhost:8080', 'localhost'],
  ['https://name:pass@example.com/x', 'example.com'],
  ['https://name:p@ss@example.com/x', 'example.com'],
  ['name:pass@example.com', 'example.com'],
  ['https://example.com/x@y', 'example.com'],
  ['https://example.com?x@y', 'example.com'],
  ['https://example.com\\x@y', 'example.com'],
  ['http://example.com;session=1', 'example.com'],
  ['http://example.com%00.org', 'example.com'],
  ['http://example.com\u200b.org', 'example.com'],
  ['http://[2001:DB8::1]:80/', '[2001:db8::1]'],
  ['http://bücher.example/x', 'bücher.example'],
  ['  http://example.com  ', 'example.com'],
  ['', null],
  ['/', null],
])('the host of %j is %j', async (url, host) => {
  const [row] = await engine.all<{ host: string | null }>(`SELECT ${hostSql(text(url))} AS host`)
  expect(row?.host).toBe(host)
})
