import { writeFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { withSession } from '../../src/engines/session.js'
import type { Format } from '../../src/ingest/index.js'
import { planFrom } from '../../src/plans/plan.js'
import { release } from '../../src/run/release/index.js'
import { verify } from '../../src/run/verify.js'
import { badRows, read } from '../support/read.js'
import { scratch } from '../support/scratch.js'

// Times outside of the years 0001 to 9999 are no times, and neither is a word that the engine knows one for.

const { next } = scratch()

const file = (as: string, content: string) => {
  const path = next(as)
  writeFileSync(path, content)
  return path
}

const WRONG = ['10000-01-01', '12006-03-01 10:00:00', '0000-12-31', '-0044-03-15', 'infinity', '-infinity']
const WORDS = ['epoch', 'EPOCH', ' epoch', 'Epoch ']
const GOOD = ['0001-01-01', '9999-12-31 23:59:59', '1970-01-01', '2006-03-01 10:00:00']
const ALL = ['2006-03-01', ...GOOD, ...WRONG, ...WORDS]
const BAD = ALL.flatMap((time, i) => (GOOD.includes(time) || i === 0 ? [] : [`1:${i + 1} time not understood`]))

const json = (docs: readonly object[]) => docs.map((doc) => `${JSON.stringify(doc)}\n`).join('')

const WRITTEN: Readonly<Record<string, readonly [Format, (times: readonly string[]) => string]>> = {
  tsv: ['tsv', (times) => `user\tquery\ttime\n${times.map((time) => `u\tq\t${time}\n`).join('')}`],
  csv: ['csv', (times) => `user,query,time\n${times.map((time) => `u,"q",${time}\n`).join('')}`],
  aol: [
    'aol',
    (times) => `AnonID\tQuery\tQueryTime\tItemRank\tClickURL\n${times.map((time) => `1\tq\t${time}\t\t\n`).join('')}`,
  ],
  ndjson: ['ndjson', (times) => json(times.map((time) => ({ user: 'u', query: 'q', time })))],
  ubi: [
    'ubi',
    (times) => json(times.map((timestamp, i) => ({ query_id: `${i}`, client_id: 'u', user_query: 'q', timestamp }))),
  ],
  sogou: ['sogou', (times) => times.map((time) => `${time}\tc\t[q]\t1 1\tx.example\n`).join('')],
}

describe.each(Object.entries(WRITTEN))('%s', (_, [format, write]) => {
  test('rows with such a time are bad', async () => {
    const { rows, source } = await read([file('log.txt', write(ALL))], { format, maxBad: 1 })
    expect(badRows(source)).toEqual([...BAD].sort())
    expect(rows).toHaveLength(GOOD.length + 1)
  })

  test('one of them alone, among rows that are clean', async () => {
    for (const time of ['12006-03-01', 'epoch', '0000-12-31']) {
      const { source } = await read([file('log.txt', write(['2006-03-01', time]))], { format, maxBad: 1 })
      expect(badRows(source)).toEqual(['1:2 time not understood'])
      const texts = await read([file('log.txt', write(['2006-03-01', time]))], {
        format,
        maxBad: 1,
        textsOnly: true,
      })
      expect(badRows(texts.source)).toEqual(['1:2 time not understood'])
    }
  })

  test('where rows decide nothing they have no time, and nobody is lost', async () => {
    const { rows, source } = await read([file('log.txt', write(ALL))], { format, fixed: true })
    expect(source.bad).toEqual([])
    expect(rows.filter(({ time }) => time !== null)).toHaveLength(GOOD.length + 1)
  })
})

test('a notation that was named reads no other years', async () => {
  const times = ['2006', '0000', '12006', '0001']
  const { source } = await read([file('log.tsv', `user\tquery\ttime\n${times.map((t) => `u\tq\t${t}\n`).join('')}`)], {
    timeFormat: '%Y',
    maxBad: 1,
  })
  expect(badRows(source)).toEqual(['1:2 time not understood', '1:3 time not understood'])
})

test('a zone moves no time out of the years', async () => {
  const log = file(
    'log.tsv',
    'user\tquery\ttime\nu\tq\t2006-03-01T10:00:00Z\nu\tq\t9999-12-31T23:00:00Z\nu\tq\tepoch\n',
  )
  for (const fixed of [false, true]) {
    const { rows } = await read([log], { zone: 'Pacific/Kiritimati', fixed, maxBad: 1 })
    expect(rows.filter(({ time }) => time !== null)).toHaveLength(1)
  }
})

test('parquet: years beyond, before and without end', async () => {
  const path = next('log.parquet')
  await withSession({}, ({ engine }) =>
    engine.write(
      `SELECT 'u' AS "user", 'q' AS query, t AS "time" FROM (VALUES (TIMESTAMP '2006-03-01'), (TIMESTAMP '12006-03-01'), (TIMESTAMP '0044-03-15 (BC)'), (TIMESTAMP 'infinity'), (TIMESTAMP '1970-01-01')) v(t)`,
      path,
      'parquet',
    ),
  )
  const { source } = await read([path], { maxBad: 1 })
  expect(badRows(source)).toEqual([2, 3, 4].map((row) => `1:${row} time not understood`))
  const fixed = await read([path], { fixed: true })
  expect(fixed.rows.filter(({ time }) => time !== null)).toHaveLength(2)
})

test('a release of such a log is sorted, and verifies', async () => {
  const times = ['2006-03-01', '12006-03-01', '10000-01-01', '2007-03-01', '0000-01-01', '2008-03-01']
  const people = ['a', 'b', 'c']
  const log = file(
    'log.tsv',
    `user\tquery\ttime\n${people.flatMap((user) => times.map((time) => `${user}\ttea\t${time}\n`)).join('')}`,
  )
  const out = next('release')
  const plan = planFrom({ steps: [{ method: 'rare-queries', k: 2 }] }, 'plan')
  const made = await release([log], { plan, out }, { maxBad: 1 })
  expect([made.kept.rows, made.badRows]).toEqual([9, 9])
  expect((await verify(out, { against: [log] }, { maxBad: 1 })).holds).toBe(true)
})
