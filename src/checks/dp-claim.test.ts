import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { dpClaimOf } from '../../test/support/dp-claim.js'
import { type Cells, makeTables, manifestWith } from '../../test/support/subject.js'
import { fresh } from '../engines/sql.js'
import type { Log } from '../log/log.js'
import { discreteLaplace } from '../random/discrete-laplace.js'
import { seededRandom } from '../random/seeded.js'
import type { Rows } from '../release/data.js'
import type { DifferentiallyPrivate } from '../release/guarantee.js'
import type { Manifest } from '../release/manifest.js'
import type { Check } from './check.js'
import { onClaim } from './claims.js'
import { mechanismOf } from './dp-mechanism.js'

// Everybody asks one thing, so that nothing is left to choice: item i has 100 + i persons, each of whom asked it twice; five items have one person.
const ITEMS = 60
const persons = (i: number) => 100 + i
const RATE = 0.5 // epsilon 1 for 2 items a person

let tables: Awaited<ReturnType<typeof makeTables>>
let close: (() => Promise<void>) | undefined
let log: Log
beforeAll(async () => {
  tables = await makeTables((end) => {
    close = end
  })
  const { table, ...rest } = await tables.log([])
  const rows = fresh('asked')
  await tables.engine.materialise(
    rows,
    `SELECT person, query, TIMESTAMP '2024-05-01 10:00:00' AS time, NULL::INTEGER AS rank, 'http://x.example/' AS url FROM (
      SELECT 'p' || i || '-' || j AS person, 'item ' || i AS query FROM range(${ITEMS}) a(i), range(200) b(j) WHERE j < 100 + i
      UNION ALL SELECT 'alone ' || i, 'lonely ' || i FROM range(5) a(i)), range(2)`,
  )
  // Before that each went somewhere without a query, which is no item.
  await tables.engine.insert(
    rows,
    `SELECT DISTINCT person, NULL, TIMESTAMP '2024-05-01 09:00:00', NULL::INTEGER, 'http://x.example/' FROM ${rows}`,
  )
  log = { ...rest, table: rows }
})
afterAll(() => close?.())

const dp = (more: Partial<DifferentiallyPrivate> = {}): DifferentiallyPrivate => dpClaimOf({ delta: 1e-6, ...more })
const zealous = { method: 'zealous', params: { perUser: 2 } }
const magic = { method: 'magic', params: {} }

interface Given {
  readonly claim?: DifferentiallyPrivate
  readonly step?: { readonly method: string; readonly params: object }
  readonly original?: Log | undefined
  readonly columns?: readonly string[]
  readonly side?: Readonly<Record<string, Rows>>
  readonly before?: readonly { readonly method: string; readonly params: object }[]
}

async function checksOf(cells: Cells, given: Given = {}): Promise<Check[]> {
  const { claim = dp(), step = zealous, columns = ['item', 'count'], side = {}, before = [] } = given
  const manifest = manifestWith(claim, { steps: [...before, step] as unknown as Manifest['steps'] })
  const { original } = 'original' in given ? given : { original: log }
  return onClaim(
    {
      engine: tables.engine,
      rows: await tables.rows(columns, cells),
      persons: { by: 'row', known: 'stated' },
      release: { dir: '', manifest },
      side,
      ...(original ? { original } : {}),
    },
    claim,
  )
}
/** What was refuted, by name; differential privacy itself always stays open, and is the only check of the claim. */
async function refuted(cells: Cells, given: Given = {}): Promise<string[]> {
  const checks = await checksOf(cells, given)
  const last = checks.at(-1)
  expect(last).toMatchObject({ name: 'differential privacy', holds: null, onClaim: true })
  expect(checks.slice(0, -1).filter((check) => check.onClaim)).toEqual([])
  return checks.filter(({ holds }) => holds === false).map(({ name }) => name)
}

const each = (count: (i: number) => number, n = ITEMS): string[][] =>
  Array.from({ length: n }, (_, i) => [`item ${i}`, String(count(i))])
function honest(rate = RATE): string[][] {
  const noise = discreteLaplace(seededRandom(5), rate)
  return each((i) => persons(i) + noise())
}

describe('the shape of a table of items', () => {
  const alone = { original: undefined }
  test.each<[string, Cells]>([
    ['an item twice', [...each(persons), ['item 3', '99']]],
    ['no item', [...each(persons), [null, '99']]],
    ['no count', [...each(persons), ['x', null]]],
    ['a count with a zero in front', [...each(persons), ['x', '099']]],
    ['a count with a plus', [...each(persons), ['x', '+99']]],
    ['a fraction', [...each(persons), ['x', '99.0']]],
    ['sixteen digits', [...each(persons), ['x', '1234567890123456']]],
    ['minus zero', [...each(persons), ['x', '-0']]],
  ])('%s is found, and nothing further is looked at', async (_, cells) => {
    const checks = await checksOf(cells, alone)
    expect(checks.map(({ name, holds }) => [name, holds])).toEqual([
      ['items', false],
      ['differential privacy', null],
    ])
    expect(checks[0]?.detail).toMatch(/^1 item (standing there more than once|with an empty cell)/)
  })

  test('columns are those of the claim', async () => {
    expect(await refuted([['a']], { ...alone, columns: ['item'] })).toEqual(['items'])
    expect(await refuted([['9', 'a']], { ...alone, columns: ['count', 'item'] })).toEqual(['items'])
    const plain = { ...alone, columns: ['item'], claim: dp({ counts: false }), step: magic }
    const [shape] = await checksOf([['a'], ['b']], plain)
    expect(shape).toMatchObject({ holds: true, detail: '2 items, each once' })
    expect((await checksOf(each(persons), alone))[0]).toMatchObject({
      holds: true,
      detail: '60 items, each once, with whole counts',
    })
    const pairs = { ...alone, claim: dp({ items: 'pairs' }), columns: ['item', 'next', 'count'] }
    expect(
      await refuted(
        [
          ['a', 'b', '99'],
          ['a', 'c', '99'],
        ],
        pairs,
      ),
    ).toEqual([])
    expect(
      await refuted(
        [
          ['a', 'b', '99'],
          ['a', null, '99'],
        ],
        pairs,
      ),
    ).toEqual(['items'])
  })

  test('tables beside it are those of the method', async () => {
    const clicks = await tables.rows(['item', 'url', 'count'], [['item 1', 'u', '3']])
    expect(await refuted(each(persons), { ...alone, side: { clicks } })).toEqual(['items'])
    expect(await refuted(each(persons), { ...alone, side: { clicks }, step: magic })).toEqual([])
  })
})

describe('the threshold', () => {
  test('a count of tau-prime is refuted, one more is not', async () => {
    const tauPrime = mechanismOf(dp(), zealous as never)?.threshold as number
    const at = (count: number) => refuted([...each(persons), ['x', String(count)]], { original: undefined })
    expect([await at(tauPrime), await at(tauPrime + 1)]).toEqual([['counts above the threshold'], []])
    const checks = await checksOf(
      each(() => tauPrime - 1, 2),
      { original: undefined },
    )
    expect(checks.find(({ name }) => name === 'counts above the threshold')?.detail).toBe(
      `2 counts of ${tauPrime} or less`,
    )
    expect(
      await refuted(
        each(() => tauPrime),
        { original: undefined, step: magic },
      ),
    ).toEqual([])
  })
})

describe('against the log', () => {
  test('honest noise is not refuted, and all that was tried is named', async () => {
    const checks = await checksOf(honest())
    expect(checks.map(({ name, holds }) => [name, holds])).toEqual([
      ['items', true],
      ['counts above the threshold', true],
      ['items are in the log', true],
      ['items that hardly come out', true],
      ['counts are near the log', true],
      ['counts have noise', true],
      ['counts spread as noise does', true],
      ['differential privacy', null],
    ])
    expect(checks.filter((check) => check.privateDetail).map(({ name }) => name)).toHaveLength(5)
  })

  test.each<[string, (i: number) => number]>([
    ['persons', persons],
    ['rows', (i) => 2 * persons(i)],
  ])('exact counts of %s have no noise', async (_, count) => {
    expect(await refuted(each(count))).toContain('counts have noise')
    expect(await refuted(each(count, 40))).toContain('counts have noise')
    // Twenty of sixty may be hit: that the others are not shown is no fault of theirs.
    expect(await refuted(each(count, 20))).not.toContain('counts have noise')
    // At epsilon 1 a shown count may be hit nine times out of ten, but not all of the log.
    expect(await refuted(each(count), { step: magic })).toEqual(['counts have noise'])
    expect(await refuted(each(count, 40), { step: magic })).toEqual([])
    expect(await refuted(each(count, 20), { step: magic, claim: dp({ epsilon: 0.01 }) })).toEqual(['counts have noise'])
    expect(await refuted(each(count, 2), { step: magic, claim: dp({ epsilon: 0.01 }) })).toEqual([])
  })

  test('of a method that nobody knows only exact counts are known to be wrong', async () => {
    const off = each((i) => persons(i) + 60 + (i % 3))
    expect(await refuted(off, { step: magic })).toEqual([])
    expect(await refuted(off)).toContain('counts are near the log')
    const checks = await checksOf([...off, ['of its own', '70']], { step: magic })
    expect(checks.map(({ name }) => name)).toEqual(['items', 'counts have noise', 'differential privacy'])
    const few = off.map(([item, count], i) => [item ?? '', i < 6 ? String(persons(i)) : (count ?? '')])
    expect(await refuted(few, { step: magic, claim: dp({ epsilon: 0.1 }) })).toEqual([])
  })

  test('one count far from the log is enough', async () => {
    const [first, ...rest] = honest()
    for (const off of [-70, 80])
      expect(await refuted([[first?.[0] ?? '', String(persons(0) + off)], ...rest])).toContain(
        'counts are near the log',
      )
  })

  test('counts that are too near, all by one, do not spread as noise does', async () => {
    expect(await refuted(each((i) => persons(i) + 1))).toEqual(['counts spread as noise does'])
    expect(await refuted(honest(2 ** -4))).toContain('counts spread as noise does')
  })

  test('an item that nobody asked, or one person alone', async () => {
    expect(await refuted([...honest(), ['of its own', '70']])).toEqual(['items are in the log'])
    const tauPrime = mechanismOf(dp(), zealous as never)?.threshold as number
    const lonely = Array.from({ length: 5 }, (_, i) => [`lonely ${i}`, String(tauPrime + 1)])
    expect(await refuted([...honest(), ...lonely])).toEqual(['items that hardly come out'])
    expect(await refuted([...honest(), ...lonely.slice(0, 1)])).toEqual([])
  })

  test('as many persons as promised, at the edge', async () => {
    const at = (minUsers: number, step = magic) =>
      refuted(honest().slice(10), { step, claim: dp({ minUsers, epsilon: 1 }) })
    expect([await at(110), await at(111)]).toEqual([[], ['items are in the log']])
    const checks = await checksOf([...honest(), ['of its own', '99']], { step: magic, claim: dp({ minUsers: 102 }) })
    expect(checks.find(({ name }) => name === 'items are in the log')?.detail).toBe(
      '3 of 61 items without 102 persons or more in the log',
    )
  })

  test('what cannot be compared is said', async () => {
    const bare = { ...log, has: { ...log.has, time: false } }
    const pairs = { claim: dp({ items: 'pairs' }), columns: ['item', 'next', 'count'], original: bare }
    const checks = await checksOf([['a', 'b', '99']], pairs)
    expect(checks.find(({ name }) => name === 'the log')).toMatchObject({
      holds: null,
      detail: 'it could not be used: the log has no times',
    })
    const hashed = { before: [{ method: 'token-hash', params: {} }] }
    expect((await checksOf(honest(), hashed)).map(({ name }) => name)).toEqual([
      'items',
      'counts above the threshold',
      'the log',
      'differential privacy',
    ])
  })
})

describe('clicks on a public list', () => {
  // Each person clicks twice; at most one click counts, and epsilon 2 is for it. What is left is for items: 2 a person at epsilon 1.
  const korolova = { method: 'korolova', params: { d: 2, epsilonClicks: 2, perUserClicks: 1 } }
  const claim = dp({ epsilon: 3 })
  const URL = 'http://x.example/'
  const rows = (count: (i: number) => number) => each(count).map(([item = '', n = '']) => [item, URL, n])
  const noisy = (seed: number, rate: number, of: (i: number) => number) => {
    const noise = discreteLaplace(seededRandom(seed), rate)
    return (i: number) => of(i) + noise()
  }
  // The first two queries of a person count, which is each person's two rows.
  const items = each(noisy(6, RATE, (i) => 2 * persons(i)))
  const with_ = async (clicks: Cells, columns = ['item', 'url', 'count']) =>
    refuted(items, { step: korolova, claim, side: { clicks: await tables.rows(columns, clicks) } })

  test('honest noise is not refuted', async () => {
    const side = { clicks: await tables.rows(['item', 'url', 'count'], rows(noisy(7, 2, persons))) }
    const checks = await checksOf(items, { step: korolova, claim, side })
    expect(checks.filter(({ holds }) => holds === false)).toEqual([])
    expect(checks.map(({ name }) => name).filter((name) => name.startsWith('clicks: '))).toEqual([
      'clicks: counts are near the log',
      'clicks: counts have noise',
      'clicks: counts spread as noise does',
    ])
  })

  test('counts far off, of other persons, or of all clicks are', async () => {
    expect(await with_(rows((i) => 2 * persons(i)))).toContain('clicks: counts are near the log')
    expect(await with_(rows(() => 0))).toContain('clicks: counts are near the log')
    const strange = rows(noisy(7, 2, persons)).map(([item, , n]) => [item ?? '', 'http://y.example/', n ?? ''])
    expect(await with_(strange)).toContain('clicks: counts are near the log')
    expect(
      await with_(strange.map(([item, url], i) => [item ?? '', url ?? '', String(noisy(i, 2, () => 0)(0))])),
    ).toEqual([])
  })

  test('the table has its shape: each pair once, whole counts, queries of the items', async () => {
    const good = rows(noisy(7, 2, persons))
    expect(await with_([...good, good[0]!])).toEqual(['items'])
    expect(await with_([...good, ['item 1', 'u', 'many']])).toEqual(['items'])
    expect(await with_([...good, ['of its own', 'u', '1']])).toEqual(['items'])
    expect(await with_(good, ['item', 'link', 'count'])).toEqual(['items'])
    expect(await refuted(items, { step: korolova, claim })).toEqual(['items'])
  })
})
