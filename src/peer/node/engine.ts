import { Agent as HttpAgent, request as httpRequest, type IncomingMessage } from 'node:http'
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https'
import { fail } from '../../base/errors.js'
import { ADAPTERS, type AdapterName, type EngineRequest } from './adapters.js'
import { gate } from './gate.js'
import type { Result } from './messages.js'
import { patience } from './patience.js'
import { type Rules, readResults } from './results.js'
import { type EngineTrouble, type TroubleKind, troubleIn } from './trouble.js'

export interface EngineOptions {
  /** URL with {searchTerms} where the query goes. */
  readonly template: string
  readonly rules: Rules
  /** How it is asked; by its address where not said. */
  readonly adapter?: AdapterName
  readonly timeout: number
  /** Address of this machine to ask from, where it has several. */
  readonly from?: string
}

/** A search engine, asked in this peer's name. */
export interface Engine {
  search(query: string, signal: AbortSignal): Promise<readonly Result[]>
  /** What it has against this peer now: it is not asked until that is over, or `tryAgain` was said. */
  trouble(): TroubleKind | undefined
  tryAgain(): void
  close(): void
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

/** Nothing of a browser goes along: the same few headers for every query, no cookies, kept by nobody. */
export function openEngine({ template, rules, adapter = rules.kind, timeout, from }: EngineOptions): Engine {
  const keep = { keepAlive: true, maxSockets: SOCKETS, keepAliveMsecs: 10_000 }
  const agents = { 'http:': new HttpAgent(keep), 'https:': new HttpsAgent(keep) }
  const accept = rules.kind === 'json' ? 'application/json' : 'text/html'
  // Queries wait here, not at a socket: the engine's time starts when it is asked.
  const { enter } = gate(SOCKETS, IN_LINE)
  let resting: { readonly trouble: EngineTrouble; readonly until: number } | undefined
  const trouble = () => {
    if (resting !== undefined && performance.now() >= resting.until) resting = undefined
    return resting?.trouble
  }
  const ask = async (query: string, signal: AbortSignal): Promise<readonly Result[]> => {
    const asked = ADAPTERS[adapter].request(new URL(template.replace(PLACE, encodeURIComponent(query))), query)
    const answer = await getText(asked, { agents, accept, from, signal }, TRIES_MORE)
    const found = answer.status === 200 ? tryResults(answer.text, rules, asked.url.href) : undefined
    const told = troubleIn(answer, answer.text, found === undefined || found.length === 0)
    if (told !== undefined) {
      resting = { trouble: told, until: performance.now() + told.rest }
      throw told
    }
    if (found === undefined) throw new Error(`the engine answered ${answer.status}, and no results`)
    return found
  }
  return {
    search: (query, signal) =>
      enter(async () => {
        signal.throwIfAborted() // nobody waits for it any more
        const told = trouble()
        if (told !== undefined) throw told
        const tooLong = new AbortController()
        const inTime = patience(timeout, () => tooLong.abort())
        try {
          return await ask(query, AbortSignal.any([signal, tooLong.signal]))
        } finally {
          inTime()
        }
      }),
    trouble: () => trouble()?.kind,
    tryAgain() {
      resting = undefined
    },
    close() {
      agents['http:'].destroy()
      agents['https:'].destroy()
    },
  }
}

/** Results, or undefined where the answer is none. */
function tryResults(text: string, rules: Rules, base: string): readonly Result[] | undefined {
  try {
    return readResults(text, rules, base)
  } catch {
    return undefined
  }
}

interface Asking {
  readonly agents: { readonly 'http:': HttpAgent; readonly 'https:': HttpsAgent }
  readonly accept: string
  readonly from: string | undefined
  readonly signal: AbortSignal
}

interface Answer {
  readonly status: number
  readonly retryAfter: string | undefined
  readonly text: string
}

/** The answer of an address. `more` is how often another request may be made in its place. */
function getText(asked: EngineRequest, asking: Asking, more: number): Promise<Answer> {
  const { agents, accept, from, signal } = asking
  const { url, body } = asked
  const https = url.protocol === 'https:'
  return new Promise((resolve, reject) => {
    const request = (https ? httpsRequest : httpRequest)(url, {
      agent: agents[https ? 'https:' : 'http:'],
      signal,
      method: body ? 'POST' : 'GET',
      headers: {
        accept,
        'user-agent': 'Mozilla/5.0',
        ...(body && { 'content-type': body.type, 'content-length': Buffer.byteLength(body.text) }),
      },
      ...(from === undefined ? {} : { localAddress: from }),
    })
    request.on('response', (response) => {
      const next = more > 0 ? redirected(response, url) : undefined
      if (next && next.protocol in agents) {
        response.resume()
        resolve(getText({ url: next }, asking, more - 1))
      } else answerOf(response).then(resolve, reject)
    })
    // The engine may close a connection that was kept open just when it is used again: that is asked once more, on a new one.
    request.on('error', (error: NodeJS.ErrnoException) => {
      if (request.reusedSocket && error.code === 'ECONNRESET' && more > 0) resolve(getText(asked, asking, more - 1))
      else reject(error)
    })
    request.end(body?.text)
  })
}

/** Where an answer sends on to. */
function redirected({ statusCode = 0, headers: { location } }: IncomingMessage, from: URL): URL | undefined {
  if (statusCode < 300 || statusCode >= 400 || !location) return undefined
  return URL.canParse(location, from.href) ? new URL(location, from.href) : undefined
}

async function answerOf(response: IncomingMessage): Promise<Answer> {
  const parts: Buffer[] = []
  let length = 0
  for await (const part of response) {
    length += (part as Buffer).length
    if (length > BODY_AT_MOST) throw new Error('the engine answered too much')
    parts.push(part as Buffer)
  }
  return {
    status: response.statusCode ?? 0,
    retryAfter: response.headers['retry-after'],
    text: Buffer.concat(parts).toString('utf8'),
  }
}
