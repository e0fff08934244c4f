import { mkdirSync, mkdtempSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { read as readRows } from '../../../test/support/read.js'
import { scratch } from '../../../test/support/scratch.js'
import { openDuckDB } from '../../engines/duckdb/index.js'
import type { InputOptions } from '../index.js'

const SAMPLES = new URL('../../../test/data/formats/', import.meta.url).pathname
const { dir: own } = scratch()

/** Rows as `person|query|time`, and what became of the lines. */
async function read(paths: string | readonly string[], options: InputOptions = {}) {
  const { rows, log, source, records } = await readRows([paths].flat(), { maxBad: 0.5, ...options })
  return {
    rows: rows.map(({ person, query, time }) => [person, query, time].map((value) => value ?? '').join('|')),
    format: source.format,
    unit: log.unit,
    bad: source.bad.map(({ row, reason }) => `${row} ${reason}`),
    records,
    notes: source.notes,
    found: source.found,
  }
}

const sample = (name: string, options?: InputOptions) => read(join(SAMPLES, name), options)

function written(name: string, content: string | Buffer): string {
  const path = join(own, name)
  writeFileSync(path, content)
  return path
}

describe('access logs', () => {
  test('nginx combined: searches, decoded; pages, noise and probes are no searches; a cut line is bad', async () => {
    const log = await sample('nginx-combined.log', { unit: 'ip' })
    expect(log).toMatchObject({
      format: 'access',
      unit: 'ip',
      bad: ['11 not in the form of the log'],
      records: { all: 12, read: 6, bad: 1, blank: 0, notSearches: 5 },
      found: { param: 'q' },
    })
    expect(log.rows).toEqual([
      '192.0.2.10|garden chairs|2024-03-10 07:15:09',
      '192.0.2.11|bücherregal|2024-03-10 07:16:44',
      '2001:db8::7|lamp "desk"|2024-03-10 07:18:00',
      '192.0.2.11||2024-03-10 07:20:01',
      '192.0.2.14|straßenlampe|2024-03-10 07:21:45',
      '192.0.2.11|garden chairs|2024-03-10 07:23:59',
    ])
  })

  test('an address is no person unless it is named, and that is said', async () => {
    const log = await sample('nginx-combined.log')
    expect(log.unit).toBeUndefined()
    expect(log.notes.join()).toMatch(/--unit ip, which is an address and not a person/)
  })

  test("a log_format of nginx's own", async () => {
    const pattern = '$msec|$remote_addr|"$request_uri"|$status|$cookie_uid|"$http_referer"'
    const log = await sample('nginx-custom.log', { format: 'access', pattern, param: 'term' })
    expect(log.unit).toBe('user')
    expect(log.rows).toEqual([
      'uid-7f3a|winter tyres|2024-03-10 07:15:02.117',
      'uid-7f3a|tyre pressure|2024-03-10 07:15:11.204',
      'uid-01be|winter tyres|2024-03-10 07:15:44.551',
    ])
    expect(log.bad).toEqual(['5 no user'])
    expect(log.found).toMatchObject({ pattern, param: 'term', columns: { user: 'cookie' } })
  })

  test('Apache: common, and combined behind a virtual host', async () => {
    expect((await sample('apache-common.log')).rows).toEqual([
      'frank|apache manual|2000-10-10 20:55:36',
      'frank|log format|2000-10-10 20:56:01',
    ])
    const vhost = await sample('apache-vhost.log')
    expect(vhost.rows.map((row) => row.split('|')[0])).toEqual(['anna', 'anna', 'bert jones'])
    const pattern = '%v:%p %h %l %u %t "%r" %>s %O "%{Referer}i" "%{User-Agent}i"'
    expect(
      (await sample('apache-common.log', { pattern: '%h %l %u %t "%r" %>s %b', format: 'access' })).rows,
    ).toHaveLength(2)
    await expect(sample('apache-common.log', { pattern, format: 'access' })).rejects.toThrow(
      /0 of the first 3 lines fit the pattern/,
    )
  })

  test('where no parameter stands out, those that are there are named', async () => {
    const line = (url: string) => `192.0.2.1 - u [10/Mar/2024:08:15:02 +0100] "GET ${url} HTTP/1.1" 200 1 "-" "-"\n`
    await expect(read(written('two.log', line('/a?q=one&term=two')))).rejects.toThrow(/does not stand out/)
    await expect(read(written('keys.log', line('/a?zebra+kiwi=1') + line('/a?zebra')))).rejects.toMatchObject({
      message: expect.stringMatching(/no parameter is common/),
      next: expect.not.stringContaining('zebra'),
    })
    await expect(read(written('other.log', line('/a?q=one')), { param: 'term' })).rejects.toMatchObject({
      message: expect.stringMatching(/holds no searches/),
      next: expect.stringMatching(/--param/),
    })
    await expect(read(written('none.log', line('/a')))).rejects.toThrow(/no parameter is common/)
    await expect(read(written('odd.log', line('/a?frage=was').repeat(2)))).rejects.toMatchObject({
      next: expect.stringMatching(/--param frage/),
    })
  })

  test('under differential privacy parameter and person are named, not found', async () => {
    const path = join(SAMPLES, 'nginx-combined.log')
    await expect(read(path, { fixed: true, format: 'access' })).rejects.toThrow(/named, not found/)
    await expect(read(path, { fixed: true, format: 'access', param: 'q' })).rejects.toThrow(/who counts as one person/)
    expect((await read(path, { fixed: true, format: 'access', param: 'q', unit: 'ip' })).rows).toHaveLength(6)
  })

  test('a pattern without variables, without a request, or for another format is refused', async () => {
    for (const pattern of ['hello', '$remote_addr [$time_local]'])
      await expect(sample('apache-common.log', { format: 'access', pattern })).rejects.toMatchObject({ code: 'usage' })
    await expect(sample('ga4.csv', { param: 'q' })).rejects.toThrow(/--param does not apply/)
  })
})

describe('search engines', () => {
  test('slow logs, plain: the text of match, multi_match and query_string', async () => {
    const log = await sample('elasticsearch-plain.log', { columns: { user: 'id' } })
    expect(log.format).toBe('elasticsearch')
    expect(log.rows).toEqual([
      'client-17|blue running shoes|2018-03-13 04:09:07.34',
      'client-18|rain jacket|2018-03-13 04:09:09.001',
      'client-17|title:[a to b] tent|2018-03-13 04:10:00.12',
    ])
    expect(log.bad).toEqual(['5 the request is no JSON'])
    expect(log.records).toMatchObject({ all: 6, notSearches: 2 })
    expect((await sample('elasticsearch-plain.log')).unit).toBeUndefined()
  })

  test('slow logs, JSON, of several versions', async () => {
    const log = await sample('elasticsearch-json.log', { columns: { user: 'id' } })
    expect(log.rows).toEqual([
      'reader-1|history of tea|2021-06-01 08:00:00.123',
      'reader-2|green tea|2023-06-01 08:00:01.5',
    ])
    expect(log.bad).toEqual(['4 the request is no JSON'])
    expect((await sample('elasticsearch-json.log', { maxBad: 0.7, columns: { user: 'user' } })).rows).toEqual([
      'lena|green tea|2023-06-01 08:00:01.5',
    ])
  })

  test('Solr: q of searches, not of shards, nor of everything; a parameter names the user', async () => {
    const log = await sample('solr.log', { columns: { user: 'url?uid' } })
    expect(log.rows).toEqual([
      'r17|tea ceremony|2023-05-04 10:11:12.123',
      'r18|café paris|2023-05-04 10:11:22.789',
      'r17|moby dick|2023-05-04 10:11:30',
    ])
    expect(log.records).toMatchObject({ all: 8, read: 3, notSearches: 5 })
  })
})

describe('reports of site searches', () => {
  test('Matomo: UTF-16, a term as often as it was searched, without the total', async () => {
    const log = await sample('matomo.csv')
    expect(log).toMatchObject({ format: 'matomo', unit: undefined, records: { all: 4, read: 2, notSearches: 2 } })
    expect(log.rows.filter((row) => row === '|garden chairs|')).toHaveLength(15)
    expect(log.rows.filter((row) => row === '|lamp, desk|')).toHaveLength(4)
  })

  test('GA4: behind a preamble, without the grand total', async () => {
    const log = await sample('ga4.csv')
    expect(log).toMatchObject({ format: 'ga4', records: { all: 13, read: 2, notSearches: 11 } })
    expect(log.rows).toHaveLength(55)
    const line = `# ${'-'.repeat(40)}`
    const exploration = [
      line,
      '# Free form 1',
      '# Shop - GA4',
      '# 20240101-20240131',
      line,
      '',
      'Search term,Event count',
    ]
    const terms = [',3,Grand total', 'red shoes,2', 'blue hat,1']
    expect(await read(written('exploration.csv', `${[...exploration, ...terms].join('\n')}\n`))).toMatchObject({
      format: 'ga4',
      rows: ['|red shoes|', '|red shoes|', '|blue hat|'],
    })
    expect((await sample('ga4-events.ndjson')).rows).toEqual([
      '111.222|garden chairs|2024-01-10 09:46:40',
      '333.444|desk lamp|2024-01-10 09:48:20',
    ])
  })

  test('an export without a header is refused', async () => {
    await expect(read(written('x.csv', 'a,1\nb,2\n'), { format: 'ga4' })).rejects.toThrow(
      /names a column of search terms/,
    )
  })
})

describe('prompt logs', () => {
  test('each turn of the user is a row; what the assistant said is nowhere', async () => {
    const openai = await sample('openai.jsonl')
    expect(openai.rows).toEqual([
      'u-1|write a poem about rain|2024-01-10 09:46:40',
      'u-1|shorter|2024-01-10 09:46:40',
      'u-2|how do magnets work|2024-01-10 12:33:20',
    ])
    expect(openai.bad).toEqual(['4 no conversation'])
    expect(openai.records).toMatchObject({ all: 4, read: 2, bad: 1, notSearches: 1 })
    expect((await sample('wildchat.jsonl')).rows).toEqual([
      'ip1|translate good morning|2023-04-09 00:00:03',
      'ip2|translate good night|2023-04-09 00:01:03',
    ])
  })

  test('Parquet, as they are published: the same rows', async () => {
    const engine = await openDuckDB({ spill: own, threads: 1 })
    const path = join(own, 'wildchat.parquet')
    const said = (content: string, role: string) => `{'content': '${content}', 'role': '${role}', 'timestamp': NULL}`
    await engine.write(
      `SELECT 'h1' AS conversation_hash, TIMESTAMP '2023-04-09 00:00:03' AS timestamp, 'ip1' AS hashed_ip,
        [${said('translate good "morning"', 'user')}, ${said('SECRET-ANSWER', 'assistant')}] AS conversation
      UNION ALL SELECT 'h2', TIMESTAMP '2023-04-09 00:01:03', 'ip2', [${said('grüße', 'user')}]`,
      path,
      'parquet',
    )
    await engine.close()
    const log = await read(path)
    expect(log).toMatchObject({ format: 'chat', records: { all: 2, read: 2, bad: 0 } })
    expect(log.rows).toEqual(['ip1|translate good "morning"|2023-04-09 00:00:03', 'ip2|grüße|2023-04-09 00:01:03'])
    expect((await read(path, { format: 'chat', unit: 'conversation_hash' })).rows[0]).toMatch(/^h1/)
    await expect(read(path, { format: 'parquet' })).rejects.toThrow(/query/)
  })

  test("several persons in one conversation are several, and a turn of nobody is nobody's", async () => {
    const turn = (text: string, user_id?: string) => ({ role: 'user', user_id, content: text })
    const group = { messages: [turn('ours', 'anna'), turn('mine', 'bert'), turn('whose')] }
    const alone = { messages: [turn('mine', 'bert'), turn('mine too')] }
    const log = await read(written('group.jsonl', [group, alone].map((one) => `${JSON.stringify(one)}\n`).join('')))
    expect(log.rows).toEqual(['anna|ours|', 'bert|mine|', 'bert|mine|', 'bert|mine too|'])
    expect(log.bad).toEqual(['1 no user'])
  })

  test('numbers too long for JavaScript stay apart, and are what they are as text', async () => {
    const one = (id: string, text: string) =>
      `{"user_id": ${id}, "score": 0.12345678901234567, "messages": [{"role": "user", "content": "${text}"}]}\n`
    const ids = ['1234567890123456781', '1234567890123456782', '"1234567890123456782"', '9007199254740991']
    const log = await read(
      written('long.jsonl', ids.map((id) => one(id, String.raw`say \"12345678901234567\"`)).join('')),
    )
    expect(log.rows.map((row) => row.split('|')[0])).toEqual(ids.map((id) => id.replaceAll('"', '')))
    expect(log.rows[0]).toContain('say "12345678901234567"')
  })

  test('without user ids that is said, and a conversation may be the unit', async () => {
    const log = await sample('sharegpt.jsonl')
    expect(log).toMatchObject({ format: 'chat', unit: undefined })
    expect(log.notes.join()).toMatch(/names no user.*--unit session/)
    expect((await sample('sharegpt.jsonl', { unit: 'session' })).rows).toEqual([
      'a1|plan a trip to oslo|',
      'a1|by train|',
      'a2|fix my sql query|',
    ])
    expect((await sample('lmsys.jsonl', { columns: { user: 'model' } })).rows[0]).toBe('vicuna-13b|what is a monad|')
  })
})

describe('files as they come', () => {
  test('encodings: by name, by mark, by every other byte', async () => {
    const text = 'user\tquery\nanna\tgrüße\nbert\tcafé\n'
    const rows = ['anna|grüße|', 'bert|café|']
    expect((await read(written('l1.tsv', Buffer.from(text, 'latin1')), { encoding: 'latin1' })).rows).toEqual(rows)
    expect((await read(written('bom.tsv', Buffer.from(`\uFEFF${text}`, 'utf16le')))).rows).toEqual(rows)
    expect((await read(written('u16.tsv', Buffer.from(text, 'utf16le')))).rows).toEqual(rows)
    await expect(read(written('l2.tsv', text), { encoding: 'klingon' })).rejects.toThrow(/no encoding 'klingon'/)
  })

  test('Latin-1 and Shift-JIS get a word with their names', async () => {
    const latin1 = written('hint.tsv', Buffer.from('user\tquery\nanna\tgrüße\nbert\tcafé\n', 'latin1'))
    await expect(read(latin1, { maxBad: 0.01 })).rejects.toMatchObject({
      next: expect.stringMatching(/--encoding windows-1252/),
    })
    const sjis = Buffer.concat([
      Buffer.from('user\tquery\nanna\t'),
      Buffer.from('82b182f182c982bf82cd90a28a45', 'hex'),
      Buffer.from('\n'),
    ])
    await expect(read(written('sjis.tsv', sjis), { maxBad: 0.01 })).rejects.toMatchObject({
      next: expect.stringMatching(/--encoding shift_jis/),
    })
    expect((await read(written('sjis.tsv', sjis), { encoding: 'shift-jis' })).rows).toEqual(['anna|こんにちは世界|'])
  })

  test('a byte that an encoding does not have sets its line aside and no other', async () => {
    const gb = Buffer.concat([Buffer.from('user\tquery\nanna\t'), Buffer.from([0xff]), Buffer.from('\nbert\tok\n')])
    expect(await read(written('gb.tsv', gb), { encoding: 'gb18030' })).toMatchObject({
      rows: ['bert|ok|'],
      bad: ['1 invalid UTF-8'],
    })
  })

  test('a folder is read in the order of names; mixed formats are refused with a list', async () => {
    const folder = mkdtempSync(join(own, 'logs-'))
    writeFileSync(join(folder, 'b.tsv'), 'user\tquery\nbert\ttwo\n')
    writeFileSync(join(folder, 'a.tsv'), 'user\tquery\nanna\tone\n')
    writeFileSync(join(folder, '.hidden'), 'x')
    const log = await read(folder)
    expect(log.rows).toEqual(['anna|one|', 'bert|two|'])
    expect(log.notes).toContain('2 files of a folder were read')
    mkdirSync(join(folder, 'older'))
    symlinkSync(own, join(folder, 'elsewhere'))
    expect((await read(folder)).notes).toContain('2 folders inside of it were not read: name what is in there too')
    writeFileSync(join(folder, 'c.csv'), 'user,query\ncarl,three\n')
    await expect(read(folder)).rejects.toMatchObject({ next: expect.stringMatching(/b\.tsv is tsv.*c\.csv is csv/) })
    await expect(read(mkdtempSync(join(own, 'none-')))).rejects.toThrow(/holds no files/)
  })

  test('columns are joined, and taken out of URLs', async () => {
    const csv = written(
      'joined.csv',
      'id,date,clock,page\nanna,2024-03-10,08:15:02,/s?q=red+tea\nbert,2024-03-11,09:00:00,/s?q=%zz\n',
    )
    const columns = { user: 'id', time: 'date+clock', query: 'page?q' }
    expect((await read(csv, { columns })).rows).toEqual([
      'anna|red tea|2024-03-10 08:15:02',
      'bert|%zz|2024-03-11 09:00:00',
    ])
    expect((await read(csv, { columns })).found).toMatchObject({ columns })
    const json = written('joined.ndjson', '{"id":1,"at":{"d":"2024-03-10","t":"08:15"},"page":"/s?x=1&q=red+tea"}\n')
    expect((await read(json, { columns: { user: 'id', time: 'at.d+at.t', query: 'page?q' } })).rows).toEqual([
      '1|red tea|2024-03-10 08:15:00',
    ])
    const plus = written('plus.csv', 'a+b,query\nanna,one\n')
    expect((await read(plus, { columns: { user: 'a+b' } })).rows).toEqual(['anna|one|'])
  })

  test('a path that leads to nothing is refused with those that lead to something', async () => {
    const json = written('deep.ndjson', '{"user":{"id":7},"search":{"q":"tea"}}\n')
    expect((await read(json, { columns: { user: 'user.id', query: 'search.q' } })).rows).toEqual(['7|tea|'])
    await expect(read(json, { columns: { user: 'user.uid', query: 'search.q' } })).rejects.toMatchObject({
      next: expect.stringMatching(/search\.q, user\.id/),
    })
  })

  test('the case of user ids makes another person, unless it is folded', async () => {
    const tsv = written('case.tsv', 'user\tquery\nAnna\tone\nanna \ttwo\n')
    expect((await read(tsv)).rows).toEqual(['Anna|one|', 'anna|two|'])
    expect((await read(tsv, { foldUsers: true })).rows).toEqual(['anna|one|', 'anna|two|'])
  })
})

describe('lines that hold JSON, but nothing that was looked for', () => {
  const odd = ['null', '1', '"x"', '[]', '[{}]', '{"messages": null}', '{"event_params": [null, 1]}']
  const deep = `{"source": ${'{"bool":'.repeat(20_000)}{"match": {"title": "x"}}${'}'.repeat(20_000)}}`

  test.each([
    ['ga4', readFileSync(join(SAMPLES, 'ga4-events.ndjson'), 'utf8')],
    ['elasticsearch', readFileSync(join(SAMPLES, 'elasticsearch-json.log'), 'utf8')],
    ['chat', readFileSync(join(SAMPLES, 'openai.jsonl'), 'utf8')],
  ] as const)('%s: each is bad or no search, and none is a fault of ours', async (format, good) => {
    const options = { format, maxBad: 1, ...(format === 'elasticsearch' ? { unit: 'id' } : {}) }
    const { rows } = await read(written(`${format}-good`, good), options)
    const odder = await read(written(`${format}-odd`, `${good.trimEnd()}\n${[...odd, deep].join('\n')}\n`), options)
    expect(odder.rows).toEqual(rows)
    expect(odder.records?.all).toBe(good.trimEnd().split('\n').length + odd.length + 1)
  })
})
