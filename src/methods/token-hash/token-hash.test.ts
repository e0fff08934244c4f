import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { asked, type Row, writeLog } from '../../../test/support/log.js'
import { type ReadRow, rowsOf } from '../../../test/support/release.js'
import { scratch } from '../../../test/support/scratch.js'
import { writeKeyFile } from '../../crypto/key-file.js'
import { explain, type ReleaseOptions, release } from '../../run/release/index.js'

const { next } = scratch()
const [one, other] = [next('one.key'), next('other.key')]
for (const path of [one, other]) writeKeyFile(path)

async function made(rows: readonly Row[], params: object = {}, more: Partial<ReleaseOptions> = {}) {
  const out = next('release')
  const plan = { steps: [{ method: 'token-hash', params: params as Record<string, unknown> }], shows: {} }
  const result = await release([writeLog(next('log.ndjson'), rows)], { plan, out, keyFile: one, truth: true, ...more })
  return { out, result, rows: (await rowsOf(out)) as ReadRow[] }
}
const open = (out: string) =>
  new Map(
    readFileSync(join(`${out}.private`, 'truth-tokens.tsv'), 'utf8')
      .trim()
      .split('\n')
      .slice(1)
      .map((line) => line.split('\t').reverse() as [string, string]),
  )
const log = [
  ...asked('New York  hotels', 2, { url: 'http://hotels.example', rank: 3 }),
  ...asked('hotels in york', 1),
  ...asked("o'hare, il", 1),
]

describe('token-hash', () => {
  test('equal tokens have equal hashes, in their order; the truth opens them', async () => {
    const { out, rows } = await made(log)
    const truth = open(out)
    const texts = rows.map(({ query }) =>
      (query ?? '')
        .split(' ')
        .map((hash) => truth.get(hash))
        .join(' '),
    )
    expect(texts.sort()).toEqual(['hotels in york', 'new york hotels', 'new york hotels', "o'hare, il"])
    for (const hash of truth.keys()) expect(hash).toMatch(/^[0-9a-f]{16}$/)
  })

  test('shuffled: the order of hashes says nothing of that of tokens', async () => {
    const { rows } = await made([...asked('a b c', 1), ...asked('c a b', 1)], { order: 'shuffled' })
    expect(rows[0]?.query).toBe(rows[1]?.query)
    const hashes = rows[0]?.query?.split(' ')
    expect(hashes).toEqual([...(hashes ?? [])].sort())
  })

  test('hashes depend on the key', async () => {
    const hashes = async (keyFile: string) => new Set(open((await made(log, {}, { keyFile })).out).keys())
    expect(await hashes(one)).toEqual(await hashes(one))
    const others = await hashes(other)
    expect([...(await hashes(one))].filter((hash) => others.has(hash))).toEqual([])
  })

  test('what stands beside a hashed query is withheld unless it is asked for', async () => {
    const shows = { rank: true }
    expect((await made(log, {}, { shows })).rows[0]).not.toHaveProperty('host')
    const kept = (await made(log, { beside: 'kept' }, { shows })).rows
    expect(kept.filter((row) => row.host === 'hotels.example' && String(row.rank) === '3')).toHaveLength(2)
  })

  test('promises nothing, and says so on every run', async () => {
    const { result } = await made(log)
    expect(result.guarantee.kind).toBe('none')
    expect(result.warnings.join()).toContain('invert-tokens')
    const plan = { steps: [{ method: 'token-hash', params: {} }], shows: {} }
    await expect(release([writeLog(next('log.ndjson'), log)], { plan, out: next('release') })).rejects.toMatchObject({
      code: 'usage',
    })
  })

  test('a threshold on queries in front of it still holds; one on words does not', async () => {
    const behind = (method: string) => ({
      steps: [
        { method, params: { k: 5 } },
        { method: 'token-hash', params: {} },
      ],
      shows: {},
    })
    expect((await explain(behind('rare-queries'))).guarantee.kind).toBe('k-users-per-query')
    await expect(explain(behind('allowlist'))).rejects.toMatchObject({ code: 'refused' })
  })
})
