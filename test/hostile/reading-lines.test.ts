import { writeFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { InputOptions } from '../../src/ingest/index.js'
import { normalise } from '../../src/text/normalise.js'
import { normalisePerson } from '../../src/text/person.js'
import { type Row, read } from '../support/read.js'
import { scratch } from '../support/scratch.js'

// Where reading is part of a private mechanism, no line may change what becomes of another: whatever it holds, and wherever it stands.

const { next } = scratch()
const bytes = (text: string) => Buffer.from(text, 'latin1')

/** Lines that readers stumble over; `cells` writes a row of the format at hand. */
const hostile = (cells: (...values: string[]) => string): readonly (readonly [string, Buffer])[] => [
  ['a quote that opens and never closes', bytes(cells('x', '"tea', '2006-03-01'))],
  ['a quote at the very start', bytes(`"${cells('x', 'tea', '2006-03-01')}`)],
  ['a line of one quote', bytes('"')],
  ['too few columns', bytes('x')],
  ['far too many columns', bytes(cells(...Array.from({ length: 500 }, () => 'x')))],
  ['empty columns behind the last', bytes(`${cells('x', 'tea', '2006-03-01')}${cells('', '', '')}`)],
  ['bytes that are no text', bytes(cells('x', '\xff\xfe\xc3', '2006-03-01'))],
  ['NUL', bytes(cells('x', 'a\0b', '2006-03-01'))],
  ['NUL alone', bytes('\0')],
  ['a carriage return inside', bytes(cells('x', 'a\rb', '2006-03-01'))],
  [
    'a carriage return where a row could end',
    bytes(`${cells('x', 'a', '2006-03-01')}\r${cells('y', 'b', '2006-03-01')}`),
  ],
  ['another line end', bytes(`${cells('x', 'tea', '2006-03-01')}\r`)],
  ['a line of more than a MiB', bytes(cells('x', 'g'.repeat(1.5 * 2 ** 20), '2006-03-01'))],
  ['a line of more than half a MiB', bytes(cells('x', 'g'.repeat(0.7 * 2 ** 20), '2006-03-01'))],
  ['the header again', bytes(cells('user', 'query', 'time'))],
  ['a day above 12', bytes(cells('x', 'tea', '13/04/2024'))],
  ['a time out of all range', bytes(cells('x', 'tea', '9999999999999999'))],
  ['an endless time', bytes(cells('x', 'tea', 'infinity'))],
  ['a mark of the byte order', Buffer.from(cells('\ufeffx', 'tea', '2006-03-01'))],
  ['what stands for null', bytes(cells('\x01', '\x01', '\x01'))],
  ['separators of other formats', bytes(cells('x\x1f', 'a;b|c\x1f', '2006-03-01'))],
  ['nobody', bytes(cells('', 'tea', '2006-03-01'))],
  ['blanks', bytes('   ')],
  // The engine quotes the line in its error: the words must not be taken for its own.
  ['words of an engine', bytes('no space left, out of memory, permission denied, data corruption')],
]

/** Rows of others: all but those of the person who wrote the hostile line. */
const ofOthers = (rows: readonly Row[]) => rows.filter(({ person }) => /^u\d+$/.test(person ?? ''))

async function readFixed(name: string, lines: readonly Buffer[], options: InputOptions): Promise<readonly Row[]> {
  const file = next(name)
  writeFileSync(file, Buffer.concat(lines.flatMap((line) => [line, bytes('\n')])))
  return (await read([file], { fixed: true, ...options })).rows
}

const tab = (...values: string[]) => values.join('\t')
const comma = (...values: string[]) => values.join(',')
const json = (...values: string[]) => {
  const [user, query, time] = values
  return JSON.stringify({ user, query, time }).replaceAll('\\u0000', '\0').replaceAll('\\r', '\r')
}

const MANY = Array.from({ length: 12 }, (_, i) => [
  `u${i}`,
  `Common Query ${i % 3}`,
  `2006-03-0${1 + (i % 9)} 10:00:00`,
])

describe.each([
  ['log.tsv', tab, [tab('user', 'query', 'time')], {}],
  ['log.csv', comma, [comma('user', 'query', 'time')], {}],
  ['log.ndjson', json, [], {}],
  ['bare.tsv', tab, [], { header: false, columns: { user: '1', query: '2', time: '3' } }],
  ['bare.csv', comma, [], { header: false, columns: { user: '1', query: '2', time: '3' } }],
] as const)('%s', (name, cells, header, options) => {
  const head = header.map(bytes)
  const base = MANY.map((row) => bytes(cells(...row)))
  const rowsOf = async (some: readonly Buffer[]) => ofOthers(await readFixed(name, [...head, ...some], options))
  let known: ReturnType<typeof rowsOf> | undefined
  const alone = () => (known ??= rowsOf(base))

  test.each(hostile(cells))('%s changes nobody else', async (_, line) => {
    expect(await alone()).toHaveLength(MANY.length)
    expect(await rowsOf([line, ...base.slice(0, 5), line, ...base.slice(5), line])).toEqual(await alone())
  })
})

// Few different characters, so that separators, quotes and odd bytes meet often.
const messy = fc.string({
  unit: fc.constantFrom('a', 'B', '\t', '\t', ' ', '"', 'é', '\x00', '\r', '\x01', '\x1f', '\u200b'),
  maxLength: 9,
})

/** What a line of two columns is read as, said once more and without an engine. */
function expected(line: string): (string | null)[][] {
  const cells = line.replace(/\r$/, '').split('\t')
  if (cells.slice(2).some((cell) => !/^\0*$/.test(cell)) || cells.length < 2) return []
  const person = normalisePerson(cells[0]!.replace(/\r/g, ' '))
  const query = normalise(cells[1]!)
  return person === '' ? [] : [[person, query === '' || query === '-' ? null : query]]
}

test('a file is read as its lines are, one by one', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(messy, { minLength: 1, maxLength: 40 }), async (lines) => {
      const rows = await readFixed(
        'm.tsv',
        ['user\tquery', ...lines].map((line) => Buffer.from(line)),
        {},
      )
      expect(rows.map(({ person, query }) => [person, query])).toEqual(lines.flatMap(expected))
    }),
    { numRuns: 40 },
  )
})

test('files that the engine reads in one go give the rows that line by line gives', async () => {
  const clean = messy.map((line) => line.replace(/[\r"]/g, ''))
  await fc.assert(
    fc.asyncProperty(fc.array(fc.tuple(clean, clean), { minLength: 1, maxLength: 40 }), async (pairs) => {
      const lines = ['user\tquery', ...pairs.map((pair) => pair.map((cell) => cell.replaceAll('\t', '')).join('\t'))]
      const all = lines.map((line) => Buffer.from(line))
      const alone = await readFixed('m.tsv', all, {})
      expect(await readFixed('m.tsv', [...all, bytes('too few')], {})).toEqual(alone)
    }),
    { numRuns: 20 },
  )
})
