import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { runs } from '../../../test/support/runs.js'
import { scratch } from '../../../test/support/scratch.js'
import { decode } from '../../run/decode.js'
import { decodeInEngine } from '../../run/decode-in-engine.js'
import { encodeStream } from '../stream/encode.js'
import { headerIn } from './header.js'
import { openInMemory } from './in-memory.js'

const { dir } = scratch()
const at = (name: string) => join(dir, name)

async function encoded(rows: readonly string[], time: 'day' | 'exact' = 'exact', link: 'none' | 'user' = 'none') {
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

async function inMemory(text: string, limit = 2 ** 30) {
  writeFileSync(at('in.tsv'), text)
  const more = { rejected: at('rejected.tsv'), limit, signal: undefined, say: () => {} }
  return openInMemory(at('in.tsv'), { ...(await headerIn(at('in.tsv'))), out: at('memory.tsv'), ...more })
}

async function inEngine(text: string) {
  writeFileSync(at('in.tsv'), text)
  const files = { out: at('engine.tsv'), rejected: at('engine-rejected.tsv') }
  return decodeInEngine([at('in.tsv')], files, { format: 'tsv', rejectedFormat: 'tsv' }, {})
}

const file = (name: string) => readFileSync(at(name), 'utf8')
const queries = fc.constantFrom('', 'one', 'two words', 'ü', 'x'.repeat(31), 'x'.repeat(32), 'long '.repeat(50), 'rare')
const times = fc.constantFrom('2006-03-01 10:00:00', '2006-03-01 10:00:01', '2006-03-02 11:22:33', '', 'no time')
const row = fc.tuple(fc.nat({ max: 9 }), queries, times).map(([user, query, time]) => `${user}\t${query}\t${time}\n`)

test('without an engine the same bytes are written and the same is counted', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(row, { minLength: 1, maxLength: 300 }),
      fc.constantFrom('day', 'exact'),
      async (rows, time) => {
        const text = await encoded(rows, time)
        const found = await inMemory(text)
        expect({ ...found, rejected: 0, damaged: 0 }).toEqual(await inEngine(text))
        expect(file('memory.tsv')).toBe(file('engine.tsv'))
        expect(file('rejected.tsv')).toBe(file('engine-rejected.tsv'))
      },
    ),
    runs(12),
  )
})

test('more rows than are brought in at once, many of one tag and many tags of the same first digits', async () => {
  const rows = Array.from({ length: 9000 }, (_, i) => {
    const query =
      i % 2 === 0 ? 'common' : i % 5 === 0 ? `long query number ${i % 40} ${'and more '.repeat(9)}` : `${i % 3000}`
    return `${i % 1000}\t${query}\t2006-03-${String(1 + (i % 28)).padStart(2, '0')} 10:00:00\n`
  })
  const [header, ...lines] = (await encoded(rows)).trimEnd().split('\n')
  // Rows of tags that nobody can open, which begin alike.
  const alike = Array.from({ length: 3000 }, (_, i) => {
    const tag = `00ff${((i * 7919) % 3000).toString(16).padStart(28, '0')}`
    return [tag, ...lines[i]!.split('\t').slice(1)].join('\t')
  })
  const text = `${[header, ...lines, ...alike].join('\n')}\n`
  const found = await inMemory(text)
  expect({ ...found, rejected: 0, damaged: 0 }).toEqual(await inEngine(text))
  expect(file('memory.tsv')).toBe(file('engine.tsv'))
  expect(found?.rowsOpened).toBeGreaterThan(4500)
})

test('where there is anything to judge nothing is written, and the engine judges', async () => {
  const rows = Array.from({ length: 30 }, (_, i) => `${i % 10}\t${i % 2 ? 'short' : 'x'.repeat(40)}\t2006-03-01\n`)
  const honest = await encoded(rows)
  const [header = '', ...lines] = honest.trimEnd().split('\n')
  const turned = (line: number, column: number) => {
    const cells = lines[line]!.split('\t')
    const digit = cells[column]!.startsWith('0') ? '1' : '0'
    const changed = cells.with(column, digit + cells[column]!.slice(1)).join('\t')
    return `${[header, ...lines.with(line, changed)].join('\n')}\n`
  }
  expect(await inMemory(honest)).toMatchObject({ opened: 2 })
  for (const [line, column] of [
    [0, 1],
    [1, 1],
    [0, 2],
    [1, 2],
    [0, 3],
    [1, 3],
  ] as const) {
    const out = at('memory.tsv')
    writeFileSync(out, 'as it was')
    expect(await inMemory(turned(line, column))).toBeUndefined()
    expect(readFileSync(out, 'utf8')).toBe('as it was')
    const { rejected, damaged } = await decode([at('in.tsv')], { out: at('judged.tsv') })
    expect(rejected + damaged).toBeGreaterThan(0)
  }
})

test('pseudonyms, capital digits, and queries beyond memory are for the engine', async () => {
  const rows = Array.from({ length: 12 }, (_, i) => `${i}\tone\t2006-03-01\n`)
  expect(await inMemory(await encoded(rows, 'day', 'user'))).toBeUndefined()
  const text = await encoded(rows, 'day')
  expect(await inMemory(text.replace(/\n[0-9a-f]{32}/, (tag) => tag.toUpperCase()))).toBeUndefined()
  expect(await inMemory(text, 1)).toBeUndefined()
})

test('what is written replaces an earlier file, and a call that was stopped writes none', async () => {
  const rows = Array.from({ length: 12 }, (_, i) => `${i}\tone\t2006-03-01\n`)
  writeFileSync(at('stopped-in.tsv'), await encoded(rows, 'day'))
  const out = at('stopped.tsv')
  await expect(decode([at('stopped-in.tsv')], { out }, { signal: AbortSignal.abort() })).rejects.toMatchObject({
    code: 'interrupted',
  })
  expect(existsSync(out)).toBe(false)
  writeFileSync(out, 'before')
  await decode([at('stopped-in.tsv')], { out })
  expect(readFileSync(out, 'utf8')).toMatch(/^tag\tquery\tday\n/)
})
