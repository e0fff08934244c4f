import { randomBytes } from 'node:crypto'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { fail, LetheError } from '../../base/errors.js'
import type { Activity } from './activity.js'
import { Busy } from './gate.js'
import { isOwnHost, mayChange, mayRead } from './guard.js'
import { isQuery, type Result } from './messages.js'
import { activityPage } from './pages/activity.js'
import { friendsPage, type Invitation } from './pages/friends.js'
import { errorPage, openSearch, resultsPage, searchPage } from './pages/search.js'
import { statusPage } from './pages/status.js'
import { formOf, goTo, reply, replyJson } from './replies.js'
import type { PeerStatus } from './status.js'
import { troubleInWords } from './trouble.js'

/** What the page shows, and what can be done on it. */
export interface WebOptions {
  readonly port: number
  readonly activity: Activity
  ask(query: string): Promise<readonly Result[]>
  status(): PeerStatus
  /** The name of the friend at a place. */
  nameOf(place: number): string
  hosts(): readonly string[]
  invitation(host: string | undefined): Invitation | undefined
  addFriend(invitation: string, name: string | undefined): Promise<unknown>
  removeFriend(id: string): void
  tryEngineAgain(): void
  forget(): void
}

/** What a browser that was turned away is told to wait, in seconds. */
const RETRY_AFTER = 5
/** What changes something; everything else is read. */
const CHANGES = ['/friends/add', '/friends/remove', '/engine/again', '/forget']

/** One request: where it leads, who shows what to whom. */
interface Visit {
  readonly options: WebOptions
  readonly request: IncomingMessage
  readonly response: ServerResponse
  readonly url: URL
  readonly base: string
  /** Whoever changes something shows it: only our own pages were given it. */
  readonly token: string
}

/** The page that a browser uses as its search engine, on this machine alone. */
export async function openWeb(options: WebOptions): Promise<{ readonly url: string; close(): Promise<void> }> {
  const token = randomBytes(32).toString('hex')
  const server = createServer((request, response) => {
    const base = addressOf(server)
    // Put behind, not resolved: any web page can have a browser ask for `//`, which is no address beside another.
    const asked = `${base}${request.url ?? '/'}`
    if (!URL.canParse(asked)) return reply(response, 400, errorPage('This is no address.'))
    answer({ options, request, response, url: new URL(asked), base, token }).catch(() =>
      reply(response, 500, errorPage('Something went wrong here.')),
    )
  })
  await listenHere(server, options.port)
  return {
    url: addressOf(server),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

export const addressOf = (server: Server) => `http://127.0.0.1:${(server.address() as AddressInfo).port}`

/** Opens a server on this machine alone. */
export async function listenHere(server: Server, port: number): Promise<void> {
  // Longer than browsers keep idle connections: whoever closes first makes the other's next query fail.
  server.keepAliveTimeout = 600_000
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, '127.0.0.1', resolve)
  }).catch((cause: NodeJS.ErrnoException) => {
    fail('usage', `port ${port} cannot be used (${cause.code})`, 'Name another with --port.', cause)
  })
}

async function answer(visit: Visit): Promise<void> {
  const { request, response, url } = visit
  if (!isOwnHost(request.headers.host)) return reply(response, 403, errorPage('This page is for this machine alone.'))
  if (request.method === 'POST' && CHANGES.includes(url.pathname)) return change(visit)
  if (request.method !== 'GET') return reply(response, 405, errorPage('This page is only read.'))
  if (!mayRead(request.headers))
    return reply(response, 403, errorPage('Another web page asked for this, and no person. It was not done.'))
  return show(visit)
}

async function show(visit: Visit): Promise<void> {
  const { options, response, url, base, token } = visit
  const json = url.searchParams.get('format') === 'json'
  switch (url.pathname) {
    case '/':
      return reply(response, 200, searchPage(options.status()))
    case '/opensearch.xml':
      return reply(response, 200, openSearch(base), 'application/opensearchdescription+xml')
    case '/status':
      return json
        ? replyJson(response, 200, options.status())
        : reply(response, 200, statusPage(options.status(), options.activity.exposure(), token))
    case '/friends':
      return showFriends(visit, 200)
    case '/activity':
      return reply(response, 200, activityPage(options.activity.list(), options.nameOf, token))
    case '/search':
      return search(options, url.searchParams.get('q') ?? '', json, response)
    default:
      return reply(response, 404, errorPage('There is nothing here.'))
  }
}

function showFriends({ options, response, url, token }: Visit, status: number, wrong?: string): void {
  const hosts = options.hosts()
  const host = url.searchParams.get('host') ?? hosts[0]
  const received = url.searchParams.get('invitation') ?? ''
  const invitation = options.invitation(host)
  const view = { status: options.status(), token, hosts, host, invitation, received }
  reply(response, status, friendsPage({ ...view, ...(wrong !== undefined && { wrong }) }))
}

async function change(visit: Visit): Promise<void> {
  const { options, request, response, url, token } = visit
  const form = await formOf(request)
  if (form === undefined || !mayChange(request.headers, form.get('token') ?? '', token))
    return reply(
      response,
      403,
      errorPage('This did not come from this page, or from one of before the peer started anew.'),
    )
  switch (url.pathname) {
    case '/engine/again':
      options.tryEngineAgain()
      return goTo(response, '/status')
    case '/forget':
      options.forget()
      return goTo(response, '/activity')
  }
  try {
    if (url.pathname === '/friends/remove') options.removeFriend(form.get('id') ?? '')
    else await options.addFriend(form.get('invitation') ?? '', form.get('name')?.trim() || undefined)
    goTo(response, '/friends')
  } catch (error) {
    if (!(error instanceof LetheError)) throw error
    showFriends(visit, 400, `${error.message}.`)
  }
}

async function search(
  { ask, status }: WebOptions,
  query: string,
  json: boolean,
  response: ServerResponse,
): Promise<void> {
  const no = (status: number, why: string) =>
    json ? replyJson(response, status, { error: why }) : reply(response, status, errorPage(why, query))
  if (!isQuery(query)) return no(400, 'A query has 1 to 500 letters.')
  try {
    const results = await ask(query)
    if (json) replyJson(response, 200, { results })
    else reply(response, 200, resultsPage(query, results))
  } catch (error) {
    const { trouble } = status().engine
    if (error instanceof Busy) {
      response.setHeader('retry-after', RETRY_AFTER)
      no(503, 'Too many queries at once. Try again in a few seconds.')
    } else if (trouble !== undefined) no(502, `No friend answered. ${troubleInWords(trouble)}`)
    else no(502, 'No friend and no engine answered. Try again.')
  }
}
