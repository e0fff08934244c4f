import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openWorkspace, type Workspace } from '../base/workspace.js'
import { openDuckDB } from '../engines/duckdb/index.js'
import type { Engine } from '../engines/engine.js'
import { fresh } from '../engines/sql.js'
import { normalise } from '../text/normalise.js'
import { normaliseSql } from './normalise-sql.js'

let engine: Engine
let workspace: Workspace
beforeAll(async () => {
  workspace = openWorkspace()
  engine = await openDuckDB({ spill: workspace.dir, threads: 1 })
})
afterAll(async () => {
  await engine.close()
  workspace.close()
})

/** The engine's normal form of each text. */
async function inSql(texts: readonly string[]): Promise<string[]> {
  const table = fresh('texts')
  await engine.append(table, ['value'], [[texts]])
  const rows = await engine.all<{ normal: string }>(
    `SELECT ${normaliseSql('value')} AS normal FROM ${table} ORDER BY rowid`,
  )
  await engine.drop(table)
  return rows.map((row) => row.normal)
}

// Letters that change with their neighbours, marks that compose, characters without width, all kinds of white space.
const odd = fc.constantFrom(
  ...'aAeEzZ09-\'"ΣσςİIıſßK\u212bÅé\u0301\u0307\u0323\u1e9e \t\n\v\f\r\x00\x01\x1c\x7f\x85\xa0\xad\u1680\u180e\u200b\u200c\u200d\u200e\u2028\u2029\u202f\u205f\u2060\u3000\ufeff\uac00\u1100\u1161\u11a8\u0390',
  '\u{1f468}\u200d\u{1f469}',
  '\u{10400}',
  '\u{e0041}',
)
const texts = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.string({ unit: 'grapheme' }),
  fc.array(odd).map((parts) => parts.join('')),
)

test('SQL and JavaScript agree on any text', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(texts, { minLength: 50, maxLength: 200 }), async (some) => {
      expect(await inSql(some)).toEqual(some.map(normalise))
    }),
    { numRuns: 60 },
  )
})

test('SQL and JavaScript agree on every single code point', async () => {
  const all: string[] = []
  const last = 0x1ffff // beyond it there are no letters but ideographs, which have no case
  for (let point = 1; point <= last; point++)
    if (point < 0xd800 || point > 0xdfff) all.push(String.fromCodePoint(point))
  const normal = await inSql(all)
  expect(all.filter((text, i) => normal[i] !== normalise(text))).toEqual([])
})

test('the normal form is its own normal form', () => {
  fc.assert(
    fc.property(texts, (text) => {
      const once = normalise(text)
      expect(normalise(once)).toBe(once)
      expect(once).not.toMatch(/^ | $| {2}|[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u)
    }),
    { numRuns: 3000 },
  )
})

test('white space between words stays one blank, invisible characters join them', () => {
  expect(normalise('  Red\t\u00a0\vSHOES\u200b\u2028')).toBe('red shoes')
  expect(normalise('pass\u00adword\ufeff')).toBe('password')
  expect(normalise('ΟΔΟΣ İ')).toBe('οδοσ i')
})
