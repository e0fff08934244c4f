import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'
import type { Context, MiddlewareHandler } from 'hono'
import { getCookie, setCookie } from 'hono/cookie'

/** What whoever asks must know: the token of the address once, the cookie after that. */
export interface Guard {
  /** Under which everything lies: the cookie is sent to this path alone, since a browser sends cookies to all servers of one machine, whatever their port. */
  readonly base: string
  readonly token: string
  /** A token that opens the page one time, without the path: the words that a browser is started with can be read by everybody on the machine. */
  once(): string
  readonly check: MiddlewareHandler
}

/** Nothing from elsewhere, nothing inline, in nobody's frame. */
export const PAGE_POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
/** Reports have their style in them, and no script. */
export const REPORT_POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; sandbox"

const HEADERS = {
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'X-Frame-Options': 'DENY',
  'Cache-Control': 'no-store',
}

/** `port` is asked for when a request comes: the system chooses it. */
export function guardOf(port: () => number): Guard {
  const base = `/${randomBytes(6).toString('hex')}`
  const token = randomBytes(24).toString('base64url')
  const cookie = randomBytes(24).toString('base64url')
  const onces = new Set<string>()
  const spent = new Set<string>()
  const isEntry = (path: string) => path === `${base}/` || path === '/'
  const check: MiddlewareHandler = async (context, next) => {
    for (const [name, value] of Object.entries(HEADERS)) context.header(name, value)
    context.header('Content-Security-Policy', PAGE_POLICY)
    const hosts = [`127.0.0.1:${port()}`, `localhost:${port()}`]
    const host = context.req.header('host') ?? ''
    if (!hosts.includes(host)) return context.text('This is not the address of the workbench.', 421)
    const entered = isEntry(context.req.path) && context.req.method === 'GET' ? context.req.query('token') : undefined
    if (entered !== undefined) {
      if (spent.has(entered)) return context.text(USED, 401)
      if (onces.delete(entered)) spent.add(entered)
      else if (!same(entered, token)) return denied(context)
      setCookie(context, 'lethe', cookie, { path: `${base}/`, httpOnly: true, sameSite: 'Strict' })
      return context.redirect(`${base}/`, 303) // the token stays in no history
    }
    if (!same(getCookie(context, 'lethe') ?? '', cookie)) return denied(context)
    if (!fromOurPage(context, `http://${host}`)) return context.text('Requests of other pages are refused.', 403)
    return next()
  }
  return {
    base,
    token,
    once() {
      const one = randomBytes(24).toString('base64url')
      onces.add(one)
      return one
    },
    check,
  }
}

const USED =
  'This address opens the workbench one time, and it has been used. If that was not you, end the workbench (Ctrl-C): somebody else on this machine has opened it. Else open the address that it printed.'

/** What the browser says of where a request comes from: this page, or the address bar. */
function fromOurPage(context: Context, origin: string): boolean {
  const from = context.req.header('origin')
  if (from !== undefined && from !== origin) return false
  if (from === undefined && !['GET', 'HEAD'].includes(context.req.method)) return false
  const site = context.req.header('sec-fetch-site')
  return site === undefined || site === 'same-origin' || site === 'none'
}

function denied(context: Context): Response {
  return context.text('Open the address that lethe workbench printed, token and all.', 401)
}

function same(a: string, b: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest()
  return timingSafeEqual(digest(a), digest(b))
}
