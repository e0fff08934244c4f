import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { Bench } from '../../test/support/lethe.js'
import { badRows, read } from '../../test/support/read.js'
import { normalise } from '../text/normalise.js'
import { normalisePerson } from '../text/person.js'
import { lines, rewrite, splitter } from './careful.js'
import type { InputFile } from './input-file.js'

const asInput = (path: string): InputFile => ({ path, label: path, compression: 'none' })

async function linesOf(content: string, max: number, end: 10 | 13 = 10): Promise<string[]> {
  const found: string[] = []
  for await (const line of lines(asInput(new Bench().file('x', content)), max, end)) found.push(String(line))
  return found
}

test('lines end with LF, CR LF or CR; one that is too long is named, not held', async () => {
  expect(await linesOf('a\r\nb\n\nc', 10)).toEqual(['a', 'b', '', 'c'])
  expect(await linesOf('a\rb\r', 10, 13)).toEqual(['a', 'b'])
  expect(await linesOf(`a\n${'x'.repeat(11)}\nb\n${'y'.repeat(10)}`, 10)).toEqual(['a', 'giant', 'b', 'y'.repeat(10)])
})

test('fields that were quoted come back as they were', () => {
  const fields = fc.array(fc.string({ unit: fc.constantFrom('a', '"', ',', '\n', ' ') }), { minLength: 1 })
  fc.assert(
    fc.property(fields, (written) => {
      const line = written.map((field) => `"${field.replaceAll('"', '""')}"`).join(',')
      expect(splitter(',', '"')(line)).toEqual(written)
    }),
  )
  expect(splitter(',', '"')('a, "b,c" ,d')).toEqual(['a', 'b,c', 'd'])
  expect(splitter(',', '"')('a,"b')).toBe('unbalanced quote')
  expect(splitter(',', '"')('"a"b,c')).toBe('unreadable')
})

// Few different characters, so that quotes, separators and line ends meet often.
const cell = fc.string({ unit: fc.constantFrom('a', 'B', ' ', 'é', '-', '\x00', "'", '\\'), maxLength: 4 })
const plainRows = fc.array(fc.tuple(fc.constantFrom('u1', 'u2', 'u3'), cell, cell), { minLength: 1, maxLength: 40 })

test('the careful way and the direct way give the same rows', async () => {
  await fc.assert(
    fc.asyncProperty(plainRows, fc.boolean(), async (rows, crlf) => {
      const bench = new Bench()
      const text = ['user\tquery\tnote', ...rows.map((row) => row.join('\t'))].join(crlf ? '\r\n' : '\n') + '\n'
      const direct = await read([bench.file('direct.tsv', text)], { columns: { note: 'note' } })
      // One giant line sends a file the careful way.
      const giant = await read([bench.file('careful.tsv', `${text}${'x'.repeat(1 << 20)}x\n`)], {
        columns: { note: 'note' },
        maxBad: 1,
      })
      expect(giant.rows).toEqual(direct.rows)
      expect(badRows(giant.source)).toEqual([`1:${rows.length + 1} line too long`])
    }),
    { numRuns: 12 },
  )
})

const messyLine = fc.string({
  unit: fc.constantFrom('a', 'b', ',', ',', '"', ' ', 'é', '\x00'),
  minLength: 1,
  maxLength: 12,
})

test('nothing is lost: every line of a messy file without quotes is a row or a bad row', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(messyLine, { minLength: 1, maxLength: 60 }),
      fc.array(fc.constantFrom('\n', '\r\n'), { minLength: 1, maxLength: 3 }),
      async (some, ends) => {
        const text = some.map((line, i) => line.replaceAll(',', '\t') + ends[i % ends.length]).join('')
        const { rows, source, records } = await read([new Bench().file('m.tsv', `user\tquery\n${text}`)], { maxBad: 1 })
        const filled = some.filter((line) => !/^[ ,]*$/.test(line)) // blank lines are no rows and have no numbers
        expect(rows.length + source.bad.length).toBe(filled.length)
        expect(records.blank).toBe(some.length - filled.length)
        const bad = new Set(source.bad.map(({ row }) => row))
        const good = filled.flatMap((line, i) =>
          /^[^,]+,[^,]*(?:,\0*)*$/.test(line) && normalisePerson(line.split(',')[0]!) !== '' ? [i + 1] : [],
        )
        expect(good.filter((row) => bad.has(row))).toEqual([])
        expect(good).toHaveLength(rows.length)
      },
    ),
    { numRuns: 25 },
  )
})

test('nothing is lost: with quotes, the careful way accounts for every record, good ones first and last', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(messyLine, { maxLength: 30 }), async (some) => {
      const text = `user,query\nfirst,"a ""b"", c"\n${some.map((line) => `${line}\n`).join('')}last,"x,y"\n`
      const { rows, source } = await read([new Bench().file('m.csv', text)], { maxBad: 1 })
      expect(rows[0]).toMatchObject({ person: 'first', query: 'a "b", c' })
      const numbers = source.bad.map(({ row }) => row)
      expect(new Set(numbers).size).toBe(numbers.length)
      expect(source.rows).toBe(rows.length + source.bad.length)
      expect(Math.max(0, ...numbers)).toBeLessThanOrEqual(source.rows)
    }),
    { numRuns: 25 },
  )
})

test('lines with quotes that close are read as the splitter reads them', async () => {
  const split = splitter(',', '"')
  const closed = messyLine.filter((line) => split(line) !== 'unbalanced quote')
  await fc.assert(
    fc.asyncProperty(fc.array(closed, { minLength: 1, maxLength: 40 }), async (some) => {
      const path = new Bench().file('m.csv', `user,query\n${some.map((line) => `${line}\n`).join('')}`)
      const { rows } = await read([path], { maxBad: 1 })
      const expected = some.flatMap((line) => {
        const [raw = '', query, ...rest] = split(line)
        const user = normalisePerson(raw)
        const good =
          typeof split(line) !== 'string' && user !== '' && query !== undefined && rest.every((f) => /^\0*$/.test(f))
        return good ? [[user, normalise(query)]] : []
      })
      expect(rows.map((row) => [row.person, row.query ?? ''])).toEqual(expected)
    }),
    { numRuns: 25 },
  )
})

test('a rewritten file has one line for each good record', async () => {
  const bench = new Bench()
  const input = bench.file('in.csv', 'h1,h2\n"a\nb",c\nd\n"",""\n')
  const { bad, good } = await rewrite(asInput(input), bench.path('out.tsv'), {
    maxLineBytes: 100,
    width: 2,
    header: true,
    lineEnd: 10,
    split: splitter(',', '"'),
  })
  expect(readFileSync(bench.path('out.tsv'), 'utf8')).toBe('a b\tc\n\t\n')
  expect(good).toBe(2)
  expect([...bad]).toEqual([[2, 'too few columns']])
})
