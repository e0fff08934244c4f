import { describe, expect, test } from 'vitest'
import { Bench } from '../../../test/support/lethe.js'
import { badRows, read } from '../../../test/support/read.js'
import { withSession } from '../../engines/session.js'

const json = (...docs: readonly unknown[]) => docs.map((doc) => `${JSON.stringify(doc)}\n`).join('')

describe('ndjson', () => {
  test('flat: columns are keys', async () => {
    const path = new Bench().file(
      'log.ndjson',
      json({ user: 5, query: 'Tea "x"', time: 1141200000, rank: null }, { query: 'a', user: 'u' }),
    )
    const { rows, source } = await read([path])
    expect(source.format).toBe('ndjson')
    expect(rows).toEqual([
      { person: '5', query: 'tea "x"', time: '2006-03-01 08:00:00', rank: null, url: null },
      { person: 'u', query: 'a', time: null, rank: null, url: null },
    ])
  })

  test('nested: columns are paths, and a key may hold dots itself', async () => {
    const doc = { who: { id: 'u1' }, 'event.text': 'Tea', event: { at: '1141200000' } }
    const columns = { user: 'who.id', query: 'event.text', time: 'event.at' }
    const { rows } = await read([new Bench().file('log.ndjson', json(doc))], { columns })
    expect(rows[0]).toMatchObject({ person: 'u1', query: 'tea', time: '2006-03-01 08:00:00' })
    const { rows: byUnit } = await read([new Bench().file('log.ndjson', json(doc))], {
      columns: { query: 'event.text' },
      unit: 'who.id',
    })
    expect(byUnit[0]?.person).toBe('u1')
  })

  test('what is no object is bad, and rows after it keep their numbers', async () => {
    const good = json({ user: 'u', query: 'q', time: '2006-03-01' })
    const bench = new Bench()
    const text = `${good}null\n\n[1]\n${good}{"user":\n${json({ query: 'q' })}`
    const bytes = Buffer.concat([
      Buffer.from(`${good}\xff\n`, 'latin1'),
      Buffer.from(`"x"\n${json({ user: 'u', query: 'q', time: 'x' })}`),
    ])
    const { source } = await read([bench.file('1.ndjson', text), bench.file('2.ndjson', bytes)], { maxBad: 1 })
    expect(badRows(source)).toEqual([
      '1:2 no JSON object',
      '1:3 no JSON object',
      '1:5 no JSON object',
      '1:6 no user',
      '2:2 invalid UTF-8',
      '2:3 no JSON object',
      '2:4 time not understood',
    ])
    expect(source.rows).toBe(10)
  })

  test('a first line that is null or a number is no trouble', async () => {
    const path = new Bench().file('log.ndjson', `{}\nnull\n7\n${json({ user: 'u', query: 'q' })}`)
    expect((await read([path], { maxBad: 1 })).rows).toHaveLength(1)
  })
})

describe('parquet', () => {
  const write = (path: string, sql: string) => withSession({}, ({ engine }) => engine.write(sql, path, 'parquet'))

  test('typed columns are read like text; several files keep their numbers', async () => {
    const bench = new Bench()
    const rows = (user: string) => `SELECT * FROM (VALUES
      (${user}, 'Tea', TIMESTAMP '2006-03-01 07:17:12', 3, 'http://tea.example/x', 'a'),
      (NULL, 'b', TIMESTAMP '2006-03-02', NULL, NULL, 'b')) t(user_id, query, time, rank, url, file)`
    await write(bench.path('1.parquet'), rows('7'))
    await write(bench.path('2.parquet'), rows('8'))
    const { rows: read_, source } = await read([bench.path('*.parquet')], { columns: { from: 'file' }, maxBad: 1 })
    expect(source.format).toBe('parquet')
    expect(read_).toEqual(
      ['7', '8'].map((person) => ({
        person,
        query: 'tea',
        time: '2006-03-01 07:17:12',
        rank: 3,
        url: 'http://tea.example/x',
        x_from: 'a',
      })),
    )
    expect(badRows(source)).toEqual(['1:2 no user', '2:2 no user'])
    expect((await source.digests()).every((file) => /^[0-9a-f]{64}$/.test(file.sha256) && file.bytes > 0)).toBe(true)
  })

  test('moments with a zone and epochs', async () => {
    const bench = new Bench()
    await write(
      bench.path('z.parquet'),
      `SELECT 'u' AS user, 'q' AS query, TIMESTAMPTZ '2006-03-01 07:17:12+02' AS time`,
    )
    await write(bench.path('e.parquet'), `SELECT 'u' AS user, 'q' AS query, 1141200000000000 AS time`)
    expect((await read([bench.path('z.parquet')], { zone: 'Europe/Berlin' })).rows[0]?.time).toBe('2006-03-01 06:17:12')
    expect((await read([bench.path('e.parquet')])).rows[0]?.time).toBe('2006-03-01 08:00:00')
  })

  test('files with other columns do not mix', async () => {
    const bench = new Bench()
    await write(bench.path('1.parquet'), `SELECT 'u' AS user, 'q' AS query`)
    await write(bench.path('2.parquet'), `SELECT 'u' AS somebody, 'q' AS query`)
    await expect(read([bench.path('*.parquet')])).rejects.toThrow(/differ in their columns/)
  })
})

describe('ubi', () => {
  const query = (id: string, client: string, text: string, timestamp: unknown) => ({
    query_id: id,
    client_id: client,
    user_query: text,
    query_attributes: {},
    timestamp,
  })
  const click = (id: string, ordinal: number, object: string, action = 'click') => ({
    action_name: action,
    query_id: id,
    client_id: 'x',
    timestamp: '2025-01-24T07:32:00.000Z',
    event_attributes: { object: { object_id: object }, position: { ordinal } },
  })
  const queries = [
    query('q1', 'c1', 'Lap Top', '2025-01-24T07:31:30.699+0000'),
    query('q1', 'c1', 'lap top', '2025-01-24T07:31:35Z'), // sent again for the next page, with the same id
    query('q2', 'c2', 'mouse', 1737703891000),
  ]
  const events = [
    click('q1', 10, 'far'),
    click('q1', 2, 'near'),
    click('q9', 1, 'lost'),
    click('q2', 1, 'no', 'impression'),
  ]
  const expected = [
    ['c1', 'lap top', '2025-01-24 07:31:30.699', 2, 'near'],
    ['c1', 'lap top', '2025-01-24 07:31:30.699', 10, 'far'],
    ['c1', 'lap top', '2025-01-24 07:31:35', null, null],
    ['c2', 'mouse', '2025-01-24 07:31:31', null, null],
  ]
  const bulk = (docs: readonly unknown[], index: string) => docs.flatMap((doc) => [{ index: { _index: index } }, doc])

  test.each([
    ['one file', [json(...queries, ...events)]],
    ['two files', [json(...queries), json(...events)]],
    ['bulk lines', [json(...bulk(queries, 'ubi_queries'), ...bulk(events, 'ubi_events'))]],
  ])('%s: clicks join the first document of their query, times in all three notations', async (_, texts) => {
    const bench = new Bench()
    const { rows, source } = await read(texts.map((text, i) => bench.file(`${i}.ndjson`, text)))
    expect(source.format).toBe('ubi')
    expect(rows.map(({ person, query, time, rank, url }) => [person, query, time, rank, url])).toEqual(expected)
    expect(source.notes).toEqual(['1 clicks name a query that is not in the files and were left out'])
  })

  test('a bad document is numbered by its line', async () => {
    const text = `${json(...bulk([queries[0], queries[2]], 'ubi_queries'))}nonsense\n${json(query('q5', '', 'x', ''), query('q6', 'c', 'x', 'soon'), events[0])}`
    const { source } = await read([new Bench().file('ubi.ndjson', text)], { maxBad: 1 })
    expect(badRows(source)).toEqual(['1:5 no JSON object', '1:6 no user', '1:7 time not understood'])
  })

  test('events alone are no log; columns are fixed', async () => {
    const bench = new Bench()
    await expect(read([bench.file('e.ndjson', json(...events))])).rejects.toThrow(/no UBI query documents/)
    await expect(read([bench.file('q.ndjson', json(...queries))], { columns: { user: 'x' } })).rejects.toThrow(
      /does not apply to the format ubi/,
    )
    await expect(read([bench.file('q.ndjson', json(...queries))], { unit: 'session' })).rejects.toThrow(
      /--unit does not apply/,
    )
  })
})

describe('sogou', () => {
  // 中文 in GB18030 is D6 D0 CE C4; 𠀀 takes four bytes there: 95 32 82 36
  const line = (time: string, query: readonly number[]) =>
    Buffer.concat([Buffer.from(`${time}\tcookie7\t[`), Buffer.from(query), Buffer.from(']\t3 1\twww.example.cn/a b\n')])

  test('GB18030 text, query in brackets, rank, order, URL; times without a date say so', async () => {
    const bytes = Buffer.concat([
      line('00:00:01', [0xd6, 0xd0, 0xce, 0xc4]),
      line('00:00:02', [0x95, 0x32, 0x82, 0x36, 0x20, 0x41]),
    ])
    const { rows, source } = await read([new Bench().file('sogou', bytes)])
    expect(source.format).toBe('sogou')
    expect(rows[0]).toEqual({
      person: 'cookie7',
      query: '中文',
      time: '1970-01-01 00:00:01',
      rank: 3,
      url: 'www.example.cn/a b',
    })
    expect(rows[1]?.query).toBe('\u{20000} a')
    expect(source.notes).toEqual(['the log gives times without a date: all rows stand on 1970-01-01'])
  })

  test('with full times; bytes that are no GB18030 are a bad row', async () => {
    const bytes = Buffer.concat([
      line('20111230000005', [0xd6, 0xd0]),
      line('20111230000006', [0xff]),
      line('20111230000007', [0x41]),
    ])
    const { rows, source } = await read([new Bench().file('sogou', bytes)], { maxBad: 1 })
    expect(rows.map((row) => [row.query, row.time])).toEqual([
      ['中', '2011-12-30 00:00:05'],
      ['a', '2011-12-30 00:00:07'],
    ])
    expect(badRows(source)).toEqual(['1:2 unreadable'])
  })
})

test('transactions: a line is a person, each item a row', async () => {
  const bench = new Bench()
  const { rows, source } = await read([bench.file('1.dat', '1 2 3\n2 \n'), bench.file('2.dat', '3 2\n')])
  expect(source.format).toBe('transactions')
  expect(rows.map((row) => [row.person, row.query])).toEqual([
    ['1', '1'],
    ['1', '2'],
    ['1', '3'],
    ['2', '2'],
    ['3', '3'],
    ['3', '2'],
  ])
})
