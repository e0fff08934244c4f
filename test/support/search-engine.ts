import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A line of the engine's log: who asked (an address of the loopback network), what, when, and with which headers. */
export interface Asked {
  readonly user: string
  readonly query: string
  readonly time: string
  readonly headers: IncomingHttpHeaders
}

export interface SearchEngine {
  /** Template for JSON answers; `html` for pages. */
  readonly template: string
  readonly html: string
  readonly log: Asked[]
  /** Milliseconds before each answer; and whether it answers at all. */
  delay: number
  broken: boolean
  /** Whether it says that it was asked too often. */
  limits: boolean
  close(): Promise<void>
}

const WORDS =
  'river stone garden winter bread market letter island engine copper violin harbour meadow lantern orchard pepper'.split(
    ' ',
  )

/** Made-up documents: every pair of words stands in one. */
const DOCUMENTS = WORDS.flatMap((one) =>
  WORDS.map((other) => ({
    title: `About ${one} & ${other}`,
    url: `https://docs.example/${one}/${other}`,
    snippet: `Everything on <${one}> with ${other}, and why it matters.`,
    words: [one, other],
  })),
)

/** A small search engine over a text index, on loopback. It ends with the test's process. */
export async function searchEngine(): Promise<SearchEngine> {
  const index = new Map<string, number[]>()
  for (const [i, { words }] of DOCUMENTS.entries())
    for (const word of new Set(words)) index.set(word, [...(index.get(word) ?? []), i])
  const find = (query: string) => {
    const scores = new Map<number, number>()
    for (const word of query.toLowerCase().split(/\W+/))
      for (const i of index.get(word) ?? []) scores.set(i, (scores.get(i) ?? 0) + 1)
    return [...scores]
      .sort(([a, s], [b, t]) => t - s || a - b)
      .slice(0, 10)
      .map(([i]) => DOCUMENTS[i]!)
  }
  const escaped = (text: string) => text.replace(/[&<>"]/g, (letter) => `&#${letter.charCodeAt(0)};`)
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '/', 'http://engine.example')
    const query = url.searchParams.get('q') ?? ''
    if (engine.broken) return void response.writeHead(503).end()
    if (engine.limits) return void response.writeHead(429).end()
    const user = (request.socket.remoteAddress ?? '').replace('::ffff:', '')
    engine.log.push({ user, query, time: new Date().toISOString(), headers: request.headers })
    const results = find(query)
    const html = () =>
      `<!doctype html><title>x</title><div id=top><p>ads</p></div>${results.map((one) => `<div class="hit big"><h2><a href="${escaped(one.url)}">${escaped(one.title)}</a></h2><p class=text>${escaped(one.snippet)}</p></div>`).join('\n')}`
    setTimeout(() => {
      response.setHeader('set-cookie', 'track=1')
      response.end(url.pathname === '/html' ? html() : JSON.stringify({ results }))
    }, engine.delay)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const engine: SearchEngine = {
    template: `${base}/search?q={searchTerms}`,
    html: `${base}/html?q={searchTerms}`,
    log: [],
    delay: 0,
    broken: false,
    limits: false,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
  return engine
}

/** The i-th of many queries, each finding something. */
export function someQuery(i: number): string {
  return `${WORDS[i % WORDS.length]} ${WORDS[(i * 7 + 3) % WORDS.length]} number ${i}`
}
