import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { Bench } from '../support/lethe.js'
import { type PostgresServer, startPostgres } from '../support/postgres.js'
import { giveParts, serve } from '../support/web-server.js'

// What stands in an address and must never come out: a password, a signature, what a query says.
const SECRET = 'zebrakiwi'
const LOG = Buffer.from(
  `user,query,time\n${Array.from({ length: 900 }, (_, i) => `u${i % 60},query ${i % 20},2006-03-0${1 + (i % 9)} 10:00:00\n`).join('')}`,
)
let database: PostgresServer

beforeAll(async () => {
  database = await startPostgres(SECRET)
  await database.query(
    `CREATE TABLE log AS SELECT 'u' || i % 60 AS "user", 'query ' || i % 20 AS query, timestamp '2006-03-01' + i * interval '1 minute' AS time FROM generate_series(1, 900) i`,
  )
}, 300_000)
afterAll(() => database.stop())

const ADDRESSES: Readonly<Record<string, () => Promise<string>>> = {
  'a database': async () => `${database.url}?query=SELECT * FROM log WHERE "user" <> '${SECRET}'`,
  'a server': async () => {
    const url = await serve((request, response) => giveParts(request, response, LOG, '"a"'))
    return `${url.replace('//', `//me:${SECRET}@`)}/log.csv?X-Amz-Signature=${SECRET}`
  },
}

/** All files below a folder. */
function filesIn(dir: string): string[] {
  return readdirSync(dir, { recursive: true, encoding: 'utf8' })
    .map((name) => join(dir, name))
    .filter((path) => statSync(path).isFile())
}

/** Runs a verb, and looks for the secret in all that it says and leaves. */
async function run(bench: Bench, ...words: string[]): Promise<number> {
  const { status, stdout, stderr } = await bench.lethe([...words, '--verbose'])
  expect(`${stdout}${stderr}`).not.toContain(SECRET)
  for (const path of filesIn(bench.dir)) {
    expect(path).not.toContain(SECRET)
    expect(readFileSync(path).includes(SECRET), path).toBe(false)
  }
  return status
}

describe.each(Object.entries(ADDRESSES))('what an address of %s holds stays there', (_, addressed) => {
  test('when all goes well', async () => {
    const [bench, log] = [new Bench(), await addressed()]
    const [out, page, config] = ['out', 'page.html', 'lethe.yaml'].map((name) => bench.path(name)) as [
      string,
      string,
      string,
    ]
    expect(await run(bench, 'inspect', log)).toBe(0)
    expect(await run(bench, 'inspect', log, '--json')).toBe(0)
    expect(await run(bench, 'scan', log)).toBe(0)
    expect(await run(bench, 'release', 'rare-queries', log, '--k', '5', '--truth', '-o', out)).toBe(0)
    expect(await run(bench, 'verify', out, '--against', log)).toBe(0)
    expect(await run(bench, 'measure', out, '--against', log)).toBe(0)
    expect(await run(bench, 'report', out, '--against', log, '-o', page)).toBe(0)
    expect(filesIn(out).length).toBeGreaterThan(1)
    expect(readFileSync(page, 'utf8')).toContain('rare-queries')
    if (!log.startsWith('postgres')) {
      expect(await run(bench, 'preview', log, '--write', config)).toBe(0)
      expect(readFileSync(config, 'utf8')).toMatch(/files:\n\s+- http:\/\/127\.0\.0\.1:\d+\/log\.csv\n/)
    }
  })

  test('when settings are compared and one is recommended', async () => {
    const [bench, log] = [new Bench(), await addressed()]
    const grid = bench.file('grid.yaml', 'grid: [{method: rare-queries, k: [5]}]\nseeds: [1]\n')
    expect(await run(bench, 'compare', log, '--plan', grid, '-o', bench.path('compared'))).toBe(0)
    expect(
      await run(bench, 'recommend', log, '--plan', grid, '-o', bench.path('again'), '--fear', 'none'),
    ).toBeLessThan(2)
    expect(readFileSync(bench.path('compared/report.html'), 'utf8')).toContain('127.0.0.1')
  })

  test('when it is given for something else, and when it goes wrong', async () => {
    const [bench, log] = [new Bench(), await addressed()]
    const wrong: readonly (readonly string[])[] = [
      [log],
      ['release', log],
      ['release', 'rare-queries', log, '--k', '5', '-o', log],
      ['release', '--plan', log, 'x.tsv', '-o', bench.path('out')],
      ['inspect', '--format', log],
      ['inspect', log, log],
      ['inspect', log.replace('127.0.0.1', 'nobody.invalid')],
      ['inspect', log.replace(/:\d+\//, ':port/')],
      ['inspect', log.replace(/^\w+:/, 'mysql:')],
      ['inspect', log, '--columns', 'query=nope'],
      ['verify', log],
      ['report', log, '-o', bench.path('page.html')],
      ['attack', log],
      ['attack', 'link-records', log],
      ['measure', log],
      ['diff', log, log],
      ['methods', log],
    ]
    for (const words of wrong) expect(await run(bench, ...words)).toBe(2)
  })
})
