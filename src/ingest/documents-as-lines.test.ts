import { Readable } from 'node:stream'
import { gzipSync } from 'node:zlib'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { Bench } from '../../test/support/lethe.js'
import { read } from '../../test/support/read.js'
import { linesOf } from './documents-as-lines.js'
import { layoutOf } from './json-layout.js'

const rows = Array.from({ length: 40 }, (_, i) => ({
  user: `u${i % 7}`,
  query: ['tea "for" two', 'a, {b} [c]\\', 'Käse\nund Brot'][i % 3]!,
  time: '2024-05-01 10:00:00',
  more: { items: [{ id: i }, { id: `${i}` }], none: [] },
}))
const preface = { exported: '2024-05-02', columns: ['user', { of: 'query' }], kinds: [{ name: 'x' }] }

const layouts: [string, string][] = [
  ['one list', JSON.stringify(rows)],
  ['one list over many lines', JSON.stringify(rows, null, 2)],
  ['one list, a document a line', `[\n${rows.map((row) => JSON.stringify(row)).join(',\n')}\n]\n`],
  ['a list in a document', JSON.stringify({ ...preface, events: rows, total: rows.length })],
  ['a list deep in a document', JSON.stringify({ took: 3, hits: { total: 40, hits: rows } }, null, '\t')],
  ['documents over several lines', rows.map((row) => JSON.stringify(row, null, 2)).join('\n')],
]

async function split(text: string, piece: number): Promise<string[]> {
  const all = Buffer.from(text)
  const layout = layoutOf(all, true)
  if (layout === undefined) throw new Error('no layout')
  const pieces = Array.from({ length: Math.ceil(all.length / piece) }, (_, i) =>
    Buffer.from(all.subarray(i * piece, (i + 1) * piece)),
  )
  const parts: Buffer[] = []
  for await (const part of linesOf(Readable.from(pieces), layout)) parts.push(part)
  return Buffer.concat(parts).toString('utf8').split('\n').slice(0, -1)
}

test.each(layouts)('%s is read as its documents, whatever pieces it comes in', async (_, text) => {
  for (const piece of [1, 7, 1 << 20]) expect((await split(text, piece)).map((line) => JSON.parse(line))).toEqual(rows)
})

test.each(layouts)('%s is a log', async (_, text) => {
  const bench = new Bench()
  const plain = bench.file('a.ndjson', rows.map((row) => `${JSON.stringify(row)}\n`).join(''))
  const packed = bench.path('b.json.gz')
  bench.file('b.json.gz', gzipSync(text))
  const expected = await read([plain], { columns: { user: 'user', query: 'query', time: 'time' } })
  const found = await read([packed], { columns: { user: 'user', query: 'query', time: 'time' } })
  expect(found.rows).toEqual(expected.rows)
  expect(found.source.bad).toEqual([])
  expect(found.source.format).toBe('ndjson')
  expect(expected.source.rows).toBe(rows.length)
  const fixed = await read([packed], { fixed: true, columns: { user: 'user', query: 'query' } })
  expect(fixed.source.rows).toBe(rows.length)
})

test('a list that does not end, and what is no document in it, are rows that could not be read', async () => {
  const bench = new Bench()
  const list = JSON.stringify(rows)
  for (const [name, text, good] of [
    ['cut.json', list.slice(0, -20), rows.length - 1],
    ['between.json', list.slice(0, list.lastIndexOf(',{"user')), rows.length - 1],
    ['odd.json', list.replace(',{"user', ',null,{"user'), rows.length],
  ] as const) {
    const { source } = await read([bench.file(name, text)], { columns: { query: 'query' }, maxBad: 0.5 })
    expect({ name, rows: source.rows, bad: source.bad.length }).toEqual({ name, rows: good + 1, bad: 1 })
  }
})

test('lines of documents stay what they are', () => {
  const lines = (...all: unknown[]) => Buffer.from(all.map((one) => `${JSON.stringify(one)}\n`).join(''))
  expect(layoutOf(lines(...rows), true)).toBeUndefined()
  expect(layoutOf(lines(rows[0]), true)).toBeUndefined()
  expect(layoutOf(lines({ messages: [{ role: 'user', content: 'tea' }] }), true)).toBeUndefined()
  expect(layoutOf(Buffer.from('{"query": "broken\n{"query": "tea"}\n'), true)).toBeUndefined()
  expect(layoutOf(Buffer.from('[2024-05-01T10:00:00,000][INFO ] slowlog\n'), true)).toBeUndefined()
  expect(layoutOf(Buffer.from('user,query\n1,[{\n'), true)).toBeUndefined()
})

test('any documents come out of a list as they went in', () =>
  fc.assert(
    fc.asyncProperty(
      fc.array(fc.dictionary(fc.string(), fc.jsonValue()), { minLength: 1 }),
      fc.nat(3),
      async (all, space) => {
        const lines = await split(JSON.stringify(all, null, space), 5)
        expect(lines.map((line) => JSON.parse(line))).toEqual(JSON.parse(JSON.stringify(all)))
      },
    ),
  ))
