import { writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, expect, test } from 'vitest'
import { scratch } from '../../../test/support/scratch.js'
import { type Cells, makeTables, manifestWith } from '../../../test/support/subject.js'
import { parseParams } from '../../base/params.js'
import attack from './index.js'
import { restSql } from './rest-sql.js'

const { next } = scratch()

/** What the search engine answers, the best first. */
const RESULTS = {
  jaguar: [
    'http://cars.example/jaguar/xk',
    'https://zoo.example:8443/cats/jaguar?page=1',
    'http://cars.example/jaguar/xf',
    'http://wiki.example/jaguar',
  ],
  weather: ['http://weather.example/'],
}
/** Clicks as they were: query, URL, rank. */
const CLICKS: Cells = [
  ['jaguar', 'http://cars.example/jaguar/xk', '1'],
  ['jaguar', 'http://cars.example/jaguar/xf', '3'],
  ['jaguar', 'http://cars.example/jaguar/xf', '3'],
  ['jaguar', 'http://zoo.example/cats/jaguar?page=1', '2'], // another scheme and port: the same page
  ['jaguar', 'http://wiki.example/jaguar', '9'], // it has moved since
  ['jaguar', 'http://elsewhere.example/jaguar', '7'], // and this is gone
  ['weather', 'http://weather.example', '1'], // a host alone: nothing to restore
]
const HOSTS = CLICKS.map(([query, url, rank]) => [query!, /\/\/([^/]+)/.exec(url!)![1]!, rank!] as const)

const file = next('results.tsv')
writeFileSync(
  file,
  Object.entries(RESULTS)
    .flatMap(([query, urls]) => urls.map((url) => `${query}\t${url}\n`))
    .join(''),
)

type Made = Awaited<ReturnType<typeof makeTables>>
interface Given {
  readonly params?: Readonly<Record<string, unknown>>
  readonly shown?: Cells
  readonly rank?: boolean
  readonly foreign?: true
  readonly log?: Cells
}

async function restore(given: Given, on?: Made) {
  const tables = on ?? (await makeTables())
  const { params = {}, shown = HOSTS, rank = true, foreign, log } = given
  const cells = rank ? shown : shown.map(([query, host]) => [query!, host!])
  const rows = await tables.rows(['query', 'host', ...(rank ? ['rank'] : [])], cells)
  const seen = { manifest: foreign ? undefined : manifestWith({ kind: 'none' }), rows, side: {} }
  const reference = log && { reference: await tables.log(log) }
  const context = { ...tables.context, ...reference }
  const values = parseParams(attack.name, attack.params, params)
  const found = await attack.run(seen, values, context)
  const truth = await tables.rows(['query', 'url', 'rank'], CLICKS)
  const scored = await attack.score?.(found, { tables: { truth } }, values, context)
  const pages = await tables.engine.all<{ host: string; url: string; clicks: number }>(
    `SELECT host, url, clicks::INTEGER AS clicks FROM ${found.table?.table}`,
  )
  return { ...found, scored, pages }
}

describe('[Adar07] section 4: host, rank and query give the URL back', () => {
  test('from a file of results: five of the six clicks whose URL says more than its host', async () => {
    const { guesses, more, scored, pages } = await restore({ params: { results: file } })
    expect(guesses).toBe(6)
    expect(more).toEqual({ clicks: 7, alone: 3, cost: { source: 'file', results: 5 } })
    expect(scored).toEqual({ tried: 6, restored: 5, clicks: 7, unknown: 0, cost: { source: 'file', results: 5 } })
    expect(pages).toContainEqual({ host: 'cars.example', url: 'http://cars.example/jaguar/xf', clicks: 2 })
    expect(attack.risk(scored!)).toEqual({ share: 5 / 6, of: 'clicked URLs given back in full by a list of results' })
  })
  test('a result that moved further than the tolerance is none', async () => {
    const { scored } = await restore({ params: { results: file, tolerance: 4 } })
    expect(scored).toMatchObject({ tried: 6, restored: 4 })
  })
  test('the exact rank alone, and only so many results', async () => {
    expect((await restore({ params: { results: file, tolerance: 0 } })).scored).toMatchObject({ restored: 4 })
    expect((await restore({ params: { results: file, tolerance: 0, top: 2 } })).scored).toMatchObject({ restored: 2 })
  })
  test('without ranks the first result of a host is taken: two clicks go wrong', async () => {
    const { scored, pages } = await restore({ params: { results: file }, rank: false })
    expect(scored).toMatchObject({ tried: 6, restored: 3 })
    expect(pages).toContainEqual({ host: 'cars.example', url: 'http://cars.example/jaguar/xk', clicks: 3 })
  })
  test('texts of somebody else are normalised, and a full URL is its host', async () => {
    const shown = HOSTS.map(([query, host, rank]) => [` ${query.toUpperCase()} `, `http://${host}`, rank])
    const { scored } = await restore({ params: { results: file }, shown, foreign: true })
    expect(scored).toMatchObject({ tried: 6, restored: 5 })
  })
  test('a nearer place wins from either side, and the better one of two as near', async () => {
    const on = await makeTables()
    const at = async (rank: string) =>
      (await restore({ params: { results: file }, shown: [['jaguar', 'cars.example', rank]] }, on)).pages[0]?.url
    expect(await at('2')).toBe('http://cars.example/jaguar/xk')
    expect(await at('4')).toBe('http://cars.example/jaguar/xf')
    expect(await at('0')).toBe('http://cars.example/jaguar/xk')
  })
})

test('a search engine is asked about the shown queries with a click, and nothing else', async () => {
  const heard: string[] = []
  const server = createServer((request, response) => {
    const query = new URL(request.url!, 'http://x').searchParams.get('q') as keyof typeof RESULTS
    heard.push(query)
    response.end(JSON.stringify({ results: (RESULTS[query] ?? []).map((url) => ({ url })) }))
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const resultsApi = `http://127.0.0.1:${(server.address() as AddressInfo).port}/?q={query}`
  const { scored, more } = await restore({ params: { resultsApi }, shown: [...HOSTS, ['no click', null, null]] })
  server.close()
  expect(heard.sort()).toEqual(['jaguar', 'weather'])
  expect(scored).toMatchObject({ tried: 6, restored: 5, cost: { source: 'api', asked: 2, results: 5 } })
  expect(more).toMatchObject({ clicks: 7 })
})

describe('another log of the same search box', () => {
  const LOG: Cells = [
    ['al', 'jaguar', '2024-05-01 08:00:00', 'http://cars.example/jaguar/xf'],
    ['bo', 'jaguar', '2024-05-01 08:00:00', 'https://cars.example/jaguar/xf/'],
    ['cy', 'jaguar', '2024-05-01 08:00:00', 'http://cars.example/jaguar/xk'],
    ['cy', 'tiger', '2024-05-01 08:00:00', 'http://zoo.example/tiger'],
    ['cy', 'jaguar', '2024-05-01 08:00:00', null],
  ]
  test('the page that most clicked is guessed: its ranks are not known', async () => {
    const { guesses, scored } = await restore({ log: LOG })
    expect(guesses).toBe(3)
    expect(scored).toEqual({ tried: 6, restored: 2, clicks: 7, unknown: 0, cost: { source: 'log', rows: 5 } })
    expect(attack.risk(scored!)).toMatchObject({ share: 1 / 3, of: expect.stringContaining('another log') })
  })
  test('there is one source, and not two', async () => {
    await expect(restore({ log: LOG, params: { results: file } })).rejects.toMatchObject({ code: 'usage' })
    await expect(restore({ params: { results: file, resultsApi: 'http://x/{query}' } })).rejects.toMatchObject({
      code: 'usage',
    })
    await expect(restore({})).rejects.toMatchObject({ code: 'usage', next: expect.stringContaining('--reference') })
    await expect(restore({ params: { results: next('none') } })).rejects.toMatchObject({ code: 'input' })
  })
})

test('clicks whose text was changed are left out of the score, and said to be', async () => {
  const { scored } = await restore({ params: { results: file }, shown: [...HOSTS, ['jaguars', 'cars.example', '1']] })
  expect(scored).toMatchObject({ tried: 6, restored: 5, clicks: 8, unknown: 1 })
})

test('hosts alone are nothing to restore, which is no 0%', async () => {
  const { scored } = await restore({ params: { results: file }, shown: [['weather', 'weather.example', '1']] })
  expect(scored).toMatchObject({ tried: 0, restored: 0 })
  expect(attack.risk(scored!)).toMatchObject({ share: null })
})

test('it says where it does not apply', async () => {
  const on = await makeTables()
  const fits = async (...columns: string[]) =>
    attack.fits({ manifest: undefined, rows: await on.rows(columns, []), side: {} })
  expect(await fits('query', 'host')).toBeUndefined()
  expect(await fits('query', 'day')).toMatch(/no queries with the hosts/)
  expect(await fits('item', 'count')).toMatch(/no queries with the hosts/)
})

test.each([
  ['http://a.example', ''],
  ['http://a.example/', ''],
  ['a.example', ''],
  ['//a.example/b/', '/b'],
  [' https://me:pw@a.example:8080/b?c=d#e', '/b?c=d#e'],
  ['a.example:8080/b', '/b'],
  ['http://a.example?q=1', '?q=1'],
])('what %s says beyond its host is "%s"', async (url, rest) => {
  const { engine } = await makeTables()
  expect(await engine.all(`SELECT ${restSql(`'${url}'`)} AS rest`)).toEqual([{ rest }])
})
