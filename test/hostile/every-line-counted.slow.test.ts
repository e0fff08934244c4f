import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { withSession } from '../../src/engines/session.js'
import type { Format, InputOptions } from '../../src/ingest/index.js'
import type { Records } from '../../src/log/log.js'
import { planFrom } from '../../src/plans/plan.js'
import type { PrivateRecord } from '../../src/release/manifest.js'
import { inspect } from '../../src/run/inspect.js'
import { release } from '../../src/run/release/index.js'
import { read } from '../support/read.js'
import { filesOf } from '../support/release.js'
import { scratch } from '../support/scratch.js'

// Each line or document is read, bad, blank or no search, in every format, and none is lost: what is expected is written beside each line here, and added up
// without a reader.

const { next } = scratch()

type Fate = 'read' | 'bad' | 'blank' | 'notSearches'
/** A line, what becomes of it, and what becomes of it under differential privacy, where a time or a rank that does not read loses nobody. */
type Kind = readonly [line: string | Buffer, fate: Fate, fixed?: Fate]

const BLANK: readonly Kind[] = [
  ['', 'blank'],
  [' ', 'blank'],
  ['  \t ', 'blank'],
  ['\t', 'blank'],
  ['\t\t', 'blank'],
  ['\t\t\t\t', 'blank'],
]
const bytes = (text: string) => Buffer.from(text, 'latin1')
const NO_TEXT: Kind = [bytes('\xff\xfe\xc3'), 'bad']

const delimited = (mark: string): readonly Kind[] => {
  const row = (...cells: string[]) => cells.join(mark)
  return [
    [row('u1', 'tea', '2006-03-01 10:00:00'), 'read'],
    [row('u2', 'Tea Pot', '2006-03-02'), 'read'],
    [row('u3', '', '2006-03-02'), 'read'],
    [row('u4', '-', ''), 'read'],
    [row(' u5', 'x', ''), 'read'],
    [row('u6', '\x01', ''), 'read'],
    [row('', 'tea', '2006-03-01'), 'bad'],
    [row('\u200b', 'tea', '2006-03-01'), 'bad'],
    [row('u1', 'tea', 'soon'), 'bad', 'read'],
    [row('u1', 'tea'), 'bad'],
    [row('u1', 'tea', '', 'more'), 'bad'],
    ['\0', 'bad'],
    ['\x01', 'bad'],
    ['\x1f', 'bad'],
    ['\v', 'bad'],
    ['\u00a0', 'bad'],
    NO_TEXT,
  ]
}

const doc = (...docs: unknown[]) => docs.map((one) => JSON.stringify(one)).join('')
const NO_DOCUMENTS: readonly Kind[] = [
  ['null', 'bad'],
  ['[1]', 'bad'],
  ['{"user":', 'bad'],
  ['\0', 'bad'],
  ['\x01', 'bad'],
  ['\x01\x01', 'bad'],
  ['\x1f', 'bad'],
  ['\x1f\x1f', 'bad'],
  ['\x1fx', 'bad'],
  ['\v', 'bad'],
  ['\u00a0', 'bad'],
  NO_TEXT,
]
const click = (more: object) =>
  doc({ action_name: 'click', client_id: 'c1', timestamp: '2025-01-24T07:32:00Z', ...more })
const asked = (more: object) => doc({ client_id: 'c1', user_query: 'tea', timestamp: '2025-01-24T07:32:00Z', ...more })

interface Case {
  readonly format: Format
  readonly header?: string
  /** Stands first, so that a notation can be told from it. */
  readonly first: Kind
  readonly kinds: readonly Kind[]
  readonly options?: InputOptions
}

const HEAD = ['user', 'query', 'time']
const NUMBERED = { columns: { user: '1', query: '2', time: '3' }, header: false }
const CASES: Readonly<Record<string, Case>> = {
  tsv: { format: 'tsv', header: HEAD.join('\t'), first: ['u\tq\t2006-03-01', 'read'], kinds: delimited('\t') },
  'tsv without a header': {
    format: 'tsv',
    first: ['u\tq\t2006-03-01', 'read'],
    kinds: delimited('\t').filter(([line]) => !String(line).includes('more')), // no header tells how many there are
    options: NUMBERED,
  },
  'tsv of queries alone': {
    format: 'tsv',
    header: 'query',
    first: ['q', 'read'],
    kinds: [['tea', 'read'], ['-', 'read'], ['\0', 'read'], ['\x01', 'read'], ['two\tcolumns', 'bad'], NO_TEXT],
  },
  aol: {
    format: 'aol',
    header: 'AnonID\tQuery\tQueryTime\tItemRank\tClickURL',
    first: ['1\tq\t2006-03-01 10:00:00\t\t', 'read'],
    kinds: [
      ['1\ttea\t2006-03-01 10:00:00\t1\thttp://tea.example', 'read'],
      ['1\ttea\t2006-03-01 10:00:00\tfirst\thttp://tea.example', 'bad', 'read'],
      ['\ttea\t2006-03-01 10:00:00\t\t', 'bad'],
      ['1\ttea', 'bad'],
      NO_TEXT,
    ],
  },
  csv: {
    format: 'csv',
    header: HEAD.join(','),
    first: ['u,q,2006-03-01', 'read'],
    kinds: [...delimited(','), ['"u7","a ""b"", c",""', 'read'], [',,', 'bad'], ['"u8","x"y,', 'bad']],
  },
  excite: {
    format: 'excite',
    first: ['u\t970916105432\tq', 'read'],
    kinds: [
      ['u\t970916105432\ttea', 'read'],
      ['u\t97\ttea', 'bad', 'read'],
      ['\t970916105432\ttea', 'bad'],
      ['u\t970916105432', 'bad'],
      ['\x01', 'bad'],
      NO_TEXT,
    ],
  },
  ndjson: {
    format: 'ndjson',
    first: [doc({ user: 'u', query: 'q', time: '2006-03-01' }), 'read'],
    kinds: [
      ...NO_DOCUMENTS,
      [doc({ user: 'u1', query: 'tea', time: '2006-03-01' }), 'read'],
      [`  ${doc({ user: 'u1', query: 'tea' })}\t`, 'read'],
      [doc({ user: 'u1' }), 'read'],
      ['{}', 'bad'],
      [doc({ query: 'tea' }), 'bad'],
      [doc({ user: 'u1', query: 'tea', time: 'soon' }), 'bad', 'read'],
    ],
  },
  ubi: {
    format: 'ubi',
    first: [asked({ query_id: 'q1' }), 'read'],
    kinds: [
      ...NO_DOCUMENTS,
      [asked({ query_id: 'q1' }), 'read'],
      [asked({}), 'read'],
      [asked({ client_id: '' }), 'bad'],
      [asked({ timestamp: 'soon' }), 'bad', 'read'],
      [asked({ user_query: null }), 'notSearches'],
      [doc({ client_id: 'c1', query_id: 'q1' }), 'notSearches'],
      [asked({ action_name: 'search' }), 'notSearches'],
      ['{}', 'notSearches'],
      [doc({ index: { _index: 'ubi_queries' } }), 'notSearches'],
      [click({ query_id: 'q1' }), 'read'],
      [click({ query_id: 'q1', user_query: 'tea', event_attributes: { position: { ordinal: 3 } } }), 'read'],
      [click({ query_id: 'q1', event_attributes: { position: { ordinal: 'top' } } }), 'bad', 'read'],
      [click({ query_id: 'q1', client_id: 'c2' }), 'read', 'notSearches'],
      [click({ query_id: 'q9' }), 'notSearches'],
      [click({}), 'notSearches'],
      [click({ query_id: 'q1', action_name: 'impression' }), 'notSearches'],
    ],
  },
  sogou: {
    format: 'sogou',
    first: ['20111230000005\tc\t[q]\t3 1\twww.example.cn/a', 'read'],
    kinds: [
      ['20111230000005\tc\t[tea]\t3 1\twww.example.cn/a', 'read'],
      ['20111230000005\t\t[tea]\t3 1\twww.example.cn/a', 'bad'],
      ['soon\tc\t[tea]\t3 1\twww.example.cn/a', 'bad', 'read'],
      ['20111230000005\tc\ttea\t3 1', 'bad'],
      ['\x01', 'bad'],
      NO_TEXT,
    ],
  },
  transactions: {
    format: 'transactions',
    first: ['1 2 3', 'read'],
    kinds: [['1 2', 'read'], ['  7 ', 'read'], ['\x01', 'read'], ['\x1f', 'read'], ['1\x1f2', 'bad'], NO_TEXT],
  },
}

const fates = (kinds: readonly Kind[], fixed: boolean): Records => {
  const of = (fate: Fate) => kinds.filter(([, guessed, plain = guessed]) => (fixed ? plain : guessed) === fate).length
  const [read_, bad, blank, notSearches] = [of('read'), of('bad'), of('blank'), of('notSearches')]
  return { all: kinds.length, read: read_, bad, blank, notSearches }
}

const fileOf = ({ header }: Case, kinds: readonly Kind[], end = '\n') =>
  Buffer.concat(
    [...(header === undefined ? [] : [header]), ...kinds.map(([line]) => line)].flatMap((line) => [
      Buffer.isBuffer(line) ? line : Buffer.from(line),
      Buffer.from(end),
    ]),
  )

async function recordsOf(content: Buffer, { format, options }: Case, fixed: boolean): Promise<Records> {
  // What is fixed goes by names.
  const path = next(content[0] === 0x1f && content[1] === 0x8b ? 'log.txt.gz' : 'log.txt')
  writeFileSync(path, content)
  return (await read([path], { format, ...options, fixed, maxBad: 1 })).records
}

describe.each(Object.entries(CASES))('%s', (_, at) => {
  const all = [at.first, ...at.kinds, ...BLANK]
  test.each([
    ['guessed', false],
    ['fixed', true],
  ])('one of each, %s', async (_how, fixed) => {
    expect(await recordsOf(fileOf(at, all), at, fixed)).toEqual(fates(all, fixed))
  })

  test('any of them in any order, packed or not, with any line ends', async () => {
    const drawn = fc.array(fc.constantFrom(...at.kinds, ...at.kinds, ...BLANK), { maxLength: 25 })
    await fc.assert(
      fc.asyncProperty(
        drawn,
        fc.constantFrom('\n', '\r\n'),
        fc.boolean(),
        fc.boolean(),
        async (some, end, packed, fixed) => {
          const kinds = [at.first, ...some]
          const content = fileOf(at, kinds, end)
          expect(await recordsOf(packed ? gzipSync(content) : content, at, fixed)).toEqual(fates(kinds, fixed))
        },
      ),
      { numRuns: 8 },
    )
  })

  test('clean rows and empty lines alone', async () => {
    const good = [at.first, ...at.kinds.filter(([, fate]) => fate === 'read')]
    const drawn = fc.array(fc.constantFrom<Kind>(...good, ['', 'blank']), { maxLength: 25 })
    await fc.assert(
      fc.asyncProperty(drawn, fc.constantFrom('\n', '\r\n'), fc.boolean(), async (some, end, fixed) => {
        const kinds = [at.first, ...some]
        expect(await recordsOf(fileOf(at, kinds, end), at, fixed)).toEqual(fates(kinds, fixed))
      }),
      { numRuns: 5 },
    )
  })
})

test('a quoted field that holds line ends is part of one record, and blank lines in it are text', async () => {
  const at = CASES.csv!
  const kinds: readonly Kind[] = [
    at.first,
    ['u1,"a\n\n \nb",', 'read'],
    ['', 'blank'],
    ['"u2,x', 'bad'],
    [' ', 'blank'],
  ]
  expect(await recordsOf(fileOf(at, kinds), at, false)).toEqual(fates(kinds, false))
})

test('parquet: every row is read or bad', async () => {
  const path = next('log.parquet')
  await withSession({}, ({ engine }) =>
    engine.write(
      `SELECT * FROM (VALUES ('u', 'q', '2006-03-01'), (NULL, 'q', ''), ('', NULL, NULL), ('u', NULL, NULL), ('u', 'q', 'soon')) t("user", query, "time")`,
      path,
      'parquet',
    ),
  )
  const { records } = await read([path], { maxBad: 1 })
  expect(records).toEqual({ all: 5, read: 2, bad: 3, blank: 0, notSearches: 0 })
  expect((await read([path], { fixed: true })).records).toEqual({ all: 5, read: 3, bad: 2, blank: 0, notSearches: 0 })
})

test('blank lines of files that hold nothing else are counted, and lines before the header', async () => {
  const [empty, blank, full] = [next('1.tsv'), next('2.tsv'), next('3.tsv')]
  writeFileSync(empty, '')
  writeFileSync(blank, '\n \r\n\t')
  writeFileSync(full, '\ufeff\n  \nuser\tquery\n\nu\tq\n')
  for (const fixed of [false, true])
    expect((await read([empty, blank, full], { fixed })).records).toEqual({
      all: 7,
      read: 1,
      bad: 0,
      blank: 6,
      notSearches: 0,
    })
})

test('an object where a value should be is bad where rows decide nothing', async () => {
  const ndjson = CASES.ndjson!
  const kinds: readonly Kind[] = [ndjson.first, [doc({ user: { id: 1 }, query: 'tea' }), 'bad']]
  expect(await recordsOf(fileOf(ndjson, kinds), ndjson, true)).toEqual(fates(kinds, true))
  const ubi = CASES.ubi!
  const documents: readonly Kind[] = [ubi.first, [asked({ user_query: { text: 'tea' } }), 'bad']]
  expect(await recordsOf(fileOf(ubi, documents), ubi, true)).toEqual(fates(documents, true))
})

test('inspect tells all four', async () => {
  const path = next('log.tsv')
  writeFileSync(path, 'user\tquery\nu\tq\n\n \nx\n')
  const { records, rows, badRows } = await inspect([path], { maxBad: 1 })
  expect(records).toEqual({ all: 4, read: 1, bad: 1, blank: 2, notSearches: 0 })
  expect([rows, badRows]).toEqual([2, 1])
})

test('under differential privacy the counts go to the custodian, and nothing public tells them', async () => {
  const rows = Array.from({ length: 40 }, (_, i) => `p${i}\tgreen tea\n`).join('')
  const make = async (content: string) => {
    const [path, out] = [next('log.tsv'), next('release')]
    writeFileSync(path, content)
    const plan = planFrom({ steps: [{ method: 'zealous', epsilon: 99, delta: 1e-5, perUser: 5 }] }, 'plan')
    const { records, privateDir } = await release([path], { plan, out, seed: 7, format: 'tsv' })
    const { counts } = JSON.parse(readFileSync(join(privateDir, 'record.json'), 'utf8')) as PrivateRecord
    expect(counts.of.records).toEqual(records)
    return { records, files: filesOf(out) }
  }
  const plain = await make(`user\tquery\n${rows}`)
  const odd = await make(`user\tquery\n\n${rows} \t\nx\n\n`)
  expect(plain.records).toEqual({ all: 40, read: 40, bad: 0, blank: 0, notSearches: 0 })
  expect(odd.records).toEqual({ all: 44, read: 40, bad: 1, blank: 3, notSearches: 0 })
  expect(odd.files).toEqual(plain.files)
})
