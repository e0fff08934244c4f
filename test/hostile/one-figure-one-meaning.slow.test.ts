import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { percent } from '../../src/base/format.js'
import type { KeptCounts } from '../../src/release/kept.js'
import type { PrivateRecord } from '../../src/release/manifest.js'
import { releaseText } from '../../src/report/release.js'
import { inspect } from '../../src/run/inspect.js'
import { measure } from '../../src/run/measure.js'
import { type ReleaseResult, release } from '../../src/run/release/index.js'
import { report } from '../../src/run/report.js'
import { verify } from '../../src/run/verify.js'
import { cellsOf } from '../support/cell.js'
import { everyOther } from '../support/every-other.js'
import { type Row, writeLog } from '../support/log.js'
import { manifestOf, rowsOf } from '../support/release.js'
import { scratch } from '../support/scratch.js'
import { attackedLog, type Way, ways } from '../support/shown.js'

const { next } = scratch()
const log = writeLog(next('log.ndjson'), attackedLog())

type Shares = Readonly<Record<string, number | null>> & { readonly reasons?: Readonly<Record<string, string>> }
const SHARES = ['rows', 'users', 'queries', 'terms', 'logSize', 'clicks']

const record = (dir: string) =>
  (JSON.parse(readFileSync(join(`${dir}.private`, 'record.json'), 'utf8')) as PrivateRecord).counts

async function make(from: string, { method, params, shows }: Pick<Way, 'method' | 'params' | 'shows'>) {
  const out = next('release')
  const plan = { steps: [{ method, params }], shows }
  return release([from], { plan, out, seed: 1, truth: true, ephemeralKey: true })
}

const share = (part: number, whole: number) => (whole === 0 ? 0 : Math.min(1, part / whole))

/** What measures must say, by the counts of the release. */
function agrees({ kept, of }: Pick<ReleaseResult, 'kept' | 'of'>, shares: Shares): void {
  expect(shares.rows).toBeCloseTo(share(kept.rows, of.rows), 5)
  expect(shares.queries).toBeCloseTo(share(kept.queries, of.queries), 5)
  const persons = kept.persons ?? kept.users
  if (persons === null) expect(shares.users).toBeNull()
  else expect(shares.users).toBeCloseTo(share(persons, of.users), 5)
  for (const name of SHARES) {
    if (shares[name] === null) expect([name, shares.reasons?.[name]]).toEqual([name, expect.any(String)])
    else expect(shares[name]).toSatisfy((value: number) => value >= 0 && value <= 1)
  }
  if (kept.users === null) expect(kept.reasons?.users).toMatch(/not known|do not exist/)
}

describe.each(everyOther(await ways()))('$name', (way) => {
  test('release, record, measure, report and compare say the same of what is left', async () => {
    const result = await make(log, way)
    const { kept, of, dir } = result
    const seen = await inspect([log])
    expect(of).toEqual({ rows: seen.rows, users: seen.users, queries: seen.queries })
    expect(record(dir)).toMatchObject({ kept, of })
    const { measures } = await measure([log], dir)
    const shares = measures.kept as unknown as Shares
    agrees(result, shares)
    if (way.items) expect(kept).toMatchObject({ users: null, items: (shares as { items?: number }).items })

    const page = next('report.html')
    expect((await report(dir, { out: page, logs: [log] })).measures?.kept).toEqual(shares)
    const text = readFileSync(page, 'utf8')
    expect(text).toContain(`Left of the log: ${percent(shares.rows ?? 0)} of the rows`)
    expect(text).toContain(`${percent(shares.queries ?? 0)} of the queries`)
    expect(text).toContain(`${percent(shares.logSize ?? 0)} of the words`)
    expect(text).toContain(
      shares.users === null ? `users ${shares.reasons?.users}` : `${percent(shares.users ?? 0)} of the users`,
    )
    for (const [, number] of releaseText(result).matchAll(/([\d.]+)%/g)) expect(Number(number)).toBeLessThanOrEqual(100)
    expect(releaseText(result)).toContain(`rows (${percent(shares.rows ?? 0)})`)
    expect(releaseText(result)).toContain(`queries (${percent(shares.queries ?? 0)})`)

    const { method, params, shows } = way
    const [cell] = await cellsOf(log, [{ method, ...params, ...shows }], { attacks: [], measures: ['kept'] })
    expect(cell?.error).toBeUndefined()
    expect(cell?.kept).toEqual(kept)
    expect(cell?.of).toEqual(of)
    expect(cell?.measures.kept).toEqual(shares)
  })
})

test('a masked text is no query of the log, however many steps there are', async () => {
  const rows = [
    ...attackedLog(),
    ...Array.from({ length: 6 }, (_, i) => ({ user: `usr-made-up-${i}`, query: 'call 212-555-0142 now' })),
  ]
  const from = writeLog(next('log.ndjson'), rows)
  for (const last of [
    { method: 'secret-shares', params: { t: 5 } },
    { method: 'rare-queries', params: { k: 5 } },
    { method: 'gaussian-threshold', params: { epsilon: 99, delta: 0.05, perUser: 30, minUsers: 5 } },
  ]) {
    const plan = { steps: [{ method: 'scrub', params: {} }, last], shows: {} }
    const result = await release([from], { plan, out: next('release'), seed: 1, truth: true, ephemeralKey: true })
    agrees(result, (await measure([from], result.dir, { only: ['kept'] })).measures.kept as unknown as Shares)
  }
})

test('where nobody can know the persons, the figure is null and says why', async () => {
  const plan = { steps: [{ method: 'rare-queries', params: { k: 5 } }], shows: {} }
  const { dir } = await release([log], { plan, out: next('release') })
  expect((await measure([log], dir, { only: ['kept'] })).measures.kept).toMatchObject({
    users: null,
    reasons: { users: 'not known: the release has no pseudonyms' },
  })
  const cut = { steps: [{ method: 'sessions', params: {} }], shows: {} }
  const sessions = await release([log], { plan: cut, out: next('release') })
  expect((await measure([log], sessions.dir, { only: ['kept'] })).measures.kept).toMatchObject({
    users: null,
    reasons: { users: expect.stringMatching(/of sessions/) },
  })
  const { kept, of } = sessions
  expect(kept.users).toBeGreaterThan(of.users)
  expect((kept as KeptCounts).persons).toBe(of.users)
})

/** Small logs in which persons ask much the same, so that common histories and thresholds have work to do. */
const smallLogs = fc
  .array(
    fc.tuple(fc.nat(7), fc.array(fc.constantFrom('tea', 'cake', 'the sea', 'a b'), { minLength: 1, maxLength: 3 })),
    {
      minLength: 6,
      maxLength: 40,
    },
  )
  .map((asked): Row[] => [
    ...Array.from({ length: 8 }, (_, i) => ({ user: `u${i}`, query: 'tea' })),
    ...asked.map(([user, words], i) => ({
      user: `u${user}`,
      query: words.join(' '),
      time: `2024-05-0${1 + (i % 9)} 10:00:00`,
    })),
  ])

test('on any log no share exceeds the whole, and counts agree with shares', async () => {
  const some = [
    { method: 'microaggregate-syntactic', params: { k: 2 }, shows: {} },
    { method: 'microaggregate-semantic', params: { k: 3 }, shows: {} },
    { method: 'km-deletion', params: { k: 2 }, shows: {} },
    { method: 'sessions', params: {}, shows: {} },
    { method: 'zealous', params: { epsilon: 99, delta: 0.01, perUser: 5, items: 'keywords' }, shows: {} },
  ]
  await fc.assert(
    fc.asyncProperty(smallLogs, fc.constantFrom(...some), async (rows, way) => {
      const from = writeLog(next('log.ndjson'), rows)
      const result = await make(from, way)
      agrees(result, (await measure([from], result.dir, { only: ['kept'] })).measures.kept as unknown as Shares)
    }),
    { numRuns: 15 },
  )
})

test.each([
  ['korolova', 900, /^times that the item was asked/],
  ['zealous', 300, /^persons who gave the item/],
])('300 persons who ask three times: the count of %s is near %i, and called so', async (method, near, called) => {
  const rows = Array.from({ length: 900 }, (_, i) => ({ user: `usr-made-up-${i % 300}`, query: 'news' }))
  const dir = next(method)
  const steps = [{ method, params: { epsilon: 5, delta: 1e-5, perUser: 3, items: 'queries' } }]
  await release([writeLog(next('thrice.ndjson'), rows)], { plan: { steps, shows: {} }, out: dir, format: 'tsv' })
  const [row] = await rowsOf(dir)
  expect(Math.abs(Number(row?.count) - near)).toBeLessThan(60)
  expect(manifestOf(dir).columns.find(({ name }) => name === 'count')?.meaning).toMatch(called)
  expect((await verify(dir)).holds).toBeNull() // differential privacy is never shown, and nothing is refuted
})
