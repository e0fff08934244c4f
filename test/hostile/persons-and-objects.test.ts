import { randomBytes } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { withSession } from '../../src/engines/session.js'
import { text } from '../../src/engines/sql.js'
import { personSql } from '../../src/ingest/person-sql.js'
import { release } from '../../src/run/release/index.js'
import { readTruth } from '../../src/run/truth.js'
import { verify } from '../../src/run/verify.js'
import { encodeStream } from '../../src/shares/stream/encode.js'
import { normalisePerson } from '../../src/text/person.js'
import { read } from '../support/read.js'
import { rowsOf } from '../support/release.js'
import { scratch } from '../support/scratch.js'

const { next } = scratch()

function file(as: string, content: string | Buffer): string {
  const path = next(as)
  writeFileSync(path, content)
  return path
}
const json = (...docs: readonly unknown[]) => docs.map((doc) => `${JSON.stringify(doc)}\n`).join('')
const parquet = async (sql: string) => {
  const path = next('log.parquet')
  await withSession({}, ({ engine }) => engine.write(sql, path, 'parquet'))
  return path
}
const persons = async (path: string, options = {}) => (await read([path], options)).rows.map(({ person }) => person)

// One person, written in ways that look alike on every screen. The last is another: case stays.
const ALIKE = ['u1', 'u1 ', '  u1', 'u1\u200b', '\ufeffu1', 'u\u00ad1', 'u1\u2060', 'u1\u00a0', 'u1\u3164', 'u1\ufe0f']
const OTHER = 'U1'

describe('ids that cannot be told apart are one person', () => {
  const table = (separator: string) =>
    [['user', 'query'], ...[...ALIKE, OTHER].map((user) => [user, 'tea'])].map((row) => row.join(separator)).join('\n')
  const expected = [...ALIKE.map(() => 'u1'), 'U1']

  test.each([
    ['tsv', () => file('log.tsv', table('\t'))],
    ['csv', () => file('log.csv', table(','))],
    ['ndjson', () => file('log.ndjson', json(...[...ALIKE, OTHER].map((user) => ({ user, query: 'tea' }))))],
    [
      'parquet',
      () =>
        parquet(
          `SELECT * FROM (VALUES ${[...ALIKE, OTHER].map((user) => `(${text(user)}, 'tea')`).join(', ')}) t("user", query)`,
        ),
    ],
    [
      'ubi',
      () =>
        file(
          'log.json',
          json(...[...ALIKE, OTHER].map((client_id, i) => ({ query_id: `q${i}`, client_id, user_query: 'tea' }))),
        ),
    ],
  ])('in %s, read by guess or without', async (format, write) => {
    const path = await write()
    expect(await persons(path)).toEqual(expected)
    expect(await persons(path, { fixed: true, ...(format === 'ubi' ? { format } : {}) })).toEqual(expected)
  })

  test('an accent is the same in one piece or two', async () => {
    expect(await persons(file('log.tsv', 'user\tquery\nzo\u00e9\ttea\nzoe\u0301\ttea\n'))).toEqual(['zoé', 'zoé'])
  })

  test('an id of nothing that can be seen is nobody', async () => {
    const path = file('log.tsv', `user\tquery\n\u200b \u2060\ttea\n${'u\ttea\n'.repeat(3)}`)
    const { rows, source } = await read([path], { maxBad: 1 })
    expect([rows.length, source.bad]).toEqual([3, [{ file: 0, row: 1, reason: 'no user' }]])
  })

  test('a number is the same person however it was stored', async () => {
    const docs =
      '{"user":1,"query":"a"}\n{"user":1.0,"query":"a"}\n{"user":"1","query":"a"}\n{"user":"1.0","query":"a"}\n'
    expect(await persons(file('log.ndjson', docs))).toEqual(['1', '1', '1', '1.0'])
    const noughts =
      '{"user":0,"query":"a"}\n{"user":-0,"query":"a"}\n{"user":-0.0,"query":"a"}\n{"user":"-0","query":"a"}\n'
    expect(await persons(file('noughts.ndjson', noughts))).toEqual(['0', '0', '0', '-0'])
    expect(await persons(await parquet(`SELECT 1.0::DOUBLE AS "user", 'a' AS query`))).toEqual(['1'])
    expect(await persons(await parquet(`SELECT 17::DECIMAL(9, 2) AS "user", 'a' AS query`))).toEqual(['17'])
  })

  test('ten ways to write one id pass no threshold, in the release and in the check against the log', async () => {
    const rows = [...ALIKE.map((user) => `${user}\tsecretword alone`), ...[1, 2, 3, 4, 5].map((i) => `v${i}\ttea`)]
    const log = file('log.tsv', `user\tquery\n${rows.join('\n')}\n`)
    const out = next('release')
    await release([log], { plan: { steps: [{ method: 'rare-queries', params: { k: 5 } }], shows: {} }, out })
    expect((await rowsOf(out)).map(({ query }) => query)).toEqual(Array(5).fill('tea'))
    expect((await verify(out, { against: [log] })).holds).toBe(true)
  })

  test('SQL and JavaScript agree on every character', async () => {
    const { rows } = await withSession({}, async ({ engine }) => ({
      rows: await engine.all<{ code: number; person: string }>(
        `SELECT i::INTEGER AS code, ${personSql('id')} AS person FROM (
          SELECT i, 'a' || chr(i::INTEGER) || 'b' || chr(i::INTEGER) AS id FROM range(0, 1114112) t(i) WHERE i < 55296 OR i >= 57344)`,
      ),
    }))
    const differ = rows.filter(({ code, person }) => {
      const character = String.fromCodePoint(code)
      return normalisePerson(`a${character}b${character}`) !== person
    })
    expect(differ).toEqual([])
  })

  test('what is normal stays, and nothing unseen is left', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.string({ unit: 'binary-ascii' }), (seen, odd) => {
        const person = normalisePerson(`${odd}${seen}${odd}\u200b${seen} `)
        expect(normalisePerson(person)).toBe(person)
        expect(person).not.toMatch(/[\p{Cc}\p{Cf}]|^\p{Z}|\p{Z}$/u)
      }),
    )
  })

  test.each(['tsv', 'csv', 'ndjson'] as const)('rows of a %s stream get one share of one person', async (format) => {
    const rows = [...ALIKE, OTHER].map((user) =>
      format === 'ndjson' ? JSON.stringify({ user, query: 'tea' }) : [user, 'tea'].join(format === 'tsv' ? '\t' : ','),
    )
    const head = format === 'ndjson' ? [] : [format === 'tsv' ? 'user\tquery' : 'user,query']
    const lines = await encoded(`${[...head, ...rows].join('\n')}\n`)
    const points = lines.map((line) => line.split('\t')[1])
    expect(new Set(points.slice(0, ALIKE.length)).size).toBe(1)
    expect(points.at(-1)).not.toBe(points[0])
  })

  test('a truth that somebody else wrote speaks of the same persons', async () => {
    const path = file('truth.tsv', 'pseudonym\tperson\n1\tu1 \n2\tu1\u200b\n')
    await withSession({}, async ({ engine }) => {
      const { tables } = await readTruth(engine, path)
      expect(await engine.all(`SELECT DISTINCT person FROM ${tables.truth?.table}`)).toEqual([{ person: 'u1' }])
    })
  })
})

async function encoded(input: string): Promise<string[]> {
  let out = ''
  await encodeStream(
    (async function* () {
      yield Buffer.from(input)
    })(),
    (bytes) => {
      out += Buffer.from(bytes).toString('latin1')
    },
    {
      key: randomBytes(32),
      sharing: { scheme: 'field', t: 3, n: 1000 },
      rotation: 'none',
      link: 'none',
      time: 'day',
      zone: 'UTC',
      header: false,
      threads: 1,
    },
  )
  return out.split('\n').slice(0, -1)
}

describe('objects and lists are no user, no query and no time', () => {
  const doc = (user: unknown, query: unknown = 'tea') => ({ user, query, time: '2024-05-01' })
  const nested = json(...[1, 2, 3].map((i) => doc({ id: 'LK1', session: `s${i}` })))

  test('ndjson: refused, with the paths inside; a path is read', async () => {
    const path = file('log.ndjson', nested)
    await expect(read([path])).rejects.toMatchObject({
      message: "the column 'user' holds objects or lists, and user must be a single value",
      next: 'Name one inside it: --columns user=user.id (there are user.id, user.session).',
    })
    expect(await persons(path, { columns: { user: 'user.id' } })).toEqual(['LK1', 'LK1', 'LK1'])
    await expect(read([file('q.ndjson', json(doc('u', { text: 'tea' })))])).rejects.toThrow(/'query' holds objects/)
    await expect(read([file('l.ndjson', json(doc(['a', 'b'])))])).rejects.toThrow(/'user' holds objects or lists/)
  })

  test('keys that few documents have may be persons, and are not named', async () => {
    const path = file('log.ndjson', json(...['ann', 'bob', 'cyd', 'dee'].map((who) => doc({ [who]: 1 }))))
    const error = await read([path]).catch((cause: unknown) => cause as Error & { next: string })
    expect(`${(error as Error).message} ${(error as { next: string }).next}`).not.toMatch(/ann|bob|cyd|dee/)
  })

  test('a document among many that holds one is a bad row', async () => {
    const many = json(...Array.from({ length: 1500 }, (_, i) => doc(`u${i}`)))
    const { source } = await read([file('log.ndjson', many + json(doc({ id: 'x' }), doc('u', ['tea'])))])
    const reason = 'an object or a list where a value should be'
    expect(source.bad).toEqual([1501, 1502].map((row) => ({ file: 0, row, reason })))
  })

  test('a query that begins with a bracket is a query', async () => {
    const { rows } = await read([file('log.ndjson', json(doc('u', '[tea]'), doc('u', '{"a":1}')))])
    expect(rows.map(({ query }) => query)).toEqual(['[tea]', '{"a":1}'])
  })

  test('a key that holds dots goes before a path, at every step', async () => {
    const docs = json(
      { 'who.id': 'flat', who: { id: 'deep' }, q: 'a' },
      { who: { id: 'deep' }, q: 'a' },
      { who: { id: null }, 'who.id': null, q: 'a' },
    )
    const columns = { user: 'who.id', query: 'q' }
    expect(await persons(file('log.ndjson', docs), { columns, maxBad: 1 })).toEqual(['flat', 'deep'])
    const inner = json({ a: { 'b.c': 'x' }, q: 'q' })
    expect(await persons(file('log.ndjson', inner), { columns: { user: 'a.b.c', query: 'q' } })).toEqual(['x'])
  })

  test('parquet: refused by the schema, with the paths inside; a path is read', async () => {
    const path = await parquet(
      `SELECT {'id': 'LK1', 'session': 's' || i, 'of': {'shop': 7}} AS "user", ['tea'] AS words, 'tea' AS query, 'x' AS "a.b" FROM range(3) t(i)`,
    )
    await expect(read([path])).rejects.toMatchObject({
      next: 'Name one inside it: --columns user=user.id (there are user.id, user.session, user.of.shop).',
    })
    expect(await persons(path, { columns: { user: 'user.id' } })).toEqual(['LK1', 'LK1', 'LK1'])
    expect(await persons(path, { columns: { user: 'user.of.shop' } })).toEqual(['7', '7', '7'])
    expect(await persons(path, { columns: { user: 'a.b' } })).toEqual(['x', 'x', 'x'])
    await expect(read([path], { columns: { user: 'a.b', query: 'words' } })).rejects.toThrow(
      /'words' holds objects or lists/,
    )
    await expect(read([path], { columns: { user: 'user.name' } })).rejects.toThrow(/no column 'user.name'/)
  })

  test('ubi: refused, with what to read it as', async () => {
    const docs = json({ query_id: 'q1', client_id: { id: 'LK1', tab: 1 }, user_query: 'tea', timestamp: 1737703891000 })
    await expect(read([file('log.json', docs)], { format: 'ubi' })).rejects.toMatchObject({
      message: "the column 'client_id' holds objects or lists, and user must be a single value",
      next: 'Name one inside it: --format ndjson --columns user=client_id.id (there are client_id.id, client_id.tab).',
    })
  })

  test('a stream: refused at its start, a bad row after', async () => {
    await expect(encoded(nested)).rejects.toThrow(/'user' holds objects/)
    const lines = await encoded(json(doc('u'), ...Array.from({ length: 60 }, () => doc('u')), doc({ id: 1 })))
    expect(lines.at(-1)).toMatch(/^\t+$/) // an empty row for one that cannot be read
    expect(lines[0]).toMatch(/^[0-9a-f]{32}\t/)
  })
})
