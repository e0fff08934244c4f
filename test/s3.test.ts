import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { gzipSync } from 'node:zlib'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { openDuckDB } from '../src/engines/duckdb/index.js'
import { Bench, type Outcome } from './support/lethe.js'
import { environmentOf, refuse, type S3Server, startS3 } from './support/s3.js'
import { signatureOf } from './support/signature-v4.js'

const SECRET = 'zebra-kiwi'
const HEADER = 'user,query\n'
const rows = (n: number, from = 0) =>
  Array.from({ length: n }, (_, i) => `u${(i + from) % 9},query ${i % 13}\n`).join('')
let server: S3Server

beforeAll(async () => {
  server = await startS3(SECRET)
  await server.put('days/1.csv', HEADER + rows(100))
  await server.put('days/2.csv', HEADER + rows(50))
  await server.put('days/3.csv.gz', gzipSync(HEADER + rows(25)))
  await server.put('days/more/4.csv', HEADER + rows(10))
})
afterAll(() => server.stop())
afterEach(() => {
  server.intercept = undefined
})

function bench(secret = SECRET): Bench {
  const made = new Bench()
  Object.assign(process.env, environmentOf(server, secret))
  return made
}

function refused({ temp }: Bench, { status, stdout, stderr }: Outcome): string {
  expect([status, stdout]).toEqual([2, ''])
  expect(stderr).toMatch(/^lethe: [^\n]+\n([^\n]+\n)?$/)
  expect(stderr).not.toMatch(/zebra-kiwi|fault of Lethe|internal/)
  if (existsSync(temp)) expect(readdirSync(temp)).toEqual([])
  return stderr
}

test("[AWS] 'GET Object' of the documentation of signatures has the signature that stands there", () => {
  const headers = {
    host: 'examplebucket.s3.amazonaws.com',
    range: 'bytes=0-9',
    'x-amz-content-sha256': 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
    'x-amz-date': '20130524T000000Z',
    authorization:
      'AWS4-HMAC-SHA256 Credential=AKIAIOSFODNN7EXAMPLE/20130524/us-east-1/s3/aws4_request,SignedHeaders=host;range;x-amz-content-sha256;x-amz-date,Signature=0',
  }
  expect(signatureOf({ method: 'GET', url: '/test.txt', headers }, 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY')).toBe(
    'f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41',
  )
})

describe('a bucket', () => {
  test('a key, packed or not, and a pattern', async () => {
    const on = bench()
    const inspect = (key: string) => on.json('inspect', `s3://logs/${key}`)
    expect(await inspect('days/1.csv')).toMatchObject({ rows: 100, badRows: 0, users: 9, format: 'csv' })
    expect(await inspect('days/3.csv.gz')).toMatchObject({ rows: 25 })
    expect(await inspect('days/*.csv*')).toMatchObject({ rows: 175 })
    expect(await inspect('days/**/*.csv')).toMatchObject({ rows: 160 })
    expect(await inspect('days/[12].csv')).toMatchObject({ rows: 150 })
  })

  test('Parquet, by a pattern', async () => {
    const on = bench()
    const engine = await openDuckDB({ spill: on.dir })
    const select = `SELECT 'u' || i % 9 AS "user", 'query ' || i % 13 AS query FROM range(5000) t(i)`
    await engine.write(select, on.path('a.parquet'), 'parquet')
    await engine.close()
    for (const day of [1, 2]) await server.put(`parquet/${day}.parquet`, readFileSync(on.path('a.parquet')))
    expect(await on.json('inspect', 's3://logs/parquet/*.parquet')).toMatchObject({ rows: 10_000, format: 'parquet' })
  })

  test('more bytes than one part has', async () => {
    const on = bench()
    const content = HEADER + rows(3_000_000)
    await server.put('large.csv', content)
    const asked: string[] = []
    server.intercept = ({ headers }) => {
      asked.push(`${headers.range} ${headers['if-match'] === undefined}`)
      return false
    }
    expect(await on.json('inspect', 's3://logs/large.csv')).toMatchObject({ rows: 3_000_000, badRows: 0, users: 9 })
    expect(asked).toEqual(['bytes=0-33554431 true', `bytes=33554432-${content.length - 1} false`])
  })

  test.each([
    ['by a server that knows the condition', true],
    ['by its mark', false],
  ])('an object that is put anew midway is noticed %s', async (_, knows) => {
    const on = bench()
    await server.put('changing.csv', HEADER + rows(3_000_000))
    server.intercept = async ({ headers }, response) => {
      if (headers['if-match'] === undefined) return false
      await server.put('changing.csv', HEADER + rows(3_000_000, 1))
      if (knows) refuse(response, 412, 'PreconditionFailed')
      return knows
    }
    expect(refused(on, await on.lethe(['inspect', 's3://logs/changing.csv']))).toMatch(
      /s3:\/\/logs\/changing\.csv changed while it was read\nNothing was made of it/,
    )
  })

  test('a connection that breaks is taken up where it broke', async () => {
    const on = bench()
    const content = HEADER + rows(1000)
    await server.put('breaking.csv', content)
    const asked: string[] = []
    server.intercept = ({ headers }, response) => {
      asked.push(headers.range ?? '')
      if (asked.length > 1) return false
      const etag = `"${createHash('md5').update(content).digest('hex')}"`
      const range = `bytes 0-${content.length - 1}/${content.length}`
      response.writeHead(206, { etag, 'content-range': range, 'content-length': content.length })
      response.write(HEADER)
      setTimeout(() => response.destroy(), 100)
      return true
    }
    expect(await on.json('inspect', 's3://logs/breaking.csv')).toMatchObject({ rows: 1000, badRows: 0 })
    expect(asked).toEqual(['bytes=0-33554431', `bytes=${HEADER.length}-${content.length - 1}`])
  })

  test.each([
    ['no such key', 's3://logs/nope.csv', /there is no s3:\/\/logs\/nope\.csv\nCheck bucket and key\.\n/],
    ['no such bucket', 's3://nope/a.csv', /there is no bucket for s3:\/\/nope\/a\.csv\nCheck its name\.\n/],
    ['no such bucket, by a pattern', 's3://nope/*.csv', /there is no bucket for s3:\/\/nope\/\*\.csv\n/],
    [
      'a pattern that matches nothing',
      's3://logs/days/*.tsv',
      /no key matches s3:\/\/logs\/days\/\*\.tsv\nCheck the pattern/,
    ],
    ['a bucket alone', 's3://logs', /an s3 address names a bucket and a key\n/],
    ['keys in the address', `s3://S3RVER:${SECRET}@logs/days/1.csv`, /an s3 address holds no keys\n/],
  ])('%s', async (_, address, message) => {
    const on = bench()
    expect(refused(on, await on.lethe(['inspect', address]))).toMatch(message)
  })

  test('a bucket without rights: a wrong secret, and a right one that is not enough', async () => {
    const stranger = bench('kiwi-zebra')
    const message = /s3:\/\/logs\/days\/1\.csv may not be read with these keys\nCheck AWS_ACCESS_KEY_ID/
    expect(refused(stranger, await stranger.lethe(['inspect', 's3://logs/days/1.csv']))).toMatch(message)
    expect(refused(stranger, await stranger.lethe(['inspect', 's3://logs/days/*']))).toMatch(
      /days\/\* may not be read with these keys/,
    )
    const on = bench()
    server.intercept = (_, response) => {
      refuse(response, 403, 'AccessDenied')
      return true
    }
    expect(refused(on, await on.lethe(['inspect', 's3://logs/days/1.csv']))).toMatch(message)
  })

  test('an empty object, of which S3 has no part to give', async () => {
    const on = bench()
    server.intercept = (_, response) => {
      refuse(response, 416, 'InvalidRange')
      return true
    }
    expect(refused(on, await on.lethe(['inspect', 's3://logs/none.csv']))).toMatch(/s3:\/\/logs\/none\.csv is empty\n/)
  })

  test('the same object twice is refused', async () => {
    const on = bench()
    expect(refused(on, await on.lethe(['inspect', 's3://logs/days/*.csv', 's3://logs/days/1.csv']))).toMatch(
      /1\.csv is named twice/,
    )
  })
})
