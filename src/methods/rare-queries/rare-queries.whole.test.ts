import { beforeAll, describe, expect, test } from 'vitest'
import { asked, type Row, writeLog } from '../../../test/support/log.js'
import { manifestOf, type ReadRow, rowsOf } from '../../../test/support/release.js'
import { scratch } from '../../../test/support/scratch.js'
import { writeKeyFile } from '../../crypto/key-file.js'
import { type ReleaseOptions, release } from '../../run/release/index.js'
import { verify } from '../../run/verify.js'

const { next } = scratch()

async function released(
  rows: readonly Row[],
  params: object,
  more: Partial<ReleaseOptions> = {},
  columns = {},
): Promise<ReadRow[]> {
  const out = next('release')
  const plan = { steps: [{ method: 'rare-queries', params: params as Record<string, unknown> }], shows: {} }
  const log = writeLog(next('log.ndjson'), rows)
  await release([log], { plan, out, ...more }, { columns })
  expect((await verify(out, { against: [log] }, { columns })).holds).toBe(true)
  return rowsOf(out)
}
/** Texts with how many rows show them. */
function texts(rows: readonly ReadRow[]): Record<string, number> {
  const counts: Record<string, number> = {}
  for (const { query } of rows) if (query) counts[query] = (counts[query] ?? 0) + 1
  return counts
}
/** Persons p0..., q0..., ...: different letters are different persons. */
const by = (prefix: string, query: string, n: number, more: Partial<Row> = {}) => asked(query, n, more, prefix)

describe('[Adar07] §5: a query stays if k persons asked it', () => {
  test('k persons do, k - 1 do not, however often they ask', async () => {
    const rows = [...by('p', 'kept', 3), ...by('p', 'short', 2), ...by('p', 'short', 2), ...by('p', 'short', 2)]
    expect(texts(await released(rows, { k: 3 }))).toEqual({ kept: 3 })
  })

  test('more persons never hide a query', async () => {
    for (const n of [3, 4, 10]) expect(texts(await released(by('p', 'kept', n), { k: 3 }))).toEqual({ kept: n })
  })
})

describe('what "the same query" means', () => {
  const rows = [
    ...by('p', 'Red Cars', 2),
    ...by('q', 'red cars', 2),
    ...by('r', 'cars, red', 1),
    ...by('s', 'car red', 1),
  ]

  test('exact: the bytes of the input; shown is the normal form', async () => {
    expect(texts(await released(rows, { k: 2, same: 'exact' }))).toEqual({ 'red cars': 4 })
    expect(texts(await released(rows, { k: 3, same: 'exact' }))).toEqual({})
  })

  test('normalised: capitals and blanks do not matter', async () => {
    expect(texts(await released(rows, { k: 4 }))).toEqual({ 'red cars': 4 })
    expect(texts(await released(rows, { k: 5 }))).toEqual({})
  })

  test('words: a variant of k persons stands for itself, the others show the leading one', async () => {
    expect(texts(await released(rows, { k: 4, same: 'words' }))).toEqual({ 'red cars': 6 })
    const two = [...by('p', 'red cars', 4), ...by('q', 'cars red', 3), ...by('r', 'car, red!', 1)]
    expect(texts(await released(two, { k: 3, same: 'words' }))).toEqual({ 'red cars': 5, 'cars red': 3 })
  })

  test('words: where no variant has k persons, the class shows its key', async () => {
    expect(texts(await released(rows, { k: 6, same: 'words' }))).toEqual({ 'car red': 6 })
    expect(texts(await released(rows, { k: 7, same: 'words' }))).toEqual({})
  })

  test('words: one person who writes many variants is one person', async () => {
    const many = ['red car', 'car red', 'cars red', 'red cars', 'RED car!'].map((query) => ({ user: 'p1', query }))
    expect(texts(await released([...many, ...by('q', 'red car', 1)], { k: 3, same: 'words' }))).toEqual({})
  })
})

describe('hosts and what else stands beside', () => {
  test('a host needs hostK persons for the pair, and takes rank along', async () => {
    const rows = [
      ...by('p', 'weather', 4, { url: 'http://a.example/x', rank: 1 }),
      ...by('q', 'weather', 2, { url: 'http://b.example', rank: 2 }),
      ...by('r', 'news', 4, { url: 'http://b.example', rank: 3 }),
    ]
    const pairs = async (params: object) =>
      new Set(
        (await released(rows, params, { shows: { rank: true } })).map((row) => `${row.query} ${row.host} ${row.rank}`),
      )
    expect(await pairs({ k: 4 })).toEqual(new Set(['weather a.example 1', 'weather null null', 'news b.example 3']))
    expect(await pairs({ k: 4, hostK: 2 })).toEqual(
      new Set(['weather a.example 1', 'weather b.example 2', 'news b.example 3']),
    )
  })

  test('columns named in "within" are part of the pair', async () => {
    const rows = [
      ...by('p', 'weather', 3, { url: 'http://a.example', device: 'phone' }),
      ...by('q', 'weather', 1, { url: 'http://a.example', device: 'watch' }),
    ]
    const shown = async (params: object) =>
      new Set((await released(rows, params, {}, { device: 'device' })).map((row) => `${row.host} ${row.device}`))
    expect(await shown({ k: 3, within: 'device' })).toEqual(new Set(['a.example phone', 'null null']))
    expect(await shown({ k: 3 })).toEqual(new Set(['a.example phone', 'a.example watch']))
    await expect(released(rows, { k: 3, within: 'country' })).rejects.toMatchObject({ code: 'usage' })
  })
})

describe('tags', () => {
  const [one, other] = [next('one.key'), next('other.key')]
  beforeAll(() => {
    for (const path of [one, other]) writeKeyFile(path)
  })
  const rows = [
    ...by('p', 'common', 3, { url: 'http://a.example' }),
    ...by('q', 'rare one', 2, { url: 'http://b.example', rank: 1 }),
    ...by('r', 'rare two', 1),
  ]
  const tagged = (keyFile: string) => released(rows, { k: 3, withheld: 'tag' }, { keyFile, shows: { rank: true } })
  const tags = (all: readonly ReadRow[]) => all.flatMap(({ tag }) => tag ?? []).sort()

  test('stand for withheld text: equal for equal queries, and nothing beside them', async () => {
    const all = await tagged(one)
    expect(all.filter(({ query }) => query === 'common').every(({ tag }) => tag === null)).toBe(true)
    const withheld = all.filter(({ query }) => query === null)
    expect(withheld.map(({ host, rank }) => [host, rank])).toEqual([
      [null, null],
      [null, null],
      [null, null],
    ])
    const counts = tags(all).map((tag) => tags(all).filter((same) => same === tag).length)
    expect(counts.sort()).toEqual([1, 2, 2])
    for (const tag of tags(all)) expect(tag).toMatch(/^[0-9a-f]{32}$/)
  })

  test('depend on the key, and on nothing else', async () => {
    expect(tags(await tagged(one))).toEqual(tags(await tagged(one)))
    expect(tags(await tagged(one))).not.toEqual(tags(await tagged(other)))
  })

  test('need a key, which the manifest does not name', async () => {
    await expect(released(rows, { k: 3, withheld: 'tag' })).rejects.toMatchObject({ code: 'usage' })
    const out = next('ephemeral')
    const plan = { steps: [{ method: 'rare-queries', params: { k: 3, withheld: 'tag' } }], shows: {} }
    await release([writeLog(next('log.ndjson'), rows)], { plan, out, ephemeralKey: true })
    expect(JSON.stringify(manifestOf(out))).not.toMatch(/"key/)
    expect(manifestOf(out).guarantee.notProtected.join()).toContain('Which withheld queries are equal')
  })
})
