import { existsSync, readdirSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { Bench, type Outcome } from './support/lethe.js'
import { peakBytes } from './support/peak.js'
import { type PostgresServer, startPostgres } from './support/postgres.js'

const MIB = 1 << 20
const PASSWORD = 'zebra-kiwi'
let server: PostgresServer

beforeAll(async () => {
  server = await startPostgres(PASSWORD)
  await server.query(`
    CREATE TABLE log AS SELECT 'u' || i % 5000 AS "user", 'query "' || i % 900 || E'",\\nmore' AS query,
      timestamptz '2006-03-01 10:00:00+02' + i * interval '1 second' AS time FROM generate_series(1, 1000000) i;
    CREATE TABLE empty (LIKE log);
    CREATE SCHEMA "Other"; CREATE TABLE "Other"."Log" AS SELECT * FROM log LIMIT 10;
    CREATE USER stranger PASSWORD 'stranger'`)
}, 300_000)
afterAll(() => server.stop())

/** One or two plain lines, status 2, no password, nothing left behind. */
function refused(bench: Bench, { status, stdout, stderr }: Outcome): string {
  expect([status, stdout]).toEqual([2, ''])
  expect(stderr).toMatch(/^lethe: [^\n]+\n([^\n]+\n)?$/)
  expect(stderr).not.toMatch(/zebra-kiwi|fault of Lethe|internal/)
  if (existsSync(bench.temp)) expect(readdirSync(bench.temp)).toEqual([])
  return stderr
}

describe('a real PostgreSQL', () => {
  test('a table, a table of another schema, a query', async () => {
    const bench = new Bench()
    const inspect = (asked: string) => bench.json('inspect', `${server.url}?${asked}`)
    expect(await inspect('table=Other.Log')).toMatchObject({ rows: 10, badRows: 0, users: 10, format: 'csv' })
    const some = await inspect(`query=SELECT "user", query, time FROM log WHERE "user" LIKE 'u1%25' ORDER BY time;`)
    expect(some).toMatchObject({ rows: 222_200, badRows: 0, users: 1111, time: { from: '2006-03-01 08:00:01' } })
  })

  test('a million rows come in bounded memory, all of them', async () => {
    const bench = new Bench()
    const flags = ['--json', '--memory', '256MiB', '--threads', '1']
    const peaks: number[] = []
    for (const rows of [1000, 1_000_000]) {
      const running = bench.start(['inspect', `${server.url}?query=SELECT * FROM log LIMIT ${rows}`, ...flags])
      peaks.push(await peakBytes(running))
      const { status, stdout } = await running.outcome
      expect(status).toBe(0)
      expect(JSON.parse(stdout)).toMatchObject({ rows, badRows: 0, users: Math.min(rows, 5000) })
    }
    const [few = 0, many = 0] = peaks
    expect(few).toBeGreaterThan(50 * MIB)
    expect((many - few) / MIB).toBeLessThan(300)
  }, 300_000)

  test('a release is made of it, and held against it again', async () => {
    const bench = new Bench()
    const log = `${server.url}?query=SELECT * FROM log LIMIT 20000`
    const made = await bench.lethe(['release', 'rare-queries', log, '--k', '5', '-o', bench.path('out')])
    expect([made.status, made.stderr]).toEqual([0, expect.not.stringContaining(PASSWORD)])
    const held = await bench.lethe(['verify', bench.path('out'), '--against', log])
    expect([held.status, held.stdout]).toEqual([0, expect.not.stringContaining(PASSWORD)])
    const other = await bench.lethe(['verify', bench.path('out'), '--against', log.replace('20000', '20001')])
    expect(other.stdout + other.stderr).toContain('this is not the log that the release was made from')
  })

  test.each([
    [
      'no such table',
      () => `${server.url}?table=nope`,
      /there is no such table in .*\?table=nope\nIt has the tables Other\.Log, empty, log\.\n/,
    ],
    [
      'nothing asked',
      () => server.url,
      /neither a table nor a query is named\nAdd \?table=NAME .* It has the tables Other\.Log/,
    ],
    ['no rows', () => `${server.url}?table=empty`, /\?table=empty holds no rows\n/],
    [
      'no query',
      () => `${server.url}?query=SELEC zebra-kiwi`,
      /the query of .*\?query=\.\.\. is not understood there \(at its character 1\)\n/,
    ],
    [
      'no such column',
      () => `${server.url}?query=SELECT nope FROM log`,
      /is not understood there \(at its character 8\)\n/,
    ],
    [
      'a query that writes',
      () => `${server.url}?query=DELETE FROM log RETURNING *`,
      /is read only here, and the query writes\n|is not understood there/,
    ],
    [
      'a wrong password',
      () => `${server.url.replace(PASSWORD, 'kiwi-zebra')}?table=log`,
      /does not accept the password\nCheck user and password/,
    ],
    [
      'no rights',
      () => `${server.url.replace(`lethe:${PASSWORD}`, 'stranger:stranger')}?table=log`,
      /may not be read by this user\nAsk for the right to SELECT\.\n/,
    ],
    [
      'no such database',
      () => `${server.url}nope?table=log`,
      /postgresnope\?table=log does not exist on that server\n/,
    ],
    [
      'an unknown host',
      () => `postgres://lethe:${PASSWORD}@nobody.invalid/db?table=log`,
      /the host of postgres:\/\/nobody\.invalid\/db\?table=log is not known\n/,
    ],
    [
      'no server',
      () => `postgres://lethe:${PASSWORD}@127.0.0.1:1/db?table=log`,
      /nobody answers at postgres:\/\/127\.0\.0\.1:1\/db/,
    ],
    [
      'no address',
      () => `postgres://lethe:${PASSWORD}@host:port/db?table=log`,
      /the address of a database is not understood\n/,
    ],
  ])('%s', async (_, address, message) => {
    const bench = new Bench()
    expect(refused(bench, await bench.lethe(['inspect', address()]))).toMatch(message)
  })

  test('the password may come from the environment', async () => {
    const bench = new Bench()
    const line = `PGPASSWORD=${PASSWORD} lethe inspect '${server.url.replace(`:${PASSWORD}`, '')}?table=Other.Log' --json`
    expect(JSON.parse((await bench.bash(line)).stdout)).toMatchObject({ rows: 10 })
  })

  test('by its socket, and by a connection that nobody reads', async () => {
    const bench = new Bench()
    const socket = `postgres:///postgres?host=${server.dir}&port=${server.port}&user=lethe&password=${PASSWORD}&table=Other.Log`
    expect(await bench.json('inspect', socket)).toMatchObject({ rows: 10 })
    const secret = `${server.url}?sslmode=require&query=SELECT l.*, s.ssl FROM "Other"."Log" l, pg_stat_ssl s WHERE s.pid = pg_backend_pid() AND ssl`
    expect(refused(bench, await bench.lethe(['inspect', secret]))).toMatch(
      /the certificate of postgres:.* is not trusted here\n/,
    )
    const trusted = await bench.bash(`NODE_EXTRA_CA_CERTS=${server.cert} lethe inspect '${secret}' --json`)
    expect([trusted.stderr, JSON.parse(trusted.stdout)]).toMatchObject(['', { rows: 10 }])
  })

  test('who stops it is heard', async () => {
    const bench = new Bench()
    const running = bench.start([
      'inspect',
      `${server.url}?query=SELECT 1 AS "user", 'a' AS query FROM generate_series(1, 1000000000)`,
    ])
    await server.copying()
    running.child.kill('SIGINT')
    expect((await running.outcome).status).toBe(130)
    expect(readdirSync(bench.temp)).toEqual([])
  })

  test('a server that goes away midway: nothing is made', async () => {
    const own = await startPostgres(PASSWORD)
    const bench = new Bench()
    const endless = `${own.url}?query=SELECT i AS "user", 'query' AS query FROM generate_series(1, 1000000000) i`
    const running = bench.start(['release', 'rare-queries', endless, '--k', '5', '-o', bench.path('out'), '--quiet'])
    await own.copying()
    expect(running.child.exitCode).toBeNull()
    await own.crash()
    expect(refused(bench, await running.outcome)).toMatch(
      /\?query=\.\.\. went away while it was read\nNothing was made of it\./,
    )
    expect(readdirSync(bench.dir).filter((name) => name.startsWith('out'))).toEqual([])
  })
})
