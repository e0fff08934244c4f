import { Agent as HttpAgent, request as httpRequest, type IncomingMessage } from 'node:http'
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https'
import { fail } from '../../base/errors.js'
import { gate } from './gate.js'
import type { Result } from './messages.js'
import { patience } from './patience.js'
import { type Rules, readResults } from './results.js'

export interface EngineOptions {
  /** URL with {searchTerms} where the query goes. */
  readonly template: string
  readonly rules: Rules
  readonly timeout: number
  /** Address of this machine to ask from, where it has several. */
  readonly from?: string
}

const PLACE = '{searchTerms}'
const BODY_AT_MOST = 4 * 2 ** 20
/** Requests in place of one: where it is sent on, or a connection was closed. */
const TRIES_MORE = 3
const SOCKETS = 32
const IN_LINE = 1000

export function checkTemplate(template: string): void {
  const url = template.replace(PLACE, 'x')
  if (!template.includes(PLACE) || !URL.canParse(url) || !/^https?:$/.test(new URL(url).protocol))
    fail(
      'usage',
      'the search engine is no URL template',
      `Write ${PLACE} where the query goes: https://engine.example/search?q=${PLACE}`,
    )
}

/** Asks an engine in this peer's name. Nothing of a browser goes along: the same few headers for every query, no cookies, kept by nobody. */
export function openEngine({ template, rules, timeout, from }: EngineOptions) {
  const keep = { keepAlive: true, maxSockets: SOCKETS, keepAliveMsecs: 10_000 }
  const agents = { 'http:': new HttpAgent(keep), 'https:': new HttpsAgent(keep) }
  const accept = rules.kind === 'json' ? 'application/json' : 'text/html'
  // Queries wait here, not at a socket: the engine's time starts when it is asked.
  const { enter } = gate(SOCKETS, IN_LINE)
  return {
    search: (query: string, signal: AbortSignal): Promise<readonly Result[]> =>
      enter(async () => {
        signal.throwIfAborted() // nobody waits for it any more
        const url = new URL(template.replace(PLACE, encodeURIComponent(query)))
        const tooLong = new AbortController()
        const inTime = patience(timeout, () => tooLong.abort())
        const asking = { agents, accept, from, signal: AbortSignal.any([signal, tooLong.signal]) }
        try {
          return readResults(await getText(url, asking, TRIES_MORE), rules, url.href)
        } finally {
          inTime()
        }
      }),
    close() {
      agents['http:'].destroy()
      agents['https:'].destroy()
    },
  }
}

interface Asking {
  readonly agents: { readonly 'http:': HttpAgent; readonly 'https:': HttpsAgent }
  readonly accept: string
  readonly from: string | undefined
  readonly signal: AbortSignal
}

/** The text behind an address. `more` is how often another request may be made in its place. */
function getText(url: URL, asking: Asking, more: number): Promise<string> {
  const { agents, accept, from, signal } = asking
  const https = url.protocol === 'https:'
  return new Promise((resolve, reject) => {
    const request = (https ? httpsRequest : httpRequest)(url, {
      agent: agents[https ? 'https:' : 'http:'],
      signal,
      headers: { accept, 'user-agent': 'Mozilla/5.0' },
      ...(from === undefined ? {} : { localAddress: from }),
    })
    request.on('response', (response) => {
      const next = more > 0 ? redirected(response, url) : undefined
      if (next && next.protocol in agents) {
        response.resume()
        resolve(getText(next, asking, more - 1))
      } else bodyOf(response).then(resolve, reject)
    })
    // The engine may close a connection that was kept open just when it is used again: that is asked once more, on a new one.
    request.on('error', (error: NodeJS.ErrnoException) => {
      if (request.reusedSocket && error.code === 'ECONNRESET' && more > 0) resolve(getText(url, asking, more - 1))
      else reject(error)
    })
    request.end()
  })
}

/** Where an answer sends on to. */
function redirected({ statusCode = 0, headers: { location } }: IncomingMessage, from: URL): URL | undefined {
  if (statusCode < 300 || statusCode >= 400 || !location) return undefined
  return URL.canParse(location, from.href) ? new URL(location, from.href) : undefined
}

async function bodyOf(response: IncomingMessage): Promise<string> {
  if (response.statusCode !== 200) {
    response.resume()
    throw new Error(`the engine answered ${response.statusCode ?? 0}`)
  }
  const parts: Buffer[] = []
  let length = 0
  for await (const part of response) {
    length += (part as Buffer).length
    if (length > BODY_AT_MOST) throw new Error('the engine answered too much')
    parts.push(part as Buffer)
  }
  return Buffer.concat(parts).toString('utf8')
}
