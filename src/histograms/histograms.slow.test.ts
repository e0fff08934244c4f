import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { asked, type Row, writeLog } from '../../test/support/log.js'
import { manifestOf, rowsOf } from '../../test/support/release.js'
import { scratch } from '../../test/support/scratch.js'
import { gaussianPolicy, laplacePolicy } from '../methods/set-union/policy.js'
import { UNITS } from '../privacy/set-union.js'
import { seededRandom } from '../random/seeded.js'
import { judged } from '../release/experiment.js'
import { explain, type ReleaseOptions, release } from '../run/release/index.js'
import { type VerifyOptions, verify as verifyAny } from '../run/verify.js'

const { next } = scratch()

/** Releases here are experiments, so that they repeat: what they would promise is judged. */
const verify = (dir: string, options: VerifyOptions = {}) => verifyAny(dir, { experiments: true, ...options })

async function make(method: string, rows: readonly Row[] | string, params: object, more: Partial<ReleaseOptions> = {}) {
  const log = typeof rows === 'string' ? rows : writeLog(next('log.ndjson'), rows)
  const out = next('release')
  const plan = { steps: [{ method, params: params as Record<string, unknown> }], shows: {} }
  const result = await release([log], { plan, out, seed: 1, ...more })
  return { out, log, result, rows: await rowsOf(out) }
}
const explained = (method: string, params: object) =>
  explain({ steps: [{ method, params: params as Record<string, unknown> }], shows: {} })
const factsOf = (dir: string) =>
  (
    JSON.parse(readFileSync(join(`${dir}.private`, 'record.json'), 'utf8')) as {
      facts: { phases: Record<string, unknown> }
    }
  ).facts

// [Santhi13] table 1, ids without case; the whole field is the item.
const SANTHI: Row[] = [
  ['jstein', 'java'],
  ['carlu', 'c++'],
  ['bob', 'java'],
  ['smith', 'mobile'],
  ['smith', 'mobile'],
  ['jestin', 'laptop'],
  ['alice', 'dwdm'],
  ['carlu', 'laptop'],
].map(([user = '', query = '']) => ({ user, query }))

describe('[Santhi13] section 4', () => {
  const plain = { items: 'queries', perUser: 20, lambda: 0 } as const

  test('at T = 2 java and laptop are left, with two persons each', async () => {
    const { rows, out } = await make('zealous', SANTHI, { ...plain, tau: 2, tauPrime: 1 })
    expect(rows).toEqual([
      { item: 'java', count: '2' },
      { item: 'laptop', count: '2' },
    ])
    expect(judged(manifestOf(out)).kind).toBe('none')
  })

  test('at T = 3 nothing is left', async () => {
    expect((await make('zealous', SANTHI, { ...plain, tau: 3, tauPrime: 2 })).rows).toEqual([])
  })

  test('figures 1 to 6: the private record has the histogram at each phase, without texts', async () => {
    const { out } = await make('zealous', SANTHI, { ...plain, tau: 2, tauPrime: 0 })
    const { phases } = factsOf(out)
    expect(phases).toMatchObject({ items: 5, rows: 8, persons: 7, given: 7, afterTau: 2, published: 2 })
    expect(phases.largest).toEqual([
      { rows: 2, persons: 2, given: 2, noisy: 2 },
      { rows: 2, persons: 2, given: 2, noisy: 2 },
    ])
    expect(readFileSync(join(`${out}.private`, 'record.json'), 'utf8')).not.toMatch(/java|laptop/)
  })
})

describe('what a person gives', () => {
  const many: Row[] = Array.from({ length: 60 }, (_, u) =>
    Array.from({ length: 10 }, (_, i) => ({ user: `u${u}`, query: `q${i}` })),
  ).flat()
  const exact = { lambda: 0, tau: 1, tauPrime: 0 }

  test('is m items at most, each equally likely (false alarm: 1e-6 an item)', async () => {
    const { rows } = await make('zealous', many, { ...exact, perUser: 3 })
    const counts = rows.map((row) => Number(row.count))
    expect(counts.reduce((sum, n) => sum + n, 0)).toBe(180)
    for (const count of counts) expect(Math.abs(count - 18)).toBeLessThan(4.9 * Math.sqrt(60 * 0.3 * 0.7))
  })

  test('does not depend on others', async () => {
    const alone = Array.from({ length: 10 }, (_, i) => ({ user: 'me', query: `mine ${i}` }))
    const one = await make('zealous', alone, { ...exact, perUser: 4 })
    const among = await make('zealous', [...many, ...alone], { ...exact, perUser: 4 })
    const mine = among.rows.filter((row) => row.item?.startsWith('mine'))
    expect(mine).toHaveLength(4)
    expect(mine).toEqual(one.rows)
  })

  test('may be what the person asked most often', async () => {
    const rows = [5, 4, 3, 2, 1].flatMap((times, i) =>
      Array.from({ length: times }, () => ({ user: 'u', query: `q${i}` })),
    )
    const { rows: released } = await make('zealous', rows, { ...exact, perUser: 2, choose: 'frequent' })
    expect(released.map((row) => row.item)).toEqual(['q0', 'q1'])
  })

  test.each([
    [
      'keywords',
      ['item', 'count'],
      [
        ['food', '3'],
        ['red', '3'],
      ],
    ],
    ['pairs', ['item', 'next', 'count'], [['red food', 'next', '3']]],
    ['clicks', ['item', 'url', 'count'], [['red food', 'http://a.example/', '3']]],
  ] as const)('can be %s', async (items, columns, wanted) => {
    const rows = ['a', 'b', 'c'].flatMap((user) => [
      { user, query: 'red food', time: '2024-05-01 10:00:00', url: 'http://a.example/' },
      { user, query: 'red food', time: '2024-05-01 10:00:10' },
      { user, query: 'next', time: '2024-05-01 10:01:00' },
      { user, query: 'later', time: '2024-05-01 12:30:00' },
    ])
    const { rows: released, log, out } = await make('zealous', rows, { ...exact, items, tauPrime: 2 })
    expect(Object.keys(released[0] ?? {})).toEqual(columns)
    const found = released.map((row) => Object.values(row))
    for (const row of wanted) expect(found).toContainEqual([...row])
    expect(found.some((row) => row.includes('later') && items === 'pairs')).toBe(false)
    expect((await verify(out, { against: [log] })).holds).not.toBe(false)
  })
})

describe('explicit numbers', () => {
  const textbook = { perUser: 20, tauPrime: 140, lambda: 17.37177927613007 }

  test('the textbook pair is refused where it is claimed to reach its delta, with the true one: 3.2e-3', async () => {
    await expect(explained('zealous', { ...textbook, epsilon: Math.log(10), delta: 1e-5 })).rejects.toMatchObject({
      code: 'refused',
      message: expect.stringMatching(/delta = 0\.0032/),
    })
  })

  test('without a claim the guarantee is what they amount to', async () => {
    const { guarantee, derived } = await explained('zealous', textbook)
    expect(guarantee).toMatchObject({
      kind: 'dp',
      epsilon: expect.closeTo(1.1513, 4),
      delta: expect.closeTo(3.25e-3, 5),
    })
    expect(derived).toMatchObject({ m: 20, tau: 1, tauPrime: 140, evenChanceAt: 140 })
    expect((await explained('zealous', { perUser: 20, tauPrime: 3, lambda: 17 })).guarantee.kind).toBe('none')
  })
})

describe('what is asked for wrongly is refused', () => {
  const good = { epsilon: 1, delta: 1e-6, perUser: 5 }
  test.each([
    ['zealous', { ...good, epsilon: 0 }, /--epsilon/],
    ['zealous', { ...good, epsilon: -1 }, /--epsilon/],
    ['zealous', { ...good, epsilon: 'NaN' }, /--epsilon/],
    ['zealous', { ...good, epsilon: 1e9 }, /--epsilon/],
    ['zealous', { ...good, epsilon: 1e-9 }, /too small/],
    ['gaussian-threshold', { ...good, delta: 0 }, /--delta/],
    ['gaussian-threshold', { ...good, delta: -1e-9 }, /--delta/],
    ['gaussian-threshold', { ...good, delta: 1 }, /--delta/],
    ['optimal-selection', { ...good, perUser: 0 }, /--per-user/],
    ['optimal-selection', { ...good, epsilon: undefined }, /needs --epsilon/],
    ['zealous', { perUser: 5, delta: 1e-6 }, /needs --epsilon/],
    ['zealous', { perUser: 5, epsilon: 1 }, /needs --delta/],
    ['zealous', { ...good, m: 6 }, /contradict/],
    ['zealous', { ...good, tauPrime: 5 }, /go together/],
    ['zealous', { ...good, definition: 'probabilistic' }, /users-bound/],
    ['zealous', { ...good, usersBound: 100 }, /probabilistic/],
    ['korolova', { ...good, epsilonCounts: 1 }, /leave nothing/],
    ['korolova', { ...good, epsilonClicks: 0.5 }, /go together/],
    ['korolova', { ...good, items: 'clicks' }, /--items/],
    ['set-union', { ...good, epsilon: 0.001 }, /too small/],
  ])('%s %j', async (method, params, reason) => {
    await expect(explained(method, params)).rejects.toMatchObject({
      code: 'usage',
      message: expect.stringMatching(reason),
    })
  })

  test('a log without what the items are made of', async () => {
    const tsv = next('bare.tsv')
    writeFileSync(tsv, 'user\tquery\na\tx\nb\ty\n')
    await expect(make('zealous', tsv, { ...good, items: 'clicks' })).rejects.toMatchObject({ code: 'refused' })
    await expect(make('zealous', tsv, { ...good, items: 'pairs' })).rejects.toMatchObject({ code: 'refused' })
    await expect(make('korolova', tsv, good)).rejects.toMatchObject({ code: 'refused' })
  })

  test('differential privacy after a step in which persons depend on each other', async () => {
    const steps = [
      { method: 'rare-queries', params: { k: 5 } },
      { method: 'zealous', params: good },
    ]
    await expect(explain({ steps, shows: {} })).rejects.toMatchObject({ code: 'refused' })
    const sound = [{ method: 'scrub', params: {} }, steps[1]!]
    expect((await explain({ steps: sound, shows: {} })).guarantee.kind).toBe('dp')
  })
})

describe('korolova', () => {
  test('counts the first d queries with repetition, and clicks on listed results only', async () => {
    const rows = Array.from({ length: 40 }, (_, u) => [
      ...Array.from({ length: 3 }, (_, i) => ({
        user: `u${u}`,
        query: 'often',
        time: `2024-05-01 10:00:0${i}`,
        url: 'http://listed.example',
      })),
      { user: `u${u}`, query: 'too late', time: '2024-05-02 10:00:00', url: 'http://secret.example' },
    ]).flat()
    const results = next('results.tsv')
    writeFileSync(
      results,
      'Often\thttp://listed.example\noften\thttp://never.example\ntoo late\thttp://secret.example\n',
    )
    const params = { epsilon: 60, epsilonClicks: 20, delta: 1e-9, perUser: 3, perUserClicks: 2, results }
    const { out, rows: released } = await make('korolova', rows, params, { format: 'tsv' })
    expect(released.map((row) => row.item)).toEqual(['often'])
    expect(Math.abs(Number(released[0]?.count) - 120)).toBeLessThan(10)
    const clicks = readFileSync(join(out, 'clicks.tsv'), 'utf8')
      .trimEnd()
      .split('\n')
      .slice(1)
      .map((line) => line.split('\t'))
    expect(clicks.map(([item, url]) => [item, url])).toEqual([
      ['often', 'http://listed.example'],
      ['often', 'http://never.example'],
    ])
    expect(Math.abs(Number(clicks[0]?.[2]) - 80)).toBeLessThan(10)
    expect((await verify(out)).holds).toBeNull()
  })
})

describe('the policies of set-union never drive two logs apart', () => {
  const random = seededRandom(5)
  const persons = Array.from({ length: 300 }, () =>
    [...new Set(Array.from({ length: 1 + random.below(12) }, () => random.below(40)))].sort((a, b) => a - b),
  )

  test('[Gopi20] Laplace: taking a person out moves all weights together by what the person gave, exactly', () => {
    for (const cutoff of [3000, 9000, 40_000])
      for (const out of [0, 7, 150]) {
        const [all, without] = [new Float64Array(40), new Float64Array(40)]
        const [a, b] = [laplacePolicy(all, cutoff), laplacePolicy(without, cutoff)]
        for (const [i, items] of persons.entries()) {
          a(items)
          if (i !== out) b(items)
        }
        expect(
          all.every((weight, i) => Number.isInteger(weight) && weight <= cutoff && Number.isInteger(without[i])),
        ).toBe(true)
        expect(all.reduce((sum, weight, i) => sum + Math.abs(weight - without[i]!), 0)).toBeLessThanOrEqual(UNITS)
      }
  })

  test('[Gopi20] Gaussian: by a length of 1 at most', () => {
    for (const out of [0, 7, 150]) {
      const [all, without] = [new Float64Array(40), new Float64Array(40)]
      const cutoff = 6 * 2 ** 36
      const [a, b] = [gaussianPolicy(all, cutoff), gaussianPolicy(without, cutoff)]
      for (const [i, items] of persons.entries()) {
        a(items)
        if (i !== out) b(items)
      }
      const length = Math.hypot(...all.map((weight, i) => weight - without[i]!))
      expect(length).toBeLessThanOrEqual(1 + 2 ** -12)
    }
  })
})

test('a delta of one in the number of persons or more is noted, for the custodian only', async () => {
  const { result, out } = await make('gaussian-threshold', asked('weather', 30), {
    epsilon: 1,
    delta: 0.05,
    perUser: 2,
  })
  expect(result.warnings.join()).toMatch(/one in the number of persons \(30\)/)
  expect(readFileSync(join(out, 'manifest.json'), 'utf8')).not.toContain('30)')
})

describe('verify', () => {
  const rows = asked('weather', 400)
  const params = { epsilon: 3, delta: 1e-6, perUser: 3 }

  test.each([
    [
      'a made-up item',
      (text: string) => text.replace(/weather\t(\d+)/, 'aaa\t500\nweather\t$1'),
      'items are in the log',
    ],
    [
      'a count below the threshold',
      (text: string) => text.replace(/weather\t\d+/, 'weather\t2'),
      'counts above the threshold',
    ],
    [
      'a count that noise does not explain',
      (text: string) => text.replace(/weather\t\d+/, 'weather\t900'),
      'counts are near the log',
    ],
    ['an item twice', (text: string) => text.replace(/(weather\t\d+\n)/, '$1$1'), 'items'],
    ['a count that is no number', (text: string) => text.replace(/weather\t\d+/, 'weather\t4.5'), 'bytes'],
  ])('finds %s', async (_, change, name) => {
    for (const method of ['zealous', 'gaussian-threshold']) {
      const { out, log } = await make(method, rows, params, { format: 'tsv' })
      expect((await verify(out, { against: [log] })).holds).toBeNull()
      const path = join(out, 'data.tsv')
      writeFileSync(path, change(readFileSync(path, 'utf8')))
      const { holds, checks } = await verify(out, { against: [log] })
      expect(holds).toBe(false)
      expect(checks.find((check) => check.name === name)?.holds).toBe(false)
    }
  })
})
