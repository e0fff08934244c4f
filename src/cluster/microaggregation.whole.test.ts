import { copyFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { asked, type Row, writeLog } from '../../test/support/log.js'
import { manifestOf, type ReadRow, rowsOf } from '../../test/support/release.js'
import { scratch } from '../../test/support/scratch.js'
import { type ReleaseOptions, release } from '../run/release/index.js'
import { type VerifyOptions, verify as verifyAny } from '../run/verify.js'

const { next } = scratch()

/** Releases here are experiments, so that they repeat: what they would promise is judged. */
const verify = (dir: string, options: VerifyOptions = {}) => verifyAny(dir, { experiments: true, ...options })
const WAYS = ['microaggregate-syntactic', 'microaggregate-categories', 'microaggregate-semantic'] as const

async function released(method: string, rows: readonly Row[], params: object, more: Partial<ReleaseOptions> = {}) {
  const out = next('release')
  const log = writeLog(next('log.ndjson'), rows)
  const plan = { steps: [{ method, params: params as Record<string, unknown> }], shows: {} }
  const result = await release([log], { plan, out, seed: 5, ...more })
  return { out, log, rows: await rowsOf(out), result }
}

/** Rows by pseudonym, without it. */
function histories(rows: readonly ReadRow[]): string[] {
  const by = new Map<string, string[]>()
  for (const { pseudonym, ...rest } of rows)
    by.set(pseudonym as string, [...(by.get(pseudonym as string) ?? []), JSON.stringify(rest)])
  return [...by.values()].map((history) => history.sort().join('\n'))
}
const groups = (rows: readonly ReadRow[]) => {
  const counts = new Map<string, number>()
  for (const history of histories(rows)) counts.set(history, (counts.get(history) ?? 0) + 1)
  return [...counts.values()].sort()
}

/** Persons interested in one of three things, each with a query of their own. */
const people: Row[] = ['dog', 'guitar', 'pizza'].flatMap((interest, i) =>
  Array.from({ length: 4 }, (_, j) => ({ user: `u${i}${j}`, n: j })).flatMap(({ user, n }) => [
    { user, query: interest, time: `2024-05-0${1 + n} 10:00:00`, url: `http://www.${interest}.example/x`, rank: 1 + n },
    { user, query: interest, time: `2024-05-0${1 + n} 11:00:00` },
    { user, query: `${interest} of ${user}`, time: `2024-05-0${1 + n} 12:00:00` },
  ]),
)

describe.each(WAYS)('%s', (method) => {
  test('members of a group are identical in every column, and of one interest', async () => {
    const { rows, out, log } = await released(method, people, { k: 3 }, { shows: { time: 'exact', rank: true } })
    expect(groups(rows).every((n) => n >= 3 && n <= 5)).toBe(true)
    expect(histories(rows)).toHaveLength(12)
    for (const history of histories(rows))
      expect(['dog', 'guitar', 'pizza'].filter((interest) => history.includes(interest)).length).toBeGreaterThan(0)
    expect((await verify(out, { against: [log] })).holds).toBe(true)
  })

  test('what one person asked is not shown, unless that is asked for', async () => {
    const safe = await released(method, people, { k: 3 })
    expect(JSON.stringify(safe.rows)).not.toContain(' of ')
    const source = await released(method, people, { k: 3, minUsers: 1 })
    expect(source.result.warnings.join()).toContain('only one person')
    expect(source.result.experiment?.guarantee.notProtected.join()).toContain('only one person ever asked')
    expect((await verify(source.out, { against: [source.log] })).holds).toBe(true)
  })

  test('fewer than k persons are refused; exactly k are one group', async () => {
    await expect(released(method, people.slice(0, 6), { k: 3 })).rejects.toMatchObject({ code: 'refused' })
    const { rows } = await released(method, asked('tea', 3), { k: 3 })
    expect(groups(rows)).toEqual([3])
  })

  test('l top-level categories in every history, or no history', async () => {
    const mixed = people.map((row, i) => (i % 3 === 1 ? { ...row, query: i % 2 === 0 ? 'dog' : 'pizza' } : row))
    const { out, rows, result } = await released(method, mixed, { k: 3, l: 2 })
    expect(rows.length).toBeGreaterThan(0)
    for (const history of histories(rows)) expect(new Set(history.match(/dog|guitar|pizza/g)).size).toBeGreaterThan(1)
    expect(result.experiment?.guarantee.sentence).toContain('2 top-level categories')
    const { holds, checks } = await verify(out)
    expect(holds).toBe(true)
    expect(checks.find(({ name }) => name === '2 top-level categories')).toMatchObject({ holds: true })
  })

  test('after sessions it is persons who come out identical, each with one history', async () => {
    const steps = [
      { method: 'sessions', params: { split: 'daily' } },
      { method, params: { k: 3 } },
    ]
    const out = next('release')
    const { experiment } = await release([writeLog(next('log.ndjson'), people)], {
      plan: { steps, shows: {} },
      out,
      seed: 5,
    })
    expect(experiment?.guarantee.assumptions.join()).toContain('put together again')
    expect((await verify(out)).holds).toBeNull() // they carry pseudonyms of sessions, which are not persons
    expect(new Set((await rowsOf(out)).map((row) => row.pseudonym)).size).toBeLessThanOrEqual(
      new Set(people.map(({ user }) => user)).size,
    )
  })

  test('the manifest names the knowledge base, the record what it cost', async () => {
    const { out, result } = await released(method, people, { k: 3 })
    expect(manifestOf(out).more).toEqual({ knowledge: 'wordnet 3.1' })
    expect(result.warnings.join()).toMatch(/% of the queries .* lead to a category of wordnet/)
    expect(result.warnings.join()).toMatch(/were left out, because fewer than 3 persons/)
  })

  test('rare queries and identifying data can be taken out before', async () => {
    const out = next('release')
    const steps = [
      { method: 'scrub', params: {} },
      { method: 'rare-queries', params: { k: 4 } },
      { method, params: { k: 3 } },
    ]
    const log = writeLog(
      next('log.ndjson'),
      people.map(({ url, ...row }) => row), // what hosts a group has in common, no log shows
    )
    const { experiment } = await release([log], { plan: { steps, shows: {} }, out, seed: 5 })
    expect(experiment?.guarantee.kind).toBe('identical-users')
    expect(experiment?.guarantee.sentence).toMatch(/3 persons.*Also: .*4 distinct persons/)
    expect((await verify(out)).holds).toBeNull() // of the earlier promise twins show nothing
    expect((await verify(out, { against: [log], experiments: true })).holds).toBe(true)
  })

  test("a table of categories of one's own", async () => {
    const path = next('categories.tsv')
    writeFileSync(path, 'pets/dog\nmusic/guitar\nfood/pizza\n')
    const { out, rows } = await released(method, people, { k: 3, knowledge: `table:${path}` })
    expect(rows.length).toBeGreaterThan(0)
    expect((await verify(out)).holds).toBe(true)
  })
})

test('[Erola13] §5.5.2.2: without semantics queries are equal or not', async () => {
  const { rows, out } = await released('microaggregate-semantic', people, { k: 4, semantics: 'none' })
  expect(groups(rows)).toEqual([4, 4, 4])
  expect(manifestOf(out).more).toEqual({})
})

test.each(['sample', 'average'])('centroid: %s', async (centroid) => {
  const { out } = await released('microaggregate-syntactic', people, { k: 3, centroid })
  expect((await verify(out)).holds).toBe(true)
})

describe('verify', () => {
  test('finds the one who has no twin', async () => {
    const { out, rows } = await released('microaggregate-syntactic', people, { k: 3 }, { format: 'tsv' })
    const file = join(out, 'data.tsv')
    const columns = Object.keys(rows[0]!)
    const [first, ...rest] = rows as [ReadRow, ...ReadRow[]]
    const lines = [{ ...first, query: 'somebody else' }, ...rest].map((row) =>
      columns.map((c) => row[c] ?? '').join('\t'),
    )
    writeFileSync(file, `${[columns.join('\t'), ...lines].join('\n')}\n`)
    const { holds, checks } = await verify(out)
    expect(holds).toBe(false)
    expect(checks.find(({ name }) => name === 'identical histories')).toMatchObject({ holds: false })
  })

  test('finds a history that touches too few top-level categories', async () => {
    const { out } = await released('microaggregate-semantic', people, { k: 3 }, { format: 'tsv' })
    const claimed = await released('microaggregate-semantic', people, { k: 3, l: 9 }, { format: 'tsv' })
    copyFileSync(join(claimed.out, 'manifest.json'), join(out, 'manifest.json'))
    expect((await verify(out)).checks.find(({ name }) => name === '9 top-level categories')).toMatchObject({
      holds: false,
    })
  })

  test('data that somebody else made', async () => {
    const path = next('twins.tsv')
    const write = (...rows: string[]) => writeFileSync(path, `user\tquery\n${rows.map((row) => `${row}\n`).join('')}`)
    const holds = async (claim: string, assume = true) =>
      (await verify(path, { claim, ...(assume ? { assume: 'pseudonyms-are-persons' } : {}) })).holds
    write('1\ta', '2\ta', '3\ta', '1\tb', '2\tb', '3\tb')
    expect(await holds('microaggregate-semantic:k=3,minUsers=1')).toBe(true)
    expect(await holds('microaggregate-semantic:k=3,minUsers=1', false)).toBeNull()
    expect(await holds('microaggregate-semantic:k=3')).toBeNull() // who asked what, only the log tells
    write('1\ta', '2\ta', '3\ta', '1\tb', '2\tb')
    expect(await holds('microaggregate-semantic:k=3,minUsers=1')).toBe(false)
  })

  test('without pseudonyms every row must be there k times', async () => {
    const { out } = await released('microaggregate-categories', people, { k: 3 }, { shows: { link: 'none' } })
    const { holds, checks } = await verify(out)
    expect(holds).toBeNull() // there are no histories to compare
    expect(checks.find(({ name }) => name === 'identical rows')).toMatchObject({ holds: null })
  })
})
