import { gzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { Bench } from '../../../test/support/lethe.js'
import { badRows, read } from '../../../test/support/read.js'

const HEADER = 'AnonID\tQuery\tQueryTime\tItemRank\tClickURL\n'
const aolFile = (user: number) =>
  `${HEADER}${user}\tRed  Shoes\t2006-03-01 07:17:12\t2\thttp://www.shoes.example\n${user}\t-\t2006-03-01 07:20:00\t\t\n`

describe('aol', () => {
  test('one file: query normalised, rank and URL only where there was a click, "-" is no query', async () => {
    const { rows, source } = await read([new Bench().file('aol.txt', aolFile(7))])
    expect(source.format).toBe('aol')
    expect(rows).toEqual([
      { person: '7', query: 'red shoes', time: '2006-03-01 07:17:12', rank: 2, url: 'http://www.shoes.example' },
      { person: '7', query: null, time: '2006-03-01 07:20:00', rank: null, url: null },
    ])
  })

  test('a glob of ten, some packed, is one log in the order of the names', async () => {
    const bench = new Bench()
    for (let i = 0; i < 10; i++) {
      const packed = i % 2 === 1
      bench.file(`part-${i}.txt${packed ? '.gz' : ''}`, packed ? gzipSync(aolFile(i)) : aolFile(i))
    }
    const { rows, source } = await read([bench.path('part-*.txt*')])
    expect(source.paths).toHaveLength(10)
    expect(source.rows).toBe(20)
    expect(rows.filter((row) => row.query !== null).map((row) => row.person)).toEqual([...'0123456789'])
  })

  test('an archive is known by its content, not by its name', async () => {
    const bench = new Bench()
    const { rows } = await read([bench.file('packed.txt', gzipSync(aolFile(1))), bench.file('plain.gz', aolFile(2))])
    expect(rows.map((row) => row.person)).toEqual(['1', '1', '2', '2'])
  })
})

test('excite: user, yymmddHHMMSS, query, without a header', async () => {
  const path = new Bench().file('excite.log', 'A1\t970916105432\t+md Foods\nB2\t970916001949\t\n')
  const { rows, source } = await read([path])
  expect(source.format).toBe('excite')
  expect(rows.map(({ person, query, time }) => [person, query, time])).toEqual([
    ['A1', '+md foods', '1997-09-16 10:54:32'],
    ['B2', null, '1997-09-16 00:19:49'],
  ])
})

describe('csv', () => {
  test.each([',', ';', '|'])('with %s between the columns', async (d) => {
    const path = new Bench().file(
      'log.csv',
      `user${d}query${d}time\nu1${d}"a ${d} b ""c"""${d}2006-03-01\nu2${d}5" disk${d}\n`,
    )
    const { rows, source } = await read([path])
    expect(source.format).toBe('csv')
    expect(rows.map((row) => [row.person, row.query, row.time])).toEqual([
      ['u1', `a ${d} b "c"`, '2006-03-01 00:00:00'],
      ['u2', '5" disk', null],
    ])
  })

  test('a quoted field may hold line ends', async () => {
    const { rows } = await read([new Bench().file('log.csv', 'user,query\nu1,"two\r\nlines"\nu2,plain\n')])
    expect(rows.map((row) => row.query)).toEqual(['two lines', 'plain'])
  })

  test('of an unbalanced quote only the bad line is lost', async () => {
    const lines = Array.from({ length: 300 }, (_, i) => (i === 41 ? 'u41,"no end' : `u${i},"query, ${i}"`))
    const { rows, source } = await read([new Bench().file('log.csv', `user,query\n${lines.join('\n')}\n`)])
    expect(rows).toHaveLength(299)
    expect(badRows(source)).toEqual(['1:42 unbalanced quote'])
    expect(rows[41]?.query).toBe('query, 42')
  })
})

describe('columns', () => {
  const CSV = 'device,who,at,what\nphone,u1,2006-03-01,Tea\n'

  test('by name, whatever its case, with further columns', async () => {
    const path = new Bench().file('log.csv', CSV)
    const { rows, log } = await read([path], { columns: { user: 'WHO', query: 'what', kind: 'device' } })
    expect(rows).toEqual([{ person: 'u1', query: 'tea', time: null, rank: null, url: null, x_kind: 'phone' }])
    expect(log.extras).toEqual(['kind'])
  })

  test('by position, with and without a header', async () => {
    const bench = new Bench()
    const withHeader = await read([bench.file('a.csv', CSV)], { columns: { user: 'who', query: '4', time: '3' } })
    expect(withHeader.rows[0]).toMatchObject({ person: 'u1', query: 'tea', time: '2006-03-01 00:00:00' })
    const without = await read([bench.file('b.tsv', 'u1\tTea\nu2\tDate\n')], { columns: { user: '1', query: '2' } })
    expect(without.rows.map((row) => row.query)).toEqual(['tea', 'date'])
  })

  test('a first row that asks for "date" or "link" is no header', async () => {
    const path = new Bench().file('log.tsv', '17\tdate\t2006-03-01\n18\ttea\t2006-03-02\n')
    const { rows } = await read([path], { columns: { user: '1', query: '2', time: '3' } })
    expect(rows.map((row) => row.query)).toEqual(['date', 'tea'])
  })

  test.each([
    [{ query: 'nope' }, /no column 'nope' for query/],
    [{ query: '9' }, /has 4 columns, there is no column 9/],
    [{ query: 'what', extra: 'nope' }, /no column 'nope' for extra/],
    [{}, /no column holds the query/],
  ])('missing: %j', async (columns, message) => {
    await expect(read([new Bench().file('log.csv', CSV)], { columns, format: 'csv' })).rejects.toThrow(message)
  })

  test('named twice in the header: refused by name, taken by position', async () => {
    const path = new Bench().file('log.csv', 'user,query,Query\nu1,a,b\n')
    await expect(read([path])).rejects.toThrow(/'query' stands twice/)
    expect((await read([path], { columns: { query: '3' } })).rows[0]?.query).toBe('b')
  })

  test('--unit names the column of persons, in place of users', async () => {
    const path = new Bench().file('log.csv', 'user,ip,query\nu1,10.0.0.1,a\n')
    const { rows, log } = await read([path], { unit: 'ip' })
    expect([rows[0]?.person, log.unit]).toEqual(['10.0.0.1', 'ip'])
    await expect(read([path], { unit: 'session' })).rejects.toThrow(/no column 'session'/)
    const bare = await read([new Bench().file('log.tsv', 'query\ttime\na\t2006-03-01\n')])
    expect(bare.log.unit).toBeUndefined()
  })
})

describe('bad rows', () => {
  test('are numbered over their own file, rejects and wrong values mixed, blank lines not counted', async () => {
    const bench = new Bench()
    const head = 'user\tquery\ttime\trank\n'
    const good = 'u\tq\t2006-03-01\t1\n'
    const one = bench.file(
      '1.tsv',
      `${head}${good}short\n\n${good}\tq\t2006-03-01\t\n${good}u\tq\tnever\t1\na\tb\tc\td\te\n`,
    )
    const two = bench.file('2.tsv', `${head}u\tq\t2006-03-01\tfirst\n${good}short\nu\tq\tnever\t\n`)
    const { rows, source } = await read([one, two], { maxBad: 1 })
    expect(badRows(source)).toEqual([
      '1:2 too few columns',
      '1:4 no user',
      '1:6 time not understood',
      '1:7 too many columns',
      '2:1 rank is no number',
      '2:3 too few columns',
      '2:4 time not understood',
    ])
    expect(rows).toHaveLength(4)
    expect(source.rows).toBe(11)
  })

  test('above the allowed share the reading stops and says what is wrong', async () => {
    const path = new Bench().file('log.tsv', `user\tquery\n${'u\tq\n'.repeat(98)}alone\nalone\n`)
    await expect(read([path])).rejects.toThrow(
      '2 of 100 rows (2.0%) do not parse (too few columns: 2, first in row 99)',
    )
    expect((await read([path], { maxBad: 0.02 })).rows).toHaveLength(98)
  })

  test('the share that is named lets the log through', async () => {
    for (const [good, bad] of [
      [60, 5],
      [98, 2],
      [1, 6],
      [2, 1],
      [993, 7],
    ] as const) {
      const path = new Bench().file('log.tsv', `user\tquery\n${'u\tq\n'.repeat(good)}${'alone\n'.repeat(bad)}`)
      const { next } = (await read([path], { maxBad: 0 }).catch((cause: unknown) => cause)) as { next: string }
      const share = Number(/--max-bad (\S+)\.$/.exec(next)?.[1])
      expect((await read([path], { maxBad: share })).rows).toHaveLength(good)
      expect(share).toBeLessThanOrEqual(Math.min(1, (1.1 * bad) / (good + bad)))
    }
    const none = new Bench().file('log.tsv', 'user\tquery\nalone\n')
    await expect(read([none])).rejects.toMatchObject({ next: 'Check --format and --columns.' })
  })

  test('many of them are no trouble', async () => {
    const path = new Bench().file(
      'log.tsv',
      `user\tquery\ttime\nu\tq\t2006-03-01\nshort\n${'u\tq\tnever\n'.repeat(130_000)}`,
    )
    const { source } = await read([path], { maxBad: 1 })
    expect(source.bad).toHaveLength(130_001)
    expect(source.bad.at(-1)).toEqual({ file: 0, row: 130_002, reason: 'time not understood' })
  })
})
