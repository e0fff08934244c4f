import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { fail } from '../../base/errors.js'
import { Busy } from './gate.js'
import { isQuery, type Result } from './messages.js'
import { errorPage, openSearch, resultsPage, searchPage, statusPage } from './pages.js'
import type { PeerStatus } from './status.js'

export interface WebOptions {
  readonly port: number
  ask(query: string): Promise<readonly Result[]>
  status(): PeerStatus
}

/** What a browser that was turned away is told to wait, in seconds. */
const RETRY_AFTER = 5

/** The page that a browser uses as its search engine, on this machine alone. */
export async function openWeb(options: WebOptions): Promise<{ readonly url: string; close(): Promise<void> }> {
  const base = () => `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const server = createServer((request, response) => {
    answer(options, base, request, response).catch(() => reply(response, 500, errorPage('Something went wrong here.')))
  })
  // Longer than browsers keep idle connections: whoever closes first makes the other's next query fail.
  server.keepAliveTimeout = 600_000
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(options.port, '127.0.0.1', resolve)
  }).catch((cause: NodeJS.ErrnoException) => {
    fail('usage', `port ${options.port} cannot be used (${cause.code})`, 'Name another with --port.', cause)
  })
  return {
    url: base(),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

async function answer(
  options: WebOptions,
  base: () => string,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  // A web page elsewhere could name this machine by a name of its own: only our own names are heard.
  const host = (request.headers.host ?? '').replace(/:\d+$/, '')
  if (host !== '127.0.0.1' && host !== 'localhost')
    return reply(response, 403, errorPage('This page is for this machine alone.'))
  if (request.method !== 'GET') return reply(response, 405, errorPage('This page is only read.'))
  const url = new URL(request.url ?? '/', base())
  const json = url.searchParams.get('format') === 'json'
  switch (url.pathname) {
    case '/':
      return reply(response, 200, searchPage())
    case '/opensearch.xml':
      return reply(response, 200, openSearch(base()), 'application/opensearchdescription+xml')
    case '/status':
      return json ? replyJson(response, 200, options.status()) : reply(response, 200, statusPage(options.status()))
    case '/search':
      return search(options, url.searchParams.get('q') ?? '', json, response)
    default:
      return reply(response, 404, errorPage('There is nothing here.'))
  }
}

async function search({ ask }: WebOptions, query: string, json: boolean, response: ServerResponse): Promise<void> {
  const no = (status: number, why: string) =>
    json ? replyJson(response, status, { error: why }) : reply(response, status, errorPage(why))
  if (!isQuery(query)) return no(400, 'A query has 1 to 500 letters.')
  try {
    const results = await ask(query)
    if (json) replyJson(response, 200, { results })
    else reply(response, 200, resultsPage(query, results))
  } catch (error) {
    if (error instanceof Busy) {
      response.setHeader('retry-after', RETRY_AFTER)
      no(503, 'Too many queries at once. Try again in a few seconds.')
    } else no(502, 'No friend and no engine answered. Try again.')
  }
}

/** Nothing is kept by the browser, nothing is loaded from elsewhere, and links do not tell where they stood. */
function reply(response: ServerResponse, status: number, body: string, type = 'text/html'): void {
  if (response.headersSent) return
  response.writeHead(status, {
    'content-type': `${type}; charset=utf-8`,
    'cache-control': 'no-store',
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
    'content-security-policy':
      "default-src 'none'; style-src 'unsafe-inline'; form-action 'self'; frame-ancestors 'none'",
  })
  response.end(body)
}

function replyJson(response: ServerResponse, status: number, value: unknown): void {
  reply(response, status, `${JSON.stringify(value)}\n`, 'application/json')
}
