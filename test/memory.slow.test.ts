import { once } from 'node:events'
import { createWriteStream } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { Bench } from './support/lethe.js'
import { peakBytes } from './support/peak.js'

const MIB = 1 << 20

test.each([
  ['tsv', 'user\tquery\n', 'u1\ttea\n'],
  ['csv', 'user,query\n', 'u1,"tea"\n'],
  ['ndjson', '', '{"user":"u1","query":"tea"}\n'],
])('a line of 100 MB in a %s file is one bad row, in less than 1 GiB of memory', async (format, head, row) => {
  const bench = new Bench()
  const path = bench.path(`log.${format}`)
  const out = createWriteStream(path)
  out.write(head + row.repeat(1000))
  for (let i = 0; i < 100; i++) if (!out.write('x"y\t'.repeat(MIB / 4))) await once(out, 'drain')
  out.end(`\n${row}`)
  await once(out, 'finish')
  const running = bench.start(['inspect', path, '--json'])
  const peak = await peakBytes(running)
  const { status, stdout, stderr } = await running.outcome
  expect([status, stderr]).toEqual([0, ''])
  expect(JSON.parse(stdout)).toMatchObject({ rows: 1002, badRows: 1 })
  expect(peak).toBeGreaterThan(50 * MIB)
  expect(peak).toBeLessThan(1024 * MIB)
})

test('a file far wider than its first line is refused in less than 1 GiB of memory', async () => {
  const bench = new Bench()
  const row = `${Array.from({ length: 40 }, (_, i) => `value${i}`).join('\t')}\n`
  const running = bench.start(['inspect', bench.file('wide.tsv', `user\tquery\n${row.repeat(300_000)}`)])
  const peak = await peakBytes(running)
  const { status, stderr } = await running.outcome
  expect(status).toBe(2)
  expect(stderr).toMatch(/300000 of 300000 rows .*too many columns: 300000, first in row 1/)
  expect(peak).toBeLessThan(1024 * MIB)
})

test('decode opens shares that do not fit into its memory, as it does with plenty', async () => {
  const bench = new Bench()
  const path = bench.path('log.tsv')
  const out = createWriteStream(path)
  out.write('user\tquery\n')
  const persons = 12
  const queries = 450_000 // each asked by 1 to 12 persons, of whom 5 must
  for (let q = 0; q < queries; q++) {
    const rows = Array.from({ length: 1 + (q % persons) }, (_, p) => `${q}-${p}\tquery ${q}\n`)
    if (!out.write(rows.join(''))) await once(out, 'drain')
  }
  out.end()
  await once(out, 'finish')
  await bench.lethe(['keygen', '-o', 'key'])
  await bench.bash('lethe encode --key key --t 5 --quiet < log.tsv > encoded.tsv')
  const opened = Array.from({ length: queries }, (_, q) => 1 + (q % persons)).filter((asked) => asked >= 5)
  const expected = {
    tags: queries,
    opened: opened.length,
    rejected: 0,
    damaged: 0,
    rowsOpened: opened.reduce((a, b) => a + b),
  }
  for (const memory of ['256MiB', '2GiB']) {
    const running = bench.start(['decode', 'encoded.tsv', '-o', `${memory}.tsv`, '--memory', memory, '--json'])
    const peak = await peakBytes(running)
    const { status, stdout, stderr } = await running.outcome
    expect([status, stderr]).toEqual([0, ''])
    expect(JSON.parse(stdout)).toMatchObject(expected)
    if (memory === '256MiB') expect(peak).toBeLessThan(640 * MIB)
  }
  expect(await readFile(bench.path('256MiB.tsv'), 'utf8')).toBe(await readFile(bench.path('2GiB.tsv'), 'utf8'))
})
