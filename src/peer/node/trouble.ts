/** What an engine may have against a peer. */
export type TroubleKind = 'rate-limit' | 'captcha'

/** The engine does not serve this peer now: it wants fewer queries, or a human. */
export class EngineTrouble extends Error {
  readonly kind: TroubleKind
  /** How long to leave it alone, in milliseconds. */
  readonly rest: number

  constructor(kind: TroubleKind, rest: number) {
    super(kind)
    this.kind = kind
    this.rest = rest
  }
}

const REST: Readonly<Record<TroubleKind, number>> = { 'rate-limit': 60_000, captcha: 600_000 }
const REST_AT_MOST = 3_600_000

// In what a page is made of, not in what it says: somebody may have searched for the word.
const CAPTCHA =
  /<[^>]+\s(?:class|id|src|action|name|data-sitekey)\s*=\s*["']?[^"'>]*(?:captcha|cf-turnstile|cf-challenge|challenge-platform|challenges\.cloudflare|anomaly-modal)/i

/** The trouble that an answer tells of, if it does. `empty`: no results were found in it. */
export function troubleIn(
  { status, retryAfter }: { readonly status: number; readonly retryAfter: string | undefined },
  body: string,
  empty: boolean,
): EngineTrouble | undefined {
  if (empty && CAPTCHA.test(body)) return new EngineTrouble('captcha', restOf(retryAfter, 'captcha'))
  if (status === 429 || (status === 503 && retryAfter !== undefined))
    return new EngineTrouble('rate-limit', restOf(retryAfter, 'rate-limit'))
  return undefined
}

/** `Retry-After`: seconds, or a date. */
function restOf(retryAfter: string | undefined, kind: TroubleKind): number {
  if (retryAfter === undefined) return REST[kind]
  const rest = /^\d+$/.test(retryAfter) ? 1000 * Number(retryAfter) : Date.parse(retryAfter) - Date.now()
  return Number.isFinite(rest) ? Math.min(REST_AT_MOST, Math.max(1000, rest)) : REST[kind]
}

/** For people. */
export function troubleInWords(kind: TroubleKind): string {
  return kind === 'captcha'
    ? 'The search engine wants to see a human: open it in this browser, solve its captcha, and try again. Until then friends submit your queries, and you none of theirs.'
    : 'The search engine finds that too many queries come from here. It is left alone for a while; until then friends submit your queries, and you none of theirs.'
}
