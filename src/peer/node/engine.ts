import { Agent as HttpAgent, request as httpRequest } from 'node:http'
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
const REDIRECTS = 3
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
  const get = (url: URL, signal: AbortSignal, redirects: number): Promise<string> =>
    new Promise((resolve, reject) => {
      const request = (url.protocol === 'https:' ? httpsRequest : httpRequest)(
        url,
        {
          agent: agents[url.protocol as keyof typeof agents],
          signal,
          headers: { accept: rules.kind === 'json' ? 'application/json' : 'text/html', 'user-agent': 'Mozilla/5.0' },
          ...(from === undefined ? {} : { localAddress: from }),
        },
        (response) => {
          const { statusCode = 0, headers } = response
          if (statusCode >= 300 && statusCode < 400 && headers.location && redirects > 0) {
            response.resume()
            const next = URL.canParse(headers.location, url.href) ? new URL(headers.location, url.href) : undefined
            if (next && next.protocol in agents) return resolve(get(next, signal, redirects - 1))
          }
          if (statusCode !== 200) {
            response.resume()
            return reject(new Error(`the engine answered ${statusCode}`))
          }
          const parts: Buffer[] = []
          let length = 0
          response.on('data', (part: Buffer) => {
            length += part.length
            if (length > BODY_AT_MOST) request.destroy(new Error('the engine answered too much'))
            else parts.push(part)
          })
          response.on('end', () => resolve(Buffer.concat(parts).toString('utf8')))
          response.on('error', reject)
        },
      )
      // The engine may close a connection that was kept open just when it is used again: that is asked once more, on a new one.
      request.on('error', (error: NodeJS.ErrnoException) => {
        if (request.reusedSocket && error.code === 'ECONNRESET' && redirects > 0)
          resolve(get(url, signal, redirects - 1))
        else reject(error)
      })
      request.end()
    })
  // Queries wait here, not at a socket: the engine's time starts when it is asked.
  const { enter } = gate(SOCKETS, IN_LINE)
  return {
    search: (query: string, signal: AbortSignal): Promise<readonly Result[]> =>
      enter(async () => {
        signal.throwIfAborted() // nobody waits for it any more
        const url = new URL(template.replace(PLACE, encodeURIComponent(query)))
        const tooLong = new AbortController()
        const inTime = patience(timeout, () => tooLong.abort())
        try {
          return readResults(await get(url, AbortSignal.any([signal, tooLong.signal]), REDIRECTS), rules, url.href)
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
