import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import type { ForeignParams } from '../../src/base/params.js'
import { mechanismOf } from '../../src/checks/dp-mechanism.js'
import { seededRandom } from '../../src/random/seeded.js'
import type { DifferentiallyPrivate } from '../../src/release/guarantee.js'
import type { Manifest } from '../../src/release/manifest.js'
import { release } from '../../src/run/release/index.js'
import { verify } from '../../src/run/verify.js'
import { askedIn } from '../support/asked-in.js'
import { writeCrowd } from '../support/crowd.js'
import { forge, type Item, itemsOf } from '../support/forge-items.js'
import { manifestOf } from '../support/release.js'
import { scratch } from '../support/scratch.js'

// Releases here are made with secure noise, so that they promise what they say. Each test can fail by chance less than once in 10^9 runs.
const { next } = scratch()
const PARAMS = { epsilon: 2, delta: 1e-5, perUser: 8 }
let log: string
let asked: ReturnType<typeof askedIn>
const made: Record<string, string> = {}

async function make(method: string, params: object, before: { method: string; params: object }[] = []) {
  const out = next('release')
  const steps = [...before, { method, params }] as { method: string; params: Record<string, unknown> }[]
  await release([log], { plan: { steps, shows: {} }, out, format: 'tsv', ephemeralKey: before.length > 0 })
  return out
}

beforeAll(async () => {
  log = writeCrowd(next('log.tsv'))
  asked = askedIn(log)
  for (const method of ['zealous', 'gaussian-threshold', 'korolova']) made[method] = await make(method, PARAMS)
})

const against = (dir: string) => verify(dir, { against: [log] })
const failed = async (dir: string) =>
  (await against(dir)).checks.filter(({ holds }) => holds === false).map(({ name }) => name)
const from = (method: string) => made[method]!

/** The same items with other counts. */
const recounted = (method: string, count: (item: Item, i: number) => number | string) =>
  forge(from(method), next('forged'), {
    items: itemsOf(from(method)).map((item, i) => ({ ...item, count: count(item, i) })),
  })
const facts = ({ texts }: Item) => asked.get(texts[0]!)!
const magic = (old: Manifest): Manifest => ({
  ...old,
  steps: [{ method: 'magic-dp', params: { epsilon: 0.001 } as unknown as ForeignParams }],
  guarantee: { ...old.guarantee, epsilon: 0.001 } as DifferentiallyPrivate,
})

describe('honest releases', () => {
  test.each(['zealous', 'gaussian-threshold', 'korolova'])(
    '%s: not refuted, and never said to hold',
    async (method) => {
      for (const { holds, checks } of [await verify(from(method)), await against(from(method))]) {
        expect(checks.filter((check) => check.holds === false)).toEqual([])
        expect(holds).toBeNull()
        expect(checks.filter((check) => check.onClaim && check.holds === true)).toEqual([])
      }
      expect(itemsOf(from(method)).length).toBeGreaterThan(20)
    },
  )

  test('what is expected of a release does not make it hold', async () => {
    const { holds } = await verify(from('zealous'), {
      against: [log],
      expect: 'zealous:epsilon=5,delta=0.001,perUser=8',
    })
    expect(holds).toBeNull()
  })

  test('what the log was asked stays with the custodian', async () => {
    const alone = (await verify(from('zealous'))).checks
    const { checks } = await against(from('zealous'))
    const fromLog = checks.filter(({ name }) => !alone.some((check) => check.name === name))
    expect(fromLog.map(({ privateDetail }) => privateDetail)).toEqual(fromLog.map(() => true))
    expect(fromLog.map(({ name }) => name)).toEqual([
      'items are in the log',
      'items that hardly come out',
      'counts are near the log',
      'counts have noise',
      'counts spread as noise does',
    ])
    // Numbers of items are public; no distance and no statistic is said.
    const items = String(itemsOf(from('zealous')).length)
    for (const { detail } of fromLog)
      expect((detail.match(/\d+/g) ?? []).filter((number) => number !== items)).toEqual([])
  })
})

describe('a method that nobody knows', () => {
  test('exact counts under magic-dp and epsilon 0.001: open alone, refuted against the log', async () => {
    const items = itemsOf(from('zealous')).map((item) => ({ ...item, count: facts(item).persons }))
    const dir = forge(from('zealous'), next('forged'), { items, manifest: magic })
    expect((await verify(dir)).holds).toBeNull()
    expect(await failed(dir)).toEqual(['counts have noise'])
    const rows = items.map((item) => ({ ...item, count: facts(item).rows }))
    expect(await failed(forge(from('zealous'), next('forged'), { items: rows, manifest: magic }))).toEqual([
      'counts have noise',
    ])
  })

  test('exact counts of 20 items are enough', async () => {
    const items = itemsOf(from('zealous')).map((item) => ({ ...item, count: facts(item).persons }))
    const some = (n: number) => forge(from('zealous'), next('forged'), { items: items.slice(0, n), manifest: magic })
    expect(await failed(some(20))).toEqual(['counts have noise'])
    expect((await against(some(2))).holds).toBeNull()
  })

  test('counts with noise: open; items from a list of its own too', async () => {
    const items = [...itemsOf(from('zealous')), { texts: ['from a list'], count: 400 }]
    const { holds, checks } = await against(forge(from('zealous'), next('forged'), { items, manifest: magic }))
    expect([holds, checks.filter((check) => check.holds === false)]).toEqual([null, []])
  })

  test('items of fewer persons than promised are refuted', async () => {
    const promised = (old: Manifest) => ({
      ...magic(old),
      guarantee: { ...magic(old).guarantee, minUsers: 2 } as DifferentiallyPrivate,
    })
    const lonely = [...asked].find(([, { persons }]) => persons === 1)?.[0] as string
    const items = [...itemsOf(from('zealous')), { texts: [lonely], count: 400 }]
    const dir = forge(from('zealous'), next('forged'), { items, manifest: promised })
    expect(await failed(dir)).toEqual(['items are in the log'])
  })
})

describe('a promise that the steps do not keep', () => {
  test('steps at epsilon 2, and 0.001 promised', async () => {
    const manifest = (old: Manifest) => ({
      ...old,
      guarantee: { ...old.guarantee, epsilon: 0.001 } as DifferentiallyPrivate,
    })
    expect((await verify(forge(from('zealous'), next('forged'), { manifest }))).holds).toBe(false)
  })

  test.each(['zealous', 'gaussian-threshold', 'korolova'])(
    '%s: a count of tau-prime is refuted, one more is not',
    async (method) => {
      const { guarantee, steps } = manifestOf(from(method))
      const tauPrime = mechanismOf(guarantee as DifferentiallyPrivate, steps.at(-1))?.threshold as number
      const first = (count: number) => recounted(method, (item, i) => (i === 0 ? count : Number(item.count)))
      const low = async (count: number) =>
        (await verify(first(count))).checks.some(
          ({ name, holds }) => name === 'counts above the threshold' && holds === false,
        )
      expect([await low(tauPrime), await low(tauPrime + 1)]).toEqual([true, false])
    },
  )

  // What Lethe would have written otherwise is found in the bytes of the file; what it would write as it stands, by what counts can be.
  test.each([
    ['written in another way', '0400', 'bytes'],
    ['no whole number', '400.5', 'bytes'],
    ['no number', 'many', 'bytes'],
    ['minus nothing', '-0', 'bytes'],
    ['too long', '1234567890123456', 'items'],
  ])('a count %s', async (_, count, found) => {
    const dir = recounted('zealous', (item, i) => (i === 0 ? count : Number(item.count)))
    expect(await failed(dir)).toEqual([found])
  })

  test('a table that the method does not make', async () => {
    const file = 'more.tsv'
    const dir = next('forged')
    forge(from('zealous'), dir, {
      manifest: (old) => ({
        ...old,
        files: [...old.files, file],
        tables: [{ file, columns: [{ name: 'item', type: 'text', meaning: 'more' }] }],
      }),
    })
    writeFileSync(join(dir, file), 'item\nsecret\n')
    const forged = forge(dir, next('forged'), {})
    expect(existsSync(join(forged, file))).toBe(true)
    expect(await failed(forged)).toEqual(['items'])
  })
})

describe('counts that the stated noise does not leave', () => {
  const random = seededRandom(3)

  test.each(['zealous', 'gaussian-threshold', 'korolova'])('%s: refuted', async (method) => {
    expect(await failed(recounted(method, (item) => facts(item).persons))).toContain('counts have noise')
    expect(await failed(recounted(method, (item) => facts(item).rows))).toContain('counts have noise')
    const some = recounted(method, (item, i) => (i % 2 ? Number(item.count) : facts(item).persons))
    expect((await against(some)).holds).toBe(false)
    expect(await failed(recounted(method, (item) => Number(item.count) + 300))).toContain('counts are near the log')
    expect(await failed(recounted(method, () => 60 + random.below(900)))).toContain('counts are near the log')
  })

  test('items that nobody asked, or one person', async () => {
    const lonely = [...asked].filter(([, { persons }]) => persons === 1).slice(0, 40)
    const more = (texts: readonly string[]) =>
      forge(from('zealous'), next('forged'), {
        items: [...itemsOf(from('zealous')), ...texts.map((text) => ({ texts: [text], count: 62 + random.below(9) }))],
      })
    expect(await failed(more(['nobody asked this']))).toEqual(['items are in the log'])
    expect(await failed(more(lonely.map(([text]) => text)))).toContain('items that hardly come out')
  })

  test('methods without counts: items that hardly come out', async () => {
    const lonely = [...asked].filter(([, { persons }]) => persons === 1).slice(0, 40)
    for (const method of ['optimal-selection', 'set-union']) {
      const dir = await make(method, PARAMS)
      expect((await against(dir)).holds).toBeNull()
      const items = [...itemsOf(dir), ...lonely.map(([text]) => ({ texts: [text] }))]
      const forged = forge(dir, next('forged'), { items })
      expect(await failed(forged)).toContain('items that hardly come out')
    }
  })

  test('clicks beside the items of korolova', async () => {
    const results = next('results.tsv')
    const pairs = [...asked.keys()].flatMap((query) =>
      [0, 1, 2].map((site) => `${query}\thttp://site${site}.example/${query.length % 5}`),
    )
    writeFileSync(results, `${pairs.join('\n')}\n`)
    const dir = await make('korolova', { ...PARAMS, epsilonClicks: 0.5, epsilonCounts: 0.5, results })
    const { holds, checks } = await against(dir)
    expect([holds, checks.filter((check) => check.holds === false)]).toEqual([null, []])
    expect(checks.map(({ name }) => name)).toContain('clicks: counts spread as noise does')
    // Without noise: counts of nothing stay nothing.
    const zeros = next('forged')
    forge(dir, zeros, {})
    const table = readFileSync(join(zeros, 'clicks.tsv'), 'utf8')
    writeFileSync(join(zeros, 'clicks.tsv'), table.replace(/\t-?\d+$/gm, '\t0'))
    expect(await failed(forge(zeros, next('forged'), {}))).toContain('clicks: counts spread as noise does')
    writeFileSync(join(zeros, 'clicks.tsv'), table.replace(/\n.*\n/, '\nnot released\thttp://site0.example/\t3\n'))
    expect(await failed(forge(zeros, next('forged'), {}))).toContain('items')
  })
})

describe('steps in front', () => {
  test('scrub: done again on the log', async () => {
    const dir = await make('zealous', PARAMS, [{ method: 'scrub', params: {} }])
    const { checks } = await against(dir)
    expect(checks.find(({ name }) => name === 'counts are near the log')?.holds).toBe(true)
  })

  test('sessions: pairs are at most those of histories', async () => {
    const dir = await make('zealous', { ...PARAMS, epsilon: 50, items: 'pairs' }, [
      { method: 'sessions', params: { split: 'daily' } },
    ])
    const { holds, checks } = await against(dir)
    expect([holds, checks.filter((check) => check.holds === false)]).toEqual([null, []])
    expect(checks.map(({ name }) => name)).not.toContain('counts spread as noise does')
    const items = [...itemsOf(dir), { texts: ['w1 v1 u1', 'never next'], count: 90 }]
    expect(await failed(forge(dir, next('forged'), { items }))).toContain('items are in the log')
  })

  test('hashed tokens: the log says nothing', async () => {
    const dir = await make('zealous', PARAMS, [{ method: 'token-hash', params: {} }])
    const { holds, checks } = await against(dir)
    expect(holds).toBeNull()
    expect(checks.find(({ name }) => name === 'the log')?.detail).toMatch(/changes texts/)
    expect(checks.map(({ name }) => name)).not.toContain('items are in the log')
  })
})
