import { copyFileSync, readdirSync, readFileSync } from 'node:fs'
import { DuckDBInstance } from '@duckdb/node-api'
import sqlite from 'node-sqlite3-wasm'
import { describe, expect, test } from 'vitest'
import { Bench } from '../../../test/support/lethe.js'
import { read } from '../../../test/support/read.js'

const ROWS = `WITH RECURSIVE c(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM c WHERE i < 299)
  SELECT 'u' || (i % 7) AS "user", 'query "' || (i % 11) || '",' || char(10) || 'more' AS query, '2006-03-01 10:00:00' AS time FROM c`

function sqliteFile(bench: Bench, sql: string): string {
  const path = bench.path('log.db')
  const database = new sqlite.Database(path)
  database.exec(sql)
  database.close()
  return path
}

async function duckDBFile(bench: Bench, sql: string): Promise<string> {
  const path = bench.path('log.duckdb')
  const instance = await DuckDBInstance.create(path)
  const connection = await instance.connect()
  await connection.run(sql)
  connection.closeSync()
  instance.closeSync()
  return path
}

const refusal = (arg: string, options = {}) =>
  read([arg], options).then(
    () => '',
    (error: Error & { next?: string }) => `${error.message}\n${error.next}`,
  )

const MAKE = { 'sqlite:': sqliteFile, 'duckdb:': duckDBFile }
const KINDS = Object.entries(MAKE)

describe.each(KINDS)('%s', (scheme, make) => {
  const log = `CREATE TABLE log AS ${ROWS.replace('char(10)', scheme === 'duckdb:' ? 'chr(10)' : 'char(10)')}`

  test('a table, a query, and a query as an address writes it', async () => {
    const path = await make(new Bench(), `${log}; CREATE TABLE other(a INTEGER)`)
    const { rows, source } = await read([`${scheme}${path}?table=log`])
    expect(rows).toHaveLength(300)
    expect(rows[0]).toMatchObject({ person: 'u0', query: 'query "0", more', time: '2006-03-01 10:00:00' })
    expect(source.paths).toEqual([`${scheme}${path}?table=log`])
    const query = `SELECT "user", query FROM log WHERE "user" = 'u1' AND query LIKE '%251%25'; `
    for (const asked of [query, query.replaceAll(' ', '%20')])
      expect((await read([`${scheme}${path}?query=${asked}`])).rows).toHaveLength(8)
  })

  test('the same rows have the same digest', async () => {
    const path = await make(new Bench(), log)
    const digest = async () => (await read([`${scheme}${path}?table=log`])).source.digests()
    expect(await digest()).toEqual(await digest())
  })

  test('is read as it is under differential privacy, and without rows too', async () => {
    const path = await make(new Bench(), log)
    expect((await read([`${scheme}${path}?table=log`], { fixed: true })).rows).toHaveLength(300)
    const none = `${scheme}${path}?query=SELECT * FROM log WHERE "user" = 'nobody'`
    expect((await read([none], { fixed: true })).rows).toHaveLength(0)
    expect(await refusal(none)).toBe(`${scheme}${path}?query=... holds no rows\nThere is nothing to read.`)
  })

  test('what cannot be read, in plain words', async () => {
    const path = await make(new Bench(), `${log}; CREATE VIEW seen AS SELECT * FROM log`)
    const tables = 'It has the tables log, seen.'
    expect(await refusal(`${scheme}${path}`)).toBe(
      `${scheme}${path} is a database, and neither a table nor a query is named\nAdd ?table=NAME or ?query=SELECT... ${tables}`,
    )
    expect(await refusal(`${scheme}${path}?table=Nope`)).toBe(
      `there is no such table in ${scheme}${path}?table=Nope\n${tables}`,
    )
    for (const query of ['SELEC', 'SELECT nope FROM log', 'DELETE FROM log', "SELECT 'zebra-kiwi"])
      expect(await refusal(`${scheme}${path}?query=${query}`)).toMatch(
        /^the query of .*\?query=\.\.\. is not understood there\n/,
      )
    expect(await refusal(`${scheme}${path}.nope?table=log`)).toBe(`there is no file ${path}.nope\nCheck the name.`)
    expect(await refusal(`${scheme}${new Bench().file('x', 'user\tquery\n')}?table=log`)).toMatch(
      /x cannot be opened as a /,
    )
  })

  test('named as a file, it says how to name it', async () => {
    const path = await make(new Bench(), `${log}; CREATE TABLE other(a INTEGER)`)
    expect(await refusal(path)).toMatch(
      new RegExp(
        `looks like a (SQLite|DuckDB) file\nWrite ${scheme}${path}\\?table=NAME; it has the tables log, other\\.$`,
      ),
    )
  })

  test('leaves nothing beside the file', async () => {
    const bench = new Bench()
    const path = await make(bench, log)
    await read([`${scheme}${path}?table=log`])
    expect(readdirSync(bench.dir).filter((name) => !name.startsWith('.'))).toHaveLength(1)
  })
})

test('values of SQLite keep what they are: large numbers, bytes, nothing, columns of one name', async () => {
  const path = sqliteFile(
    new Bench(),
    `CREATE TABLE log(user, query, note); INSERT INTO log VALUES (9007199254740993, 'tea', x'0aff'), (2, NULL, 1.5)`,
  )
  const { rows } = await read([`sqlite:${path}?query=SELECT *, query FROM log`], {
    columns: { note: 'note', again: 'query:1' },
  })
  expect(rows).toMatchObject([
    { person: '9007199254740993', query: 'tea', x_note: '0aff', x_again: 'tea' },
    { person: '2', query: null, x_note: '1.5', x_again: null },
  ])
})

test('a SQLite database that is being changed is refused', async () => {
  const bench = new Bench()
  const path = sqliteFile(bench, 'CREATE TABLE log(user, query)')
  bench.file('log.db-journal', 'under way')
  expect(await refusal(`sqlite:${path}?table=log`)).toMatch(/a change to .*log\.db is under way\nWait until/)
})

test('changes that SQLite has logged apart are read too, and nothing is written', async () => {
  const bench = new Bench()
  const [made, path] = [bench.path('made.db'), bench.path('log.db')]
  const database = new sqlite.Database(made)
  database.exec('PRAGMA locking_mode = EXCLUSIVE; PRAGMA journal_mode = WAL; CREATE TABLE log(user, query)')
  database.exec(`PRAGMA wal_checkpoint(TRUNCATE); INSERT INTO log VALUES ('u1', 'tea'), ('u2', 'cake')`)
  for (const ending of ['', '-wal']) copyFileSync(`${made}${ending}`, `${path}${ending}`)
  database.close()
  const files = () => ['', '-wal'].map((ending) => readFileSync(`${path}${ending}`))
  const before = files()
  expect(before[1]?.length).toBeGreaterThan(0)
  expect((await read([`sqlite:${path}?table=log`])).rows).toHaveLength(2)
  expect(files()).toEqual(before)
})

test('a view of a DuckDB file cannot open another file', async () => {
  const bench = new Bench()
  const other = bench.file('other.csv', 'user,query\nu1,zebra-kiwi\n')
  const path = await duckDBFile(bench, `CREATE VIEW log AS SELECT * FROM read_csv('${other}')`)
  expect(await refusal(`duckdb:${path}?table=log`)).toBe(
    `what duckdb:${path}?table=log asks for lies outside of the database\nOnly its own tables are read.`,
  )
})
