import { existsSync, mkdirSync, readdirSync, readFileSync, truncateSync } from 'node:fs'
import { dirname } from 'node:path'
import { gzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { openDuckDB } from '../src/engines/duckdb/index.js'
import { Bench, type Outcome } from './support/lethe.js'
import { read } from './support/read.js'

// A text that stands in every log here and must never reach the terminal.
const MARKER = 'zebra-kiwi'
const HEADER = 'user\tquery\ttime\n'
const ROW = `u1\t${MARKER}\t2006-03-01\n`
const LOG = HEADER + ROW.repeat(2000)

/** One or two plain lines, status 2, nothing of the log, no stack, nothing left behind. */
function expectRefusal(bench: Bench, { status, stdout, stderr }: Outcome, message: RegExp): void {
  expect(stderr).toMatch(message)
  expect(stderr).toMatch(/^lethe: [^\n]+\n([^\n]+\n)?$/)
  expect([status, stdout]).toEqual([2, ''])
  expect(stderr).not.toContain(MARKER)
  expect(stderr).not.toMatch(/^\s+at |fault of Lethe|internal/m)
  if (existsSync(bench.temp)) expect(readdirSync(bench.temp)).toEqual([])
}

const flipped = (bytes: Buffer, at: number) => Buffer.from(bytes).fill(bytes[at]! ^ 0x55, at, at + 1)
const noise = (length: number) => Buffer.from(Array.from({ length }, (_, i) => (i * 7919 + (i >> 3) * 104729) & 0xff))
const varied =
  HEADER + Array.from({ length: 3000 }, (_, i) => `u${i}\t${MARKER} ${(i * 7919) % 1000}\t2006-03-01\n`).join('')

const REFUSED: readonly [string, (bench: Bench) => readonly string[], RegExp][] = [
  ['a missing file', (b) => [b.path('nope.tsv')], /there is no file .*nope\.tsv\nCheck the name\./],
  ['a name below a file', (b) => [`${b.file('log.tsv', LOG)}/x`], /there is no file/],
  ['a glob without a match', (b) => [b.path('nope-*.tsv')], /no file matches/],
  ['a folder without files', (b) => [b.dir], /holds no files\nName one that does/],
  [
    'a folder of mixed formats',
    (b) => [dirname(b.file('in/a.tsv', LOG)), b.file('in/b.csv', 'user,query\nu,q\n')].slice(0, 1),
    /are of several formats\nName those of one: .*a\.tsv is tsv, .*b\.csv is csv/,
  ],
  [
    'an unknown format',
    (b) => [b.file('x', `${MARKER}\n${MARKER}\n`)],
    /the format of .* is not recognised\nName it: --format aol\|/,
  ],
  ['binary garbage', (b) => [b.file('x', noise(5000))], /is not recognised|longer than/],
  ['binary garbage, said to be tsv', (b) => [b.file('x', noise(5000)), '--format', 'tsv'], /no column holds the query/],
  ['an empty file', (b) => [b.file('x.tsv', '')], /x\.tsv is empty/],
  ['blank lines only', (b) => [b.file('x.tsv', '\r\n\n\n')], /x\.tsv is empty/],
  ['an empty .gz', (b) => [b.file('x.gz', gzipSync(''))], /x\.gz is empty/],
  ['an empty standard input', () => ['-'], /standard input is empty/],
  ['a header and no rows', (b) => [b.file('x.tsv', HEADER)], /holds no rows/],
  ['a header and no rows, packed', (b) => [b.file('x.gz', gzipSync(HEADER))], /holds no rows/],
  [
    'bad rows only',
    (b) => [b.file('x.tsv', `${HEADER}${MARKER}\n`)],
    /1 of 1 rows \(100\.0%\) do not parse \(too few columns: 1, first in row 1\)/,
  ],
  ['a column missing', (b) => [b.file('x.tsv', LOG), '--columns', 'query=text'], /no column 'text' for query/],
  ['a column twice', (b) => [b.file('x.tsv', `user\tquery\tquery\n${ROW}`)], /'query' stands twice/],
  ['--columns twice', (b) => [b.file('x.tsv', LOG), '--columns', 'query=1,query=2'], /--columns does not understand/],
  [
    '--columns with a name of ours',
    (b) => [b.file('x.tsv', LOG), '--columns', 'host=1'],
    /cannot call a column 'host'/,
  ],
  [
    'a header that differs',
    (b) => [b.file('1.tsv', LOG), b.file('2.tsv', `user\tq\ttime\n${ROW}`)],
    /2\.tsv has another header line/,
  ],
  [
    'a file that changes its format midway',
    (b) => [b.file('x.tsv', `${LOG}${`{"query":"${MARKER}"}\n`.repeat(100)}`)],
    /too few columns: 100, first in row 2001/,
  ],
  [
    'rows far wider than the first line',
    (b) => [b.file('x.tsv', `user\tquery\n${`${`${MARKER}\t`.repeat(40)}x\n`.repeat(20_000)}`)],
    /20000 of 20000 rows .*too many columns: 20000, first in row 1/,
  ],
  [
    'two header lines',
    (b) => [b.file('x.csv', `user,query,time\nUser_ID,Query,Time\nu,${MARKER},2024-03-10\n`)],
    /x\.csv has two header lines\nTake the first away/,
  ],
  [
    "a spreadsheet's own first line, said to be a row",
    (b) => [
      b.file('x.csv', `sep=;\nu;${MARKER}\n`),
      '--format',
      'csv',
      '--header',
      'no',
      '--columns',
      'user=1,query=2',
    ],
    /x\.csv only tells a spreadsheet the delimiter.*\nTake that line away/,
  ],
  [
    'persons asked of a chat log without any',
    (b) => [
      b.file('x.jsonl', `{"id":1,"messages":[{"role":"user","content":"${MARKER}"}]}\n`),
      '--columns',
      'user=who',
    ],
    /the conversations have nothing at 'who'\nThey have id\./,
  ],
  ['an unknown encoding', (b) => [b.file('x.tsv', LOG), '--encoding', 'klingon'], /there is no encoding 'klingon'/],
  [
    'Latin-1',
    (b) => [b.file('x.tsv', Buffer.from(`user\tquery\nu\t${MARKER} grün\n`, 'latin1'))],
    /Its text is not UTF-8\. Say how it is encoded: it looks like --encoding windows-1252/,
  ],
  [
    'a pattern that does not match',
    (b) => [b.file('x.log', LOG), '--format', 'access', '--pattern', '$remote_addr "$request"'],
    /fit the pattern\nCheck --pattern/,
  ],
  [
    '10,000 columns',
    (b) => [b.file('x.tsv', `${Array.from({ length: 10_000 }, (_, i) => `c${i}`).join('\t')}\n`)],
    /has 10000 columns, more than Lethe reads/,
  ],
  ['one giant line', (b) => [b.file('x.tsv', MARKER.repeat(300_000))], /the first line of .* is longer than 1 MiB/],
  ['a truncated .gz', (b) => [b.file('x.gz', gzipSync(varied).subarray(0, 3000))], /x\.gz is truncated or damaged/],
  [
    'a .gz without its last bytes',
    (b) => [b.file('x.gz', gzipSync(varied).subarray(0, -6))],
    /x\.gz is truncated or damaged/,
  ],
  ['a corrupted .gz', (b) => [b.file('x.gz', flipped(gzipSync(varied), 3000))], /x\.gz is truncated or damaged/],
  ['a text that is no Parquet', (b) => [b.file('x.parquet', LOG), '--format', 'parquet'], /is no Parquet file/],
  ['a Parquet file of four bytes', (b) => [b.file('x.parquet', 'PAR1')], /Parquet file is damaged/],
  ['a zone that is none', (b) => [b.file('x.tsv', LOG), '--zone', "Mars'; DROP"], /there is no time zone/],
]

test.concurrent.for(REFUSED)('%s', async ([, args, message], { onTestFinished }) => {
  const bench = new Bench(onTestFinished)
  expectRefusal(bench, await bench.lethe(['inspect', ...args(bench)]), message)
})

test.each(['12', '-1GiB', '1e9999'])('--memory %s', async (size) => {
  const bench = new Bench()
  const { status, stderr } = await bench.lethe(['inspect', bench.file('x.tsv', LOG), `--memory=${size}`])
  expect(status).toBe(2)
  expect(stderr).toMatch(/^error: .*256MiB or more is needed[^\n]*\n([^\n]+\n)?$/)
})

describe('packed and columnar files that the engine made', () => {
  const make = async (bench: Bench, name: string, how: string) => {
    const engine = await openDuckDB({ spill: bench.dir })
    await engine.all(
      `COPY (SELECT 'u' || i AS "user", '${MARKER} ' || hash(i) AS query, '2006-03-01' AS "time" FROM range(20000) t(i)) TO '${bench.path(name)}' (${how})`,
    )
    await engine.close()
    return bench.path(name)
  }

  test('a truncated .zst, a corrupted one', async () => {
    const bench = new Bench()
    const path = await make(bench, 'x.tsv.zst', `FORMAT csv, DELIMITER '\t', COMPRESSION zstd`)
    const whole = readFileSync(path)
    expect((await bench.json('inspect', path)).rows).toBe(20_000)
    const corrupted = bench.file('c.zst', Buffer.from(whole).fill(0xff, whole.length >> 1, (whole.length >> 1) + 500))
    expectRefusal(bench, await bench.lethe(['inspect', corrupted]), /truncated or damaged/)
    for (const cut of [whole.length >> 1, whole.length - 3]) {
      truncateSync(path, cut)
      expectRefusal(bench, await bench.lethe(['inspect', path]), /x\.tsv\.zst is truncated or damaged/)
    }
  })

  test('a Parquet file without its end, and one with a hole', async () => {
    const bench = new Bench()
    const path = await make(bench, 'x.parquet', 'FORMAT parquet')
    const whole = readFileSync(path)
    const hole = bench.file('hole.parquet', Buffer.from(whole).fill(0xff, 1000, whole.length - 3000))
    expectRefusal(bench, await bench.lethe(['inspect', hole]), /a Parquet file is damaged/)
    truncateSync(path, whole.length >> 1)
    expectRefusal(bench, await bench.lethe(['inspect', path]), /a Parquet file is damaged/)
  })
})

describe('text that is odd but readable', () => {
  const rows = (end: string) => `user\tquery${end}u1\tTea${end}u2\tBrot${end}`
  test.each([
    ['CR LF', rows('\r\n')],
    ['CR only', rows('\r')],
    ['mixed line ends', 'user\tquery\r\nu1\tTea\nu2\tBrot\r\n'],
    ['a byte-order mark', `\ufeff${rows('\n')}`],
    ['a byte-order mark and CR LF', `\ufeff${rows('\r\n')}`],
    ['no line end at the end', rows('\n').trimEnd()],
    ['NUL bytes', 'user\tquery\nu1\tT\0ea\0\nu2\tBrot\n'],
    ['blank lines', '\nuser\tquery\n\n\nu1\tTea\n\nu2\tBrot\n\n'],
  ])('%s', async (_, text) => {
    const { rows, source } = await read([new Bench().file('x.tsv', text)])
    expect(rows.map((row) => [row.person, row.query])).toEqual([
      ['u1', 'tea'],
      ['u2', 'brot'],
    ])
    expect(source.bad).toEqual([])
  })
})

test('bad rows are listed in the private folder by number and reason, and nowhere else', async () => {
  const bench = new Bench()
  const bytes = Buffer.concat([
    Buffer.from(LOG),
    Buffer.from([0x75, 9, 0xff, 0xfe, 9, 10]),
    Buffer.from(`${ROW}${'u\tq\tnever\n'}`),
  ])
  const path = bench.file('x.tsv', bytes)
  const { badRows } = await bench.json<{ badRows: number }>(
    'release',
    'rare-queries',
    path,
    '--k',
    '2',
    '-o',
    bench.path('out'),
  )
  expect(badRows).toBe(2)
  expect(readFileSync(bench.path('out.private/bad-rows.tsv'), 'utf8')).toBe(
    'file\trow\treason\n1\t2001\tinvalid UTF-8\n1\t2003\ttime not understood\n',
  )
  expect(readdirSync(bench.path('out')).sort()).toEqual(['SHA256SUMS', 'data.parquet', 'manifest.json'])
  const strict = await bench.lethe(['inspect', path, '--max-bad', '0'])
  expectRefusal(bench, strict, /2 of 2003 rows \(0\.1%\) do not parse/)
})

test('a giant line among others is one bad row', async () => {
  const bench = new Bench()
  const path = bench.file('x.tsv', `${LOG}u1\t${'x'.repeat(3 << 20)}\t2006-03-01\n${ROW}`)
  expect(await bench.json('inspect', path)).toMatchObject({ rows: 2002, badRows: 1 })
})

describe('places to write to', () => {
  const release = (bench: Bench, out: string, ...more: readonly string[]) =>
    bench.lethe(['release', 'rare-queries', bench.file('x.tsv', LOG), '--k', '2', '-o', out, ...more])

  test('a folder that exists stays what it is; --force replaces releases only', async () => {
    const bench = new Bench()
    const precious = bench.file('out/precious.txt', 'mine')
    expectRefusal(bench, await release(bench, bench.path('out')), /out exists\nChoose another -o DIR/)
    expectRefusal(
      bench,
      await release(bench, bench.path('out'), '--force'),
      /out is no whole release with nothing beside it, and --force replaces nothing else/,
    )
    expect(readFileSync(precious, 'utf8')).toBe('mine')
    expect((await release(bench, bench.path('new'))).status).toBe(0)
    expectRefusal(bench, await release(bench, bench.path('new')), /new exists/)
    expect((await release(bench, bench.path('new'), '--force')).status).toBe(0)
    expect(readdirSync(bench.dir).filter((name) => name.includes('partial'))).toEqual([])
  })

  test('no such parent, a parent that is a file, a private folder without a parent', async () => {
    const bench = new Bench()
    expectRefusal(bench, await release(bench, bench.path('no/out')), /there is no folder .*no\nMake it first/)
    expectRefusal(bench, await release(bench, `${bench.file('file', '')}/out`), /there is no folder .*file\n/)
    expectRefusal(bench, await release(bench, bench.path('out'), '--private', bench.path('no/p')), /there is no folder/)
  })

  test('a place that refuses every write', async () => {
    const bench = new Bench()
    expectRefusal(bench, await release(bench, '/proc/out'), /could not be written|cannot be written/)
  })

  test('a temporary folder that cannot be made', async () => {
    const bench = new Bench()
    const log = bench.file('x.tsv', LOG)
    for (const temp of [`${bench.file('file', '')}/t`, '/proc/t'])
      expectRefusal(bench, await bench.lethe(['inspect', log], { temp }), /the temporary folder .* cannot be made/)
    mkdirSync(bench.path('spot'))
    expect((await bench.lethe(['inspect', log, '--temp', bench.path('spot')])).status).toBe(0)
    expect(readdirSync(bench.path('spot'))).toEqual([])
  })

  test('folders for state, ledgers and comparisons in places that take none', { timeout: 60_000 }, async () => {
    const bench = new Bench()
    const log = bench.file('x.tsv', LOG)
    const deep = '/proc/nope/deeper'
    for (const state of ['/proc/nope', deep, bench.file('file', '')])
      expectRefusal(bench, await bench.lethe(['inspect', log], { state }), /the folder for state .* cannot be made/)
    expectRefusal(bench, await bench.lethe(['compare', log, '-o', deep]), /the folder .* cannot be made/)
    const dp = [
      'release',
      'zealous',
      log,
      '-o',
      bench.path('out'),
      '--epsilon',
      '1',
      '--delta',
      '0.01',
      '--ledger',
      deep,
    ]
    expectRefusal(bench, await bench.lethe([...dp, '--population', 'p']), /the ledger .* cannot be made/)
  })
})
