import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, describe, expect, test } from 'vitest'
import { asked, type Row, writeLog } from '../../../test/support/log.js'
import { filesOf, manifestOf, type ReadRow } from '../../../test/support/release.js'
import { scratch } from '../../../test/support/scratch.js'
import { readKeyFile, writeKeyFile } from '../../crypto/key-file.js'
import { decode } from '../../run/decode.js'
import { explain, type ReleaseOptions, release } from '../../run/release/index.js'
import { verify } from '../../run/verify.js'
import { publicKeysText } from '../../shares/oblivious/public-keys.js'
import { oprfServer } from '../../shares/oblivious/server.js'

const { next } = scratch()
const keyFile = next('key')
writeKeyFile(keyFile)
const serverSecret = new Uint8Array(32).fill(7)
const serverKey = next('server.pub')
writeFileSync(serverKey, publicKeysText(serverSecret, ['all']))
const server = oprfServer({ key: serverSecret, rotation: 'none', also: [], rate: 100_000 })
await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
afterAll(() => {
  server.closeAllConnections()
  server.close()
})
const SERVER = `http://127.0.0.1:${(server.address() as AddressInfo).port}`

const planOf = (params: object) => ({
  steps: [{ method: 'secret-shares', params: params as Record<string, unknown> }],
  shows: {},
})

async function shared(rows: readonly Row[], params: object, more: Partial<ReleaseOptions> = {}): Promise<string> {
  const out = next('release')
  const log = writeLog(next('log.ndjson'), rows)
  await release([log], { plan: planOf(params), out, keyFile, format: 'tsv', ...more })
  // Oblivious shares cannot be made again without the other party: what is closed stays open to doubt, and nothing else does.
  const again = !('scheme' in params && params.scheme === 'oblivious')
  if (!again) await expect(verify(out, { against: [log], keyFile })).rejects.toMatchObject({ code: 'usage' })
  const { holds, checks } = await verify(out, { against: [log], ...(again ? { keyFile } : {}) })
  const open = checks.filter((check) => check.holds !== true).map(({ name, holds }) => [name, holds])
  expect(open).toEqual(again ? [] : [['persons behind the shares', null]])
  expect(holds).toBe(again ? true : null)
  return out
}

/** The queries that open, and what decode says. */
async function opened(dir: string) {
  const out = next('opened.tsv')
  const result = await decode([dir], { out })
  return { ...result, texts: new Set(table(out).flatMap(({ query }) => query ?? [])) }
}

function table(path: string): ReadRow[] {
  const [header = '', ...lines] = readFileSync(path, 'utf8').trimEnd().split('\n')
  const columns = header.split('\t')
  return lines.map((line) => Object.fromEntries(line.split('\t').map((cell, i) => [columns[i], cell || null])))
}

const by = (prefix: string, query: string, n: number, more: Partial<Row> = {}) => asked(query, n, more, prefix)

describe('[Adar07] §5.2: a query opens once t persons have asked it', () => {
  const log = [
    ...by('p', 'kept', 4),
    ...by('p', 'exactly three', 3, { url: 'http://a.example', rank: 1 }),
    ...by('p', 'short', 2),
    ...by('p', 'short', 2),
    ...by('p', 'short', 2),
    ...by('p', 'x'.repeat(300), 3),
  ]

  test.each([
    { scheme: 'field' },
    { scheme: 'shamir', n: 2_000_000 },
    { scheme: 'oblivious', server: SERVER, serverKey },
  ])('$scheme: t persons do, t - 1 do not, however often they ask', async (params) => {
    const dir = await shared(log, { t: 3, ...params })
    const { texts, ...result } = await opened(dir)
    expect(texts).toEqual(new Set(['kept', 'exactly three', 'x'.repeat(300)]))
    expect(result).toMatchObject({ tags: 4, opened: 3, rows: 16, rowsOpened: 10, rejected: 0, damaged: 0 })
  })

  test('unanimous: all buckets are needed', async () => {
    const dir = await shared([...by('p', 'many', 60), ...by('p', 'few', 2), ...by('p', 'few', 2)], {
      t: 3,
      scheme: 'unanimous',
    })
    expect((await opened(dir)).texts).toEqual(new Set(['many']))
    expect(table(join(dir, 'shares.tsv')).length).toBeLessThanOrEqual(6)
  })

  test('any log: exactly the queries of t persons open (field), and never one of fewer (all schemes)', async () => {
    const person = fc.integer({ min: 0, max: 7 })
    const row = fc.record({ person, query: fc.constantFrom('a', 'b', 'c', 'd e', 'ü') })
    const setting = fc.record({
      rows: fc.array(row, { minLength: 1, maxLength: 40 }),
      t: fc.integer({ min: 2, max: 5 }),
      scheme: fc.constantFrom('field', 'shamir', 'unanimous'),
    })
    await fc.assert(
      fc.asyncProperty(setting, async ({ rows, t, scheme }) => {
        const log = rows.map(({ person: p, query }) => ({ user: `p${p}`, query }))
        const { texts } = await opened(await shared(log, { t, scheme, n: 5 }))
        const persons = (query: string) =>
          new Set(log.filter((one) => one.query === query).map(({ user }) => user)).size
        for (const query of new Set(log.map((one) => one.query))) {
          if (texts.has(query)) expect(persons(query)).toBeGreaterThanOrEqual(t)
          if (scheme === 'field') expect(texts.has(query)).toBe(persons(query) >= t)
        }
      }),
      { numRuns: 6 },
    )
  })
})

describe('what a release shows', () => {
  const log = [
    ...by('p', 'weather', 4, { url: 'http://a.example', rank: 2 }),
    ...by('p', 'weather', 4),
    ...by('q', 'rare', 1, { url: 'http://b.example' }),
  ]

  test('rows have tags and nothing beside them; one share a person and query; one text a query', async () => {
    const dir = await shared(log, { t: 3 }, { shows: { rank: true, link: 'user' } })
    expect(Object.keys(table(join(dir, 'data.tsv'))[0] ?? {})).toEqual(['pseudonym', 'tag', 'day'])
    expect(table(join(dir, 'shares.tsv'))).toHaveLength(5)
    expect(table(join(dir, 'ciphertexts.tsv')).map(({ text }) => text?.length)).toEqual([64, 64])
    for (const content of Object.values(filesOf(dir))) expect(content).not.toMatch(/weather|rare|example|p0|q0/)
  })

  test('neither key nor secrets are left behind, and the manifest names the key by its id', async () => {
    const dir = await shared(log, { t: 3, epoch: 'month' })
    const key = Buffer.from(readKeyFile(keyFile)).toString('hex')
    for (const folder of [dir, `${dir}.private`])
      for (const file of readdirSync(folder)) expect(readFileSync(join(folder, file), 'latin1')).not.toContain(key)
    expect(manifestOf(dir).more).toMatchObject({ keyId: expect.stringMatching(/^[0-9a-f]{16}$/), epoch: 'month', t: 3 })
    const record = JSON.parse(readFileSync(join(`${dir}.private`, 'record.json'), 'utf8'))
    expect(record.facts.epochs).toEqual([{ epoch: '2024-05', keyId: expect.stringMatching(/^[0-9a-f]{16}$/) }])
  })

  test('the length of a query shows as its class alone', async () => {
    const dir = await shared(
      [1, 31, 32, 127, 128].map((length, i) => ({ user: `p${i}`, query: 'x'.repeat(length) })),
      { t: 2 },
    )
    const sizes = table(join(dir, 'ciphertexts.tsv')).map(({ text }) => (text?.length ?? 0) / 2)
    expect(sizes.sort((a, b) => a - b)).toEqual([32, 32, 128, 128, 512])
  })

  test('two epochs do not link, and persons do not add up across them', async () => {
    const two = [
      ...by('p', 'often', 2, { time: '2024-05-31 23:59:59' }),
      ...by('q', 'often', 2, { time: '2024-06-01 00:00:00' }),
      ...by('p', 'open', 3, { time: '2024-06-01 00:00:00' }),
    ]
    const dir = await shared(two, { t: 3, epoch: 'month' })
    expect((await opened(dir)).texts).toEqual(new Set(['open']))
    const tags = (day: string) =>
      new Set(
        table(join(dir, 'data.tsv'))
          .filter((row) => row.day === day)
          .map(({ tag }) => tag),
      )
    expect([...tags('2024-05-31')].filter((tag) => tags('2024-06-01').has(tag))).toEqual([])
    expect((await opened(await shared(two, { t: 3 }))).texts).toEqual(new Set(['open', 'often']))
  })
})

describe('choices', () => {
  test('what makes no sense is refused before anything is read', async () => {
    const refused = (params: object) => expect(explain(planOf(params))).rejects.toMatchObject({ code: 'usage' })
    await refused({})
    await refused({ t: 1 })
    await refused({ t: 5, scheme: 'shamir', n: 4 })
    await refused({ t: 5, scheme: 'oblivious' })
    await refused({ t: 5, scheme: 'oblivious', server: SERVER })
    await refused({ t: 5, scheme: 'oblivious', server: SERVER, serverKey, unpinned: true })
    await refused({ t: 5, epoch: 'fortnight' })
  })

  test('--explain says how many persons open a query', async () => {
    const persons = async (params: object) => (await explain(planOf(params))).derived.persons
    expect(await persons({ t: 5 })).toEqual({ half: 5, nearlyAll: 5 })
    // [Adar07] §5.2: with t = 2 buckets the chance that k persons fall into one is 0.5^(k-1)
    expect(await persons({ t: 2, scheme: 'unanimous' })).toEqual({ half: 2, nearlyAll: 8 })
    // by hand: five persons stand at two points or fewer with 10 / 10^5 + 45 (2^5 - 2) / 10^5 = 0.0136
    expect(await persons({ t: 3, scheme: 'shamir', n: 10 })).toEqual({ half: 3, nearlyAll: 6 })
  })
})
