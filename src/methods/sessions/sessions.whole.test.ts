import { readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { asked, type Row, writeLog } from '../../../test/support/log.js'
import { rowsOf } from '../../../test/support/release.js'
import { scratch } from '../../../test/support/scratch.js'
import { type ReleaseOptions, release } from '../../run/release/index.js'

const { next } = scratch()

async function make(
  rows: readonly Row[],
  params: Readonly<Record<string, unknown>>,
  more: Partial<ReleaseOptions> = {},
) {
  const out = next('release')
  const plan = { steps: [{ method: 'sessions', params }], shows: {} }
  const result = await release([writeLog(next('log.ndjson'), rows)], { plan, out, seed: 1, ...more })
  return { out, result }
}

/** The sessions of a log as sorted lists of queries. */
async function sessions(rows: readonly Row[], params: Readonly<Record<string, unknown>>): Promise<string[]> {
  const { out } = await make(rows, params)
  const bySession = new Map<string, string[]>()
  for (const { pseudonym, query } of await rowsOf(out))
    bySession.set(pseudonym as string, [...(bySession.get(pseudonym as string) ?? []), query as string])
  return [...bySession.values()].map((queries) => queries.sort().join(' | ')).sort()
}

const at = (time: string, query: string, more: Partial<Row> = {}): Row => ({ user: 'u1', query, time, ...more })

describe('[Adar07] section 6: daily', () => {
  const night = [
    at('2006-03-01 23:50:00', 'late'),
    at('2006-03-02 00:10:00', 'later'),
    at('2006-03-02 04:30:00', 'in the morning'),
    { ...at('2006-03-02 04:30:00', 'of another'), user: 'u2' },
  ]
  test('a session is a calendar day of a person', async () => {
    expect(await sessions(night, { split: 'daily' })).toEqual(['in the morning | later', 'late', 'of another'])
  })
  test('days begin where the zone says', async () => {
    const eastern = { split: 'daily', dayZone: 'America/New_York' }
    expect(await sessions(night, eastern)).toEqual(['in the morning | late | later', 'of another'].map(sortedWords))
    await expect(sessions(night, { split: 'daily', dayZone: 'Nowhere/Land' })).rejects.toMatchObject({ code: 'usage' })
  })
})

/** 04:30 in March is 23:30 the evening before in New York. */
function sortedWords(session: string): string {
  return session.split(' | ').sort().join(' | ')
}

describe('[Adar07] section 6: gap', () => {
  const day = [
    at('2006-03-01 10:00:00', 'a'),
    at('2006-03-01 11:00:00', 'b'),
    at('2006-03-01 12:00:01', 'c'),
    at('2006-03-01 12:31:01', 'd'),
  ]
  test('a pause of more than an hour ends a session, an hour does not', async () => {
    expect(await sessions(day, {})).toEqual(['a | b', 'c | d'])
  })
  test('the pause is a parameter', async () => {
    expect(await sessions(day, { gap: 30 })).toEqual(['a', 'b', 'c', 'd'])
    expect(await sessions(day, { gap: 31 })).toEqual(['a', 'b', 'c | d'])
  })
  test('rows without a time stand alone', async () => {
    expect(await sessions([...day, at('', 'x'), at('', 'x'), at('', 'y')], {})).toEqual([
      'a | b',
      'c | d',
      'x | x',
      'y',
    ])
    expect(await sessions([at('2006-03-01 10:00:00', 'a'), at('', 'x')], { split: 'daily' })).toEqual(['a', 'x'])
  })
})

describe('[Adar07] section 6: interest', () => {
  const history = [
    at('2006-03-01 10:00:00', 'retirement in new zealand'),
    at('2006-03-05 10:00:00', 'cat food'),
    at('2006-03-09 10:00:00', 'new zealand'),
    at('2006-03-11 10:00:00', 'retirement in australia'),
    at('2006-03-12 10:00:00', 'cat fod'),
  ]
  const split = { split: 'interest' }
  test('words in common and slips of the fingers', async () => {
    expect(await sessions(history, split)).toEqual([
      'cat fod | cat food',
      'new zealand | retirement in new zealand',
      'retirement in australia',
    ])
  })
  test('a page that was clicked for both, by the same person', async () => {
    const url = 'http://www.pets.example/'
    const clicked = [at('2006-03-01 10:00:00', 'kitten', { url }), at('2006-03-02 10:00:00', 'tomcats', { url })]
    expect(await sessions(clicked, split)).toEqual(['kitten | tomcats'])
    const byTwo = clicked.map((row, i) => ({ ...row, user: `u${i}` }))
    expect(await sessions([...byTwo, at('2006-03-03 10:00:00', 'tomcats', { user: 'u0' })], split)).toHaveLength(3)
  })
  test('results from a file, of which only the first so many count', async () => {
    const results = next('results.tsv')
    writeFileSync(
      results,
      'Cat  Food\thttp://a.example\nretirement in australia\thttp://b.example\nretirement in australia\thttp://a.example\n',
    )
    expect(await sessions(history, { ...split, results })).toEqual([
      'cat fod | cat food | retirement in australia',
      'new zealand | retirement in new zealand',
    ])
    expect(await sessions(history, { ...split, results, top: 1 })).toHaveLength(3)
    await expect(sessions(history, { ...split, results: next('none') })).rejects.toMatchObject({ code: 'input' })
  })
  test("results from a search engine's API, and a warning about it", async () => {
    const heard: string[] = []
    const server = createServer((request, response) => {
      const query = new URL(request.url!, 'http://x').searchParams.get('q') as string
      heard.push(query)
      response.end(
        JSON.stringify({ total: 1, results: [{ url: /cat|australia/.test(query) ? 'http://same' : query }] }),
      )
    })
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
    const resultsApi = `http://127.0.0.1:${(server.address() as AddressInfo).port}/?q={query}`
    const { result } = await make(history, { ...split, resultsApi })
    server.close()
    expect(heard.sort()).toEqual(history.map((row) => row.query).sort())
    expect(result.kept.users).toBe(2)
    expect(result.warnings.join()).toMatch(/every distinct query of the log is sent/)
    await expect(make(history, { ...split, resultsApi: 'http://x/' })).rejects.toMatchObject({ code: 'usage' })
  })
  test('the record says where results came from', async () => {
    const { out } = await make(history, split)
    const record = JSON.parse(readFileSync(join(`${out}.private`, 'record.json'), 'utf8'))
    expect(record.facts.results).toBe('the clicks of each person')
  })
  test('"retirement in australia" joins "retirement in new zealand" where a category tree says what they have in common', async () => {
    const table = next('tree.tsv')
    writeFileSync(
      table,
      'Places/Oceania/Australia\taustralia\nPlaces/Oceania/New Zealand\tnew zealand\nMoney/Age/Retirement\tretirement\n',
    )
    expect(await sessions(history, { ...split, knowledge: `table:${table}` })).toEqual([
      'cat fod | cat food',
      'new zealand | retirement in australia | retirement in new zealand',
    ])
  })
  test('thresholds are parameters', async () => {
    expect(await sessions(history, { ...split, jaccard: 0.4 })).toHaveLength(2)
    expect(await sessions(history, { ...split, levenshtein: 0 })).toHaveLength(4)
  })
  test('clocks stop in long pauses: nothing tells how long they were', async () => {
    const { out } = await make(history, split)
    const cats = (await rowsOf(out)).filter(({ query }) => query?.startsWith('cat'))
    expect(cats.map(({ seconds, day }) => [seconds, day])).toEqual([
      ['3600', '2006-03-05'],
      ['0', '2006-03-05'],
    ])
  })
})

test('a release shows pseudonyms of sessions and relative times, and refuses to join them', async () => {
  const { out, result } = await make([at('2006-03-01 10:00:00', 'a'), at('2006-03-01 13:00:00', 'b')], {})
  expect(result.kept).toMatchObject({ users: 2, rows: 2 })
  expect(Object.keys((await rowsOf(out))[0] ?? {})).toEqual(['pseudonym', 'query', 'host', 'day', 'seconds'])
  await expect(make([at('2006-03-01 10:00:00', 'a')], {}, { shows: { link: 'user' } })).rejects.toMatchObject({
    code: 'refused',
  })
})

test.each(['daily', 'gap', 'interest'])(
  '%s: a threshold after it counts persons and keeps the sessions',
  async (split) => {
    const alone = ['01', '02', '03'].map((day) => at(`2006-03-${day} 10:00:00`, 'only me', { user: 'alone' }))
    const log = writeLog(next('log.ndjson'), [...alone, ...asked('many of us', 3), ...asked('many others', 3)])
    const out = next('release')
    const steps = [
      { method: 'sessions', params: { split } },
      { method: 'rare-queries', params: { k: 2 } },
    ]
    await release([log], { plan: { steps, shows: {} }, out, seed: 1 })
    const rows = await rowsOf(out)
    expect(rows.map((row) => row.query)).not.toContain('only me')
    expect(rows).toHaveLength(6)
    // Both queries of a person were asked at one moment: one session by time, and by interest two (a third of their words is common).
    expect(new Set(rows.map((row) => row.pseudonym)).size).toBe(split === 'interest' ? 6 : 3)
  },
)
