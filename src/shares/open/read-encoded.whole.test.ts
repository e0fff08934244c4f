import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { runs } from '../../../test/support/runs.js'
import { scratch } from '../../../test/support/scratch.js'
import { decode } from '../../run/decode.js'
import { encodeStream } from '../stream/encode.js'

const { dir } = scratch()
const at = (name: string) => join(dir, name)

async function encoded(rows: readonly string[], link: 'none' | 'user', time: 'day' | 'exact'): Promise<string> {
  const out: Buffer[] = []
  async function* source() {
    yield Buffer.from(`user\tquery\ttime\n${rows.join('')}`)
  }
  await encodeStream(source(), (bytes) => out.push(Buffer.from(bytes)), {
    ...{ key: new Uint8Array(32).fill(7), sharing: { scheme: 'field', t: 3, n: 1000 }, rotation: 'none' },
    ...{ link, time, zone: 'UTC', header: true, threads: 1 },
  })
  return Buffer.concat(out).toString()
}

async function decoded(name: string, text: string, out = 'tsv', more: readonly string[] = []) {
  writeFileSync(at(name), text)
  const files = { out: at(`out.${out}`), rejected: at('rejected.tsv') }
  const { seconds: _, ...figures } = await decode([at(name), ...more], files)
  return { figures, rows: readFileSync(files.out, 'utf8'), rejected: readFileSync(files.rejected, 'utf8') }
}

/** The same in capital digits, which the encoder does not write, so that the reader of all files takes it. */
function unusual(text: string): string {
  const [header = '', ...lines] = text.split('\n')
  const shown = header.startsWith('pseudonym') ? 1 : 0
  const capital = (line: string) => line.split('\t').map((cell, i) => (i < shown ? cell : cell.toUpperCase()))
  return [header, ...lines.map((line) => capital(line).join('\t'))].join('\n')
}

const queries = fc.constantFrom('', 'one', 'two words', 'ü', 'x'.repeat(31), 'x'.repeat(32), 'long '.repeat(50), 'rare')
const times = fc.constantFrom('2006-03-01 10:00:00', '2006-03-02 11:22:33', '', 'no time')
const row = fc.tuple(fc.nat({ max: 5 }), queries, times).map(([user, query, time]) => `${user}\t${query}\t${time}\n`)

test('what the encoder wrote is read as by a reader of any file', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(row, { minLength: 1, maxLength: 120 }),
      fc.constantFrom('none', 'user'),
      fc.constantFrom('day', 'exact'),
      async (rows, link, time) => {
        const text = await encoded(rows, link, time)
        const plain = await decoded('plain.tsv', unusual(text))
        expect(await decoded('fast.tsv', text)).toEqual(plain)
      },
    ),
    runs(10),
  )
})

test('a changed digit, a missing field or another line leads to the same as well', async () => {
  const rows = Array.from({ length: 60 }, (_, i) => `${i % 7}\t${['a', 'b', 'x'.repeat(40)][i % 3]}\t2006-03-01\n`)
  const text = await encoded(rows, 'none', 'day')
  await fc.assert(
    fc.asyncProperty(
      fc.nat({ max: text.length - 60 }),
      fc.constantFrom('0', 'f', 'F', 'z', '\t', '\n', '', 'ff'.repeat(16), 'é'),
      async (place, put) => {
        const from = text.indexOf('\n') + 1 + (place % (text.length - text.indexOf('\n') - 1))
        const changed = text.slice(0, from) + put + text.slice(from + Math.max(1, put.length))
        const outcome = (name: string, of: string) =>
          decoded(name, of).catch((error: Error) => error.message.replace(/\S+\.tsv/, ''))
        expect(await outcome('fast.tsv', changed)).toEqual(await outcome('plain.tsv', unusual(changed)))
      },
    ),
    runs(20),
  )
})

test('the text of a tag in ones alone is a text as any other, and a tag of ones is a tag', async () => {
  const [header, ...rows] = (
    await encoded(
      [1, 2, 3].map((user) => `${user}\tq\t2006-03-01\n`),
      'none',
      'day',
    )
  )
    .trimEnd()
    .split('\n')
  for (const column of [0, 3]) {
    const changed = rows.map((line) =>
      line
        .split('\t')
        .with(column, 'f'.repeat(column === 0 ? 32 : 64))
        .join('\t'),
    )
    const text = `${[header, ...changed].join('\n')}\n`
    const found = await decoded('fast.tsv', text)
    expect(found).toEqual(await decoded('plain.tsv', unusual(text)))
    expect(found.figures).toMatchObject({ tags: 1, opened: 0, damaged: 1 })
  }
})

test('a last line without an end is a line', async () => {
  const text = await encoded(['1\tq\t2006-03-01\n', '2\tq\t2006-03-02\n'], 'none', 'day')
  expect(await decoded('fast.tsv', text.trimEnd())).toEqual(await decoded('fast.tsv', text))
})

test('other formats, and other files beside it, give the same rows', async () => {
  const rows = Array.from({ length: 40 }, (_, i) => `${i % 5}\t${['a', '', 'x'.repeat(40)][i % 3]}\t2006-03-01\n`)
  const text = await encoded(rows, 'user', 'day')
  for (const out of ['csv', 'ndjson'])
    expect(await decoded('fast.tsv', text, out)).toEqual(await decoded('plain.tsv', unusual(text), out))
  writeFileSync(at('more.tsv'), text)
  writeFileSync(at('unusual.tsv'), unusual(text))
  const both = await decoded('fast.tsv', text, 'tsv', [at('more.tsv')])
  expect(both.figures.rows).toBe(2 * rows.filter((line) => !line.includes('\t\t')).length)
  expect(await decoded('fast.tsv', text, 'tsv', [at('unusual.tsv')])).toEqual(both)
})
