import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import fc from 'fast-check'
import { afterAll, expect, test } from 'vitest'
import { runs } from '../../test/support/runs.js'
import { scratch } from '../../test/support/scratch.js'
import type { Sql } from '../engines/engine.js'
import { type Session, withSession } from '../engines/session.js'
import { numberRows, readLog } from './index.js'

const { dir } = scratch()
let files = 0
/** A file of its own: a log must not change while it is read. */
function put(bytes: Uint8Array, ending = 'tsv'): string {
  const path = join(dir, `log-${files++}.${ending}`)
  writeFileSync(path, bytes)
  return path
}
const HEADER = 'AnonID\tQuery\tQueryTime\tItemRank\tClickURL'
const line = (n: number) =>
  `${100 + (n % 7)}\tquery ${n}\t2006-03-0${1 + (n % 9)} 10:00:00\t${n % 5}\thttp://x${n}.example`

let leave = () => {}
const session = await new Promise<Session>((resolve) => {
  withSession({ threads: 2 }, (opened) => {
    resolve(opened)
    return new Promise<void>((done) => {
      leave = done
    })
  })
})
afterAll(() => leave())

/** All that there is to know of a log after it was read. */
async function read(from: string | readonly string[], engine: Sql = session.engine) {
  try {
    const { log, source } = await readLog([from].flat(), { maxBad: 1 }, { ...session, engine })
    const rows = await engine.all(`SELECT person, query, time::VARCHAR AS time, rank, url FROM ${log.table}`)
    const numbers = await numberRows(engine, source)
    return {
      ...{ rows, bad: source.bad, all: source.rows, records: await source.records() },
      numbers:
        source.bad.length === 0
          ? []
          : numbers(source.aside ? rows.map((_, i) => i + 1) : await places(engine, source.table)),
    }
  } catch (error) {
    return (error as Error).message
  }
}

/** Where good rows stand among those that were read. */
async function places(engine: Sql, table: string): Promise<number[]> {
  const found = await engine.all<{ nth: number }>(
    `SELECT rowid + 1 AS nth FROM ${table} WHERE reason = 0 ORDER BY rowid`,
  )
  return found.map(({ nth }) => nth)
}

/** By a reader that looks at every row of a file that is not clean. */
const { readAround: _, ...patient } = session.engine
const carefully = (from: string | readonly string[]) => read(from, patient)

type Edit = (row: string) => string | Buffer
const EDITS: Readonly<Record<string, Edit>> = {
  short: () => '12\tonly',
  long: (row) => `${row}\tmore\tfields`,
  'no time': (row) => row.replace(/2006\S+ \S+/, 'no time'),
  'other notation': (row) => row.replace(/2006-(\S+) (\S+)/, '2006-$1T$2Z'),
  'no rank': (row) => row.replace(/\d\thttp/, 'first\thttp'),
  'no user': (row) => row.replace(/^\d+/, ''),
  'not UTF-8': (row) =>
    Buffer.concat([Buffer.from('1\ta'), Buffer.from([0xff, 0xfe]), Buffer.from(row.slice(row.indexOf('\t2006')))]),
  blank: () => '',
  blanks: () => '  \t ',
  tabs: () => '\t\t\t\t',
  'a return inside': (row) => row.replace('query', 'que\rry'),
  'a return at the end': (row) => `${row}\r`,
  nul: (row) => row.replace('query', 'que\0ry'),
  quotes: (row) => row.replace('query', '"que"ry"'),
  'a tab at the end': (row) => `${row}\t`,
  wide: (row) => `${row}${'\t'.repeat(900)}`,
  'a year that no log has': (row) => row.replace('2006', '0006'),
  giant: (row) => row.replace('query', 'x'.repeat(1 << 20)),
}

function file(rows: number, edits: readonly (readonly [at: number, edit: string])[], end: string): Buffer {
  const lines: (string | Buffer)[] = [HEADER, ...Array.from({ length: rows }, (_, n) => line(n))]
  for (const [at, edit] of edits) {
    const place = 1 + (at % rows)
    lines[place] = EDITS[edit]!(String(lines[place]))
  }
  return Buffer.concat(lines.flatMap((one) => [Buffer.from(one), Buffer.from(end)]))
}

test.each(Object.keys(EDITS))(
  'a file with a row that is %s is read as by a reader that looks at every row',
  async (edit) => {
    const path = put(file(50, [[20, edit]], '\n'))
    expect(await read(path)).toEqual(await carefully(path))
  },
)

test('any few rows, in any place, with any end of lines, lead to the same rows, numbers and reasons', async () => {
  const edit = fc.tuple(fc.nat({ max: 59 }), fc.constantFrom(...Object.keys(EDITS).filter((name) => name !== 'giant')))
  await fc.assert(
    fc.asyncProperty(
      fc.array(edit, { maxLength: 4 }),
      fc.constantFrom('\n', '\r\n'),
      fc.boolean(),
      async (edits, end, whole) => {
        const bytes = file(60, edits, end)
        const path = put(whole ? bytes : bytes.subarray(0, -end.length))
        expect(await read(path)).toEqual(await carefully(path))
      },
    ),
    runs(8),
  )
})

test('rows that the engine refuses are read around, and not by the way of all', async () => {
  const path = put(
    file(
      50,
      [
        [5, 'short'],
        [7, 'blank'],
        [20, 'no time'],
        [30, 'no rank'],
        [40, 'not UTF-8'],
      ],
      '\n',
    ),
  )
  const { source } = await readLog([path], { maxBad: 1 }, session)
  expect(source.aside).toEqual([6, 20, 30, 40])
  expect(source.bad.map(({ row, reason }) => [row, reason])).toEqual([
    [6, 'too few columns'],
    [40, 'invalid UTF-8'],
    [20, 'time not understood'],
    [30, 'rank is no number'],
  ])
})

test('more bad rows than allowed are refused in the same words', async () => {
  const path = put(
    file(
      50,
      [
        [5, 'short'],
        [20, 'no time'],
      ],
      '\n',
    ),
  )
  const refusal = (engine: Sql) => readLog([path], {}, { ...session, engine }).catch((error: Error) => error.message)
  expect(await refusal(session.engine)).toMatch(/2 of 50 rows \(4\.0%\) do not parse/)
  expect(await refusal(session.engine)).toBe(await refusal(patient))
})

test('a packed file is read as the file that is in it, and one that ends too early is refused', async () => {
  const bytes = file(
    5000,
    [
      [100, 'short'],
      [4000, 'no time'],
    ],
    '\n',
  )
  expect(await read(put(gzipSync(bytes), 'tsv.gz'))).toEqual(await read(put(bytes)))
  expect(await read(put(gzipSync(bytes).subarray(0, -100), 'tsv.gz'))).toMatch(/truncated or damaged/)
})

test('several files are read around the bad rows of each, and numbered over all', async () => {
  const paths = [
    put(
      file(
        50,
        [
          [5, 'short'],
          [40, 'no rank'],
        ],
        '\n',
      ),
    ),
    put(file(30, [], '\n')),
    put(gzipSync(file(50, [[3, 'no time']], '\n')), 'tsv.gz'),
  ]
  const found = await read(paths)
  expect(found).toEqual(await carefully(paths))
  expect(found).toMatchObject({
    all: 130,
    bad: [
      { file: 0, row: 6 },
      { file: 0, row: 41 },
      { file: 2, row: 4 },
    ],
  })
  const { source } = await readLog(paths, { maxBad: 1 }, session)
  expect(source.aside).toEqual([6, 41, 84])
})

test('what would fill memory with copies of lines is left to the reader of all rows', async () => {
  const tried: string[] = []
  const watched = (engine: Sql): Sql => ({
    ...engine,
    readAround: async (...asked) => {
      tried.push(asked[0])
      return engine.readAround?.(...asked)
    },
  })
  const wide = put(Buffer.concat([file(50, [], '\n'), Buffer.from(`1\ta${'\t'.repeat(20_000)}\n`)]))
  const many = put(
    file(
      2000,
      Array.from({ length: 1500 }, (_, at) => [at, 'short'] as const),
      '\n',
    ),
  )
  const timeless = put(
    file(
      40_000,
      Array.from({ length: 30_000 }, (_, at) => [at + 500, 'no time'] as const),
      '\n',
    ),
  )
  for (const path of [wide, many, timeless])
    expect(await read(path, watched(session.engine))).toEqual(await carefully(path))
  expect(tried).toEqual([])
})
