import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { scratch } from '../../test/support/scratch.js'
import { type Session, withSession } from '../engines/session.js'
import type { InputFile } from './input-file.js'
import { loadPacked } from './packed.js'
import { partsOf } from './parts.js'
import { loadStrictly, type Reading, type StrictReading, type TextShape } from './text-source.js'

const { dir } = scratch()
const shape: TextShape = { delimiter: '\t', quote: undefined, header: true, columns: ['c0', 'c1', 'c2'] }
const strict: StrictReading = {
  types: { c2: 'integer' },
  select: 'c0 AS person, c1 AS query, c2 AS rank',
  odd: 'rank < 0',
  careful: `c0 AS person, c1 AS query, CASE WHEN try_cast(c2 AS INTEGER) IS NULL AND c2 <> '' THEN 3 ELSE 0 END AS reason`,
}
const LINES = Array.from({ length: 300 }, (_, n) => `u${n % 9}\tquery ${'long '.repeat(n % 5)}${n}\t${n % 7}`)
const HEADING = 'user\tquery\trank'

let files = 0
function put(text: string): { readonly plain: InputFile; readonly packed: InputFile } {
  const path = join(dir, `log-${files++}`)
  writeFileSync(path, text)
  writeFileSync(`${path}.gz`, gzipSync(text))
  return {
    plain: { path, label: 'log', compression: 'none' },
    packed: { path: `${path}.gz`, label: 'log.gz', compression: 'gzip' },
  }
}

const reading = (session: Session, file: InputFile, into: string): Reading => ({ ...session, files: [file], into })

async function both(session: Session, text: string, partBytes: number) {
  const { plain, packed } = put(text)
  const [a, b] = [`plain_${files}`, `packed_${files}`]
  const rows = (table: string) => session.engine.all(`SELECT person, query, rank FROM ${table} ORDER BY rowid`)
  const one = await loadStrictly(reading(session, plain, a), a, shape, strict)
  const other = await loadPacked(reading(session, packed, b), b, shape, strict, partBytes)
  return [one && { ...one, rows: await rows(a) }, other && { ...other, rows: await rows(b) }]
}

test('a packed file is the same log in parts of any size', () =>
  withSession({ threads: 2 }, async (session) => {
    for (const partBytes of [1, 100, 999, 5000, 1 << 20]) {
      const [one, other] = await both(session, `${[HEADING, ...LINES].join('\n')}\n`, partBytes)
      expect(other).toEqual(one)
      expect(other?.rows.length).toBe(300)
    }
  }))

test('its bad rows have the numbers and reasons that they have in the file', () =>
  withSession({ threads: 2 }, async (session) => {
    const odd = LINES.map((line, n) =>
      n % 60 === 59 ? 'u1\tonly two' : n % 100 === 42 ? line.replace(/\d$/, 'x') : line,
    )
    for (const partBytes of [700, 3000, 1 << 20]) {
      const [one, other] = await both(session, [HEADING, ...odd].join('\n'), partBytes)
      expect(other).toEqual(one)
      expect(other?.bad.length).toBe(8)
    }
  }))

test('what a plain file is not read by in one go, it is not either', () =>
  withSession({ threads: 2 }, async (session) => {
    for (const text of [
      `\n${HEADING}\n${LINES.join('\n')}\n`,
      `${HEADING}\n${LINES.join('\n')}\nu1\tq\t-5\n`,
      `${HEADING}\n${'u1\tonly two\n'.repeat(2000)}`,
    ])
      expect(await both(session, text, 900)).toEqual([undefined, undefined])
  }))

test('parts are whole lines, together the file, and one that ends too early is an error', () =>
  withSession({}, async (session) => {
    const text = `${LINES.join('\n')}\n${'x'.repeat(5000)}\nlast`
    const { packed } = put(text)
    const parts: string[] = []
    for await (const part of partsOf(packed, reading(session, packed, 'in_parts'), 1000)) {
      parts.push(readFileSync(part.file.path, 'utf8'))
      part.close()
    }
    expect(parts.join('')).toBe(text)
    expect(parts.length).toBeGreaterThan(8)
    expect(parts.slice(0, -1).every((part) => part.endsWith('\n'))).toBe(true)
    const half = readFileSync(packed.path)
    writeFileSync(packed.path, half.subarray(0, half.length / 2))
    const table = 'too_early'
    await expect(loadPacked(reading(session, packed, table), table, shape, strict, 500)).rejects.toThrow('truncated')
  }))
