import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { normalise } from '../src/text/normalise.js'
import { Bench } from './support/lethe.js'
import { read } from './support/read.js'

const MARKER = 'qzmarkerq'
const HOSTILE = [
  `<script>alert("${MARKER}")</script>`,
  `</td><img src=x onerror=${MARKER}>`,
  `'; DROP TABLE staged; -- ${MARKER}`,
  `" OR ""="${MARKER}`,
  `\x1b[31m\x1b]0;${MARKER}\x07\x1b[2J`,
  `\u202e${MARKER}\u202c`,
  `=cmd|' /C calc'!${MARKER}`,
  `@SUM(1+1)*${MARKER}`,
  `+1-${MARKER}`,
  `-${MARKER}`,
  `\\N ${MARKER} \\n \\t`,
  `"${MARKER}`,
  `"${MARKER}"`,
  `${MARKER}, "x"; 'y' | z`,
  `{"${MARKER}": null}`,
  `%s%n %41 &amp; ${MARKER}`,
  `NULL`,
  `null ${MARKER}`,
  `# ${MARKER}`,
  `\u{1f600} ${MARKER} ž\u030c`,
]
const cells = HOSTILE.flatMap((query) => ['u1', 'u2'].map((user) => ({ user, query })))

async function released(format: 'tsv' | 'csv' | 'ndjson' | 'parquet', bench: Bench) {
  const log = bench.file('log.ndjson', cells.map((cell) => `${JSON.stringify(cell)}\n`).join(''))
  const release = await bench.lethe([
    'release',
    'rare-queries',
    log,
    '--k',
    '2',
    '-o',
    bench.path('out'),
    '--out-format',
    format,
  ])
  const { rows } = await read([bench.path(`out/data.${format}`)], { format, columns: { query: 'query' } })
  return { release, queries: rows.map((row) => row.query) }
}

test.concurrent.for(['tsv', 'csv', 'ndjson', 'parquet'] as const)(
  '%s: queries come out as they went in, normalised',
  async (format, { onTestFinished }) => {
    const bench = new Bench(onTestFinished)
    const { release, queries } = await released(format, bench)
    expect(release.status).toBe(0)
    expect(queries.toSorted()).toEqual(HOSTILE.flatMap((query) => [normalise(query), normalise(query)]).toSorted())
    expect(readFileSync(bench.path('out/manifest.json'), 'utf8')).not.toContain(MARKER)
    expect((await bench.lethe(['verify', bench.path('out'), '--against', bench.path('log.ndjson')])).status).toBe(0)
  },
)

test('nothing of them reaches the terminal', async () => {
  const bench = new Bench()
  const log = bench.file('log.ndjson', cells.map((cell) => `${JSON.stringify(cell)}\n`).join(''))
  const out = bench.path('out')
  for (const args of [
    ['inspect', log, '--verbose'],
    ['release', 'rare-queries', log, '--k', '2', '-o', out, '--verbose'],
    ['verify', out, '--against', log, '--verbose'],
    ['verify', log, '--claim', 'rare-queries:k=3', '--verbose'], // does not hold
    ['inspect', log, '--columns', 'query=user,user=query,time=query', '--verbose'], // queries read as times
  ]) {
    const { stdout, stderr } = await bench.lethe(args)
    expect(stdout + stderr, args.join(' ')).not.toMatch(/qzmarkerq|\x1b|DROP TABLE|<script|SUM\(/)
  }
})

test('bad rows say nothing of what they hold', async () => {
  const bench = new Bench()
  const rows = HOSTILE.map((query) => `${query.replaceAll(/[\t\n]/g, ' ')}\n`).join('')
  const log = bench.file('log.csv', `user,query,time\n${rows}u,${MARKER},${MARKER}\n`)
  const { status, stdout, stderr } = await bench.lethe([
    'release',
    'rare-queries',
    log,
    '--k',
    '2',
    '-o',
    bench.path('out'),
    '--max-bad',
    '1',
    '--time-format',
    '%Y',
  ])
  expect(status).toBe(0)
  expect(stdout + stderr).not.toContain(MARKER)
  for (const name of readdirSync(bench.path('out.private')))
    expect(readFileSync(bench.path(`out.private/${name}`), 'utf8'), name).not.toContain(MARKER)
})

test('names of files and columns do not steer the terminal', async () => {
  const bench = new Bench()
  const { status, stderr } = await bench.lethe(['inspect', bench.path('\x1b]0;red\x07\nlethe: all is well')])
  expect(status).toBe(2)
  expect(stderr).toMatch(/^lethe: there is no file [^\n]*\nCheck the name\.\n$/)
  expect(stderr).not.toMatch(/[\x00-\x09\x0b-\x1f\x7f]/)
})
