import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, expect, onTestFinished, test } from 'vitest'
import { ADAPTERS, type AdapterName } from './adapters.js'
import { openEngine } from './engine.js'

interface Heard {
  readonly url: string
  readonly method: string
  readonly body: string
  readonly headers: IncomingMessage['headers']
}

interface Said {
  readonly status?: number
  readonly headers?: Record<string, string>
  readonly body: string
}

/** A server of our own that answers as engines of a kind do. */
async function server(answer: (heard: Heard) => Said) {
  const log: Heard[] = []
  const http = createServer(async (request, response) => {
    let body = ''
    for await (const part of request) body += String(part)
    const heard = { url: request.url ?? '', method: request.method ?? '', body, headers: request.headers }
    log.push(heard)
    const said = answer(heard)
    response.writeHead(said.status ?? 200, said.headers ?? {}).end(said.body)
  })
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    http.closeAllConnections()
    http.close()
  })
  return { log, base: `http://127.0.0.1:${(http.address() as AddressInfo).port}` }
}

function open(adapter: AdapterName, template: string) {
  const engine = openEngine({ template, adapter, rules: ADAPTERS[adapter].rules, timeout: 5000 })
  onTestFinished(() => engine.close())
  return { ...engine, ask: (query: string) => engine.search(query, new AbortController().signal) }
}

const FOUND = [{ title: 'Tea', url: 'https://tea.example/', snippet: 'All about it' }]
const PAGE =
  '<form><input name=q value="x"></form><div class=result><a href="https://tea.example/">Tea</a><p>All about it</p></div>'

describe('adapters, each on a server of its kind', () => {
  test('json: by its address', async () => {
    const { base, log } = await server(() => ({ body: JSON.stringify({ results: FOUND }) }))
    expect(await open('json', `${base}/?q={searchTerms}`).ask('green tea & cake')).toEqual(FOUND)
    expect(log[0]).toMatchObject({ method: 'GET', url: '/?q=green%20tea%20%26%20cake' })
  })

  test('html: a page of results', async () => {
    const { base } = await server(() => ({ body: PAGE }))
    expect(await open('html', `${base}/?q={searchTerms}`).ask('tea')).toEqual(FOUND)
  })

  test('form: the query is posted, and stands in no address', async () => {
    const { base, log } = await server(({ method }) => (method === 'POST' ? { body: PAGE } : { status: 405, body: '' }))
    expect(await open('form', `${base}/html/?q={searchTerms}&kl=wt`).ask('green tea')).toEqual(FOUND)
    expect(log[0]).toMatchObject({ method: 'POST', url: '/html/', body: 'q=green+tea&kl=wt' })
    expect(log[0]?.headers['content-type']).toBe('application/x-www-form-urlencoded')
  })

  test('searxng: its JSON', async () => {
    const { base, log } = await server(({ url }) =>
      url.includes('format=json')
        ? {
            body: JSON.stringify({
              query: 'tea',
              results: [{ title: 'Tea', url: 'https://tea.example/', content: 'All about it', engines: ['x'] }],
            }),
          }
        : { body: '<html>a page</html>' },
    )
    expect(await open('searxng', `${base}/search?q={searchTerms}`).ask('tea')).toEqual(FOUND)
    expect(log[0]?.url).toBe('/search?q=tea&format=json')
  })

  test('ubi: an id for one query alone, and no client', async () => {
    const hit = { _source: { title: 'Tea', url: 'https://tea.example/', description: 'All about it' } }
    const { base, log } = await server(() => ({ body: JSON.stringify({ hits: { hits: [hit] } }) }))
    const engine = open('ubi', `${base}/shop/_search?q={searchTerms}&fields=title,text`)
    expect(await engine.ask('tea "green"')).toEqual(FOUND)
    await engine.ask('tea "green"')
    const [one, two] = log.map(({ body }) => JSON.parse(body) as { query: unknown; ext: { ubi: { query_id: string } } })
    expect(log[0]).toMatchObject({ method: 'POST', url: '/shop/_search' })
    expect(one?.query).toEqual({ simple_query_string: { query: 'tea "green"', fields: ['title', 'text'] } })
    expect(Object.keys(one?.ext.ubi ?? {}).sort()).toEqual(['query_id', 'user_query'])
    expect(one?.ext.ubi.query_id).not.toBe(two?.ext.ubi.query_id)
  })
})

describe('an engine that does not want us', () => {
  test.each([
    ['429', { status: 429, body: 'slow down' }, 'rate-limit'],
    ['503 with a time', { status: 503, headers: { 'retry-after': '30' }, body: '' }, 'rate-limit'],
    [
      'reCAPTCHA',
      { body: '<title>Sorry</title><form action="/sorry"><div class="g-recaptcha" data-sitekey="x"></div></form>' },
      'captcha',
    ],
    ['Turnstile behind 403', { status: 403, body: '<div class="cf-turnstile"></div>' }, 'captcha'],
    ['a challenge behind 429', { status: 429, body: '<form id=captcha-form></form>' }, 'captcha'],
  ] as const)('%s is recognised, and left alone until it is over or told to try', async (_, said, kind) => {
    let isWell = false
    const { base, log } = await server(() => (isWell ? { body: PAGE } : said))
    const engine = open('html', `${base}/?q={searchTerms}`)
    await expect(engine.ask('tea')).rejects.toMatchObject({ kind })
    expect(engine.trouble()).toBe(kind)
    await expect(engine.ask('tea')).rejects.toMatchObject({ kind })
    expect(log).toHaveLength(1) // it was not asked again
    isWell = true
    engine.tryAgain()
    expect(await engine.ask('tea')).toEqual(FOUND)
    expect(engine.trouble()).toBe(undefined)
  })

  test('is asked again when the time that it named is over', async () => {
    let isWell = false
    const { base } = await server(() => {
      const said: Said = isWell ? { body: PAGE } : { status: 429, headers: { 'retry-after': '1' }, body: '' }
      isWell = true
      return said
    })
    const engine = open('html', `${base}/?q={searchTerms}`)
    await expect(engine.ask('tea')).rejects.toMatchObject({ kind: 'rate-limit', rest: 1000 })
    await new Promise((resolve) => setTimeout(resolve, 1050))
    expect(await engine.ask('tea')).toEqual(FOUND)
  })

  test('is not taken for one that merely fails, nor for one that was asked about captchas', async () => {
    const { base } = await server(({ url }) =>
      url.includes('captcha')
        ? { body: '<input name="q" value="captcha"><p>No results for captcha</p>' }
        : { status: 500, body: 'captcha' },
    )
    const engine = open('html', `${base}/?q={searchTerms}`)
    expect(await engine.ask('captcha')).toEqual([])
    await expect(engine.ask('tea')).rejects.toThrow('500')
    expect(engine.trouble()).toBe(undefined)
  })
})
