import { execFileSync } from 'node:child_process'
import { copyFileSync } from 'node:fs'
import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { openDuckDB } from '../src/engines/duckdb/index.js'
import { Bench, type Inspection } from './support/lethe.js'
import { read } from './support/read.js'

const LOG = `user\tquery\ttime\n${Array.from({ length: 50 }, (_, i) => `u${i % 5}\tquery ${i % 7}\t2006-03-${String((i % 28) + 1).padStart(2, '0')}\n`).join('')}`
const seen = ({ rows, users, queries, badRows }: Inspection) => ({ rows, users, queries, badRows })
const WHOLE = { rows: 50, users: 5, queries: 7, badRows: 0 }

/** The engine packs a copy of the log: what it writes with no header line of its own is the text again. */
async function zstd(bench: Bench, name: string): Promise<string> {
  const engine = await openDuckDB({ spill: bench.dir })
  const lines = LOG.trimEnd()
    .split('\n')
    .map((line) => `('${line}')`)
  await engine.all(
    `COPY (SELECT * FROM (VALUES ${lines.join(', ')}) t(line)) TO '${bench.path(name)}' (FORMAT csv, HEADER false, QUOTE '', ESCAPE '', DELIMITER '\x1f', COMPRESSION zstd)`,
  )
  await engine.close()
  return bench.path(name)
}

test('plain, .gz and .zst are the same log', async () => {
  const bench = new Bench()
  const paths = [bench.file('log.tsv', LOG), bench.file('log.tsv.gz', gzipSync(LOG)), await zstd(bench, 'log.tsv.zst')]
  for (const path of paths) expect(seen(await bench.json('inspect', path))).toEqual(WHOLE)
  const all = await bench.json('inspect', bench.path('log.tsv*'))
  expect(seen(all)).toEqual({ ...WHOLE, rows: 150 })
})

test('an archive in several parts, one behind the other, is read to its end', async () => {
  const bench = new Bench()
  const [head, ...rows] = LOG.trimEnd().split('\n')
  const parts = [[head, ...rows.slice(0, 20)], rows.slice(20)].map((part) => gzipSync(`${part.join('\n')}\n`))
  expect(seen(await bench.json('inspect', bench.file('log.gz', Buffer.concat(parts))))).toEqual(WHOLE)
})

test('standard input, plain and packed', async () => {
  const bench = new Bench()
  for (const stdin of [LOG, gzipSync(LOG)]) {
    const { status, stdout } = await bench.lethe(['inspect', '-', '--json'], { stdin })
    expect(status).toBe(0)
    expect(seen(JSON.parse(stdout))).toEqual(WHOLE)
  }
})

test('process substitution', async () => {
  const bench = new Bench()
  bench.file('log.gz', gzipSync(LOG))
  const { status, stdout } = await bench.bash('lethe inspect <(gunzip -c log.gz) --json')
  expect(status).toBe(0)
  expect(seen(JSON.parse(stdout))).toEqual(WHOLE)
})

test('a reader that stops early is no fault', async () => {
  const bench = new Bench()
  bench.file('log.tsv', LOG)
  const { status, stderr } = await bench.bash('set -o pipefail; lethe inspect log.tsv | true')
  expect([status, stderr]).toEqual([0, ''])
})

test('file names with blanks, quotes, brackets, line breaks and misleading folders', async () => {
  const bench = new Bench()
  const names = [
    'it\'s a "log".tsv',
    'log[1].tsv',
    'log*.tsv',
    'line\nbreak.tsv',
    'user=7/log.tsv',
    '-log.tsv',
    'größe ✓.tsv',
    'http:x.tsv',
  ]
  for (const name of names) {
    const path = bench.file(name, LOG)
    expect((await read([path])).source.rows, name).toBe(50)
  }
  const out = bench.path('out [1] \n"x"')
  const { kept } = await bench.json<{ kept: { rows: number } }>(
    'release',
    'rare-queries',
    bench.path('log[1].tsv'),
    '--k',
    '5',
    '-o',
    out,
  )
  expect(kept.rows).toBe(50)
  expect((await bench.lethe(['verify', out, '--against', bench.path('log[1].tsv')])).status).toBe(0)
})

test('hundreds of files, an empty one among them', async () => {
  const bench = new Bench()
  for (let i = 0; i < 300; i++) bench.file(`day-${i}.tsv`, LOG)
  bench.file('day-300.tsv', '')
  const all = await bench.json('inspect', bench.path('day-*.tsv'))
  expect(seen(all)).toEqual({ ...WHOLE, rows: 15_000 })
  expect(all.notes).toEqual(['1 empty files were left out'])
})

test('more than a thousand files, or one file twice, are refused', async () => {
  const bench = new Bench()
  const path = bench.file('f-0.tsv', LOG)
  const twice = await bench.lethe(['inspect', path, bench.path('f-*.tsv')])
  expect([twice.status, twice.stderr]).toEqual([2, `lethe: ${path} is named twice\nName each file once.\n`])
  for (let i = 1; i <= 1000; i++) copyFileSync(path, bench.path(`f-${i}.tsv`))
  const many = await bench.lethe(['inspect', bench.path('f-*.tsv')])
  expect(many.status).toBe(2)
  expect(many.stderr).toMatch(/^lethe: more than 1000 files are too many at once\nJoin some of them first\.\n$/)
})

test('prefixes typed within seconds fold into the last; clicks and other persons stay', async () => {
  const bench = new Bench()
  const row = (user: string, query: string, second: string, url = '') =>
    `${user}\t${query}\t2006-03-01 00:00:${second}\t${url}\n`
  const path = bench.file(
    'log.tsv',
    `user\tquery\ttime\turl\n${row('a', 'r', '01')}${row('a', 're', '02')}${row('b', 're', '02')}${row('a', 'red', '03')}${row('a', 'red s', '10')}${row('a', 'red sh', '11', 'x.example')}${row('a', 'red shoes', '12')}`,
  )
  const { queries } = await bench.json('inspect', path, '--collapse-prefixes')
  expect(queries).toBe(4) // red (what follows came too late), re of b, red sh (clicked), red shoes
  const bare = bench.file('bare.tsv', 'query\ntea\n')
  const refused = await bench.lethe(['inspect', bare, '--collapse-prefixes'])
  expect([refused.status, refused.stderr.split('\n')[0]]).toEqual([
    2,
    'lethe: --collapse-prefixes needs persons and times',
  ])
})

test('"-" and empty queries are counted and not released', async () => {
  const bench = new Bench()
  const path = bench.file(
    'log.tsv',
    `user\tquery\n${Array.from({ length: 6 }, (_, i) => `u${i}\ttea\nu${i}\t-\nu${i}\t \nu${i}\t\u200b\n`).join('')}`,
  )
  expect(await bench.json('inspect', path)).toMatchObject({ rows: 24, notQueries: 18, queries: 1 })
  await bench.json('release', 'rare-queries', path, '--k', '2', '-o', bench.path('out'), '--out-format', 'tsv')
  expect(execFileSync('cat', [bench.path('out/data.tsv')], { encoding: 'utf8' })).toBe(`query\n${'tea\n'.repeat(6)}`)
})
