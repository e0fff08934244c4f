import { timingSafeEqual } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'

/** A web page elsewhere could name this machine by a name of its own: only our own names are heard. */
export function isOwnHost(host: string | undefined): boolean {
  return /^(127\.0\.0\.1|localhost)(:\d+)?$/.test(host ?? '')
}

/**
 * Whether a request to read was made by this page, by a person or by no browser at all. Any web page can make a browser ask for
 * /search?q=..., by the tag of an image: browsers say so in `Sec-Fetch-*`, those that do not know it in `Origin` or `Referer`.
 */
export function mayRead(headers: IncomingHttpHeaders): boolean {
  // What a browser fetches ahead, while somebody types or looks at a link, nobody has asked yet.
  if (/prefetch|prerender/.test(`${headers['sec-purpose'] ?? ''} ${headers.purpose ?? ''}`)) return false
  const site = headers['sec-fetch-site']
  if (site === undefined) return comesFromHere(headers) !== false
  return site === 'same-origin' || site === 'none' || isNavigation(headers)
}

/** Whether a request to change something was made by this page: it shows the token that only this page was given. */
export function mayChange(headers: IncomingHttpHeaders, shown: string, token: string): boolean {
  const site = headers['sec-fetch-site']
  const isHere = site === undefined ? comesFromHere(headers) === true : site === 'same-origin'
  return isHere && isSame(Buffer.from(shown), Buffer.from(token))
}

function isSame(one: Buffer, other: Buffer): boolean {
  return one.length === other.length && timingSafeEqual(one, other)
}

/** A person followed a link, into a window of its own. */
function isNavigation(headers: IncomingHttpHeaders): boolean {
  return (
    headers['sec-fetch-mode'] === 'navigate' &&
    headers['sec-fetch-dest'] === 'document' &&
    headers['sec-fetch-user'] === '?1'
  )
}

/** Undefined where a browser does not say. */
function comesFromHere({ origin, referer, host }: IncomingHttpHeaders): boolean | undefined {
  const from = origin ?? referer
  if (from === undefined) return undefined
  return URL.canParse(from) && new URL(from).origin === `http://${host}`
}
