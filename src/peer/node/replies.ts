import type { IncomingMessage, ServerResponse } from 'node:http'

const FORM_AT_MOST = 10_000

/** Nothing is kept by the browser, nothing is loaded from elsewhere or by others, and links do not tell where they stood. */
export function reply(response: ServerResponse, status: number, body: string, type = 'text/html'): void {
  if (response.headersSent) return
  response.writeHead(status, {
    'content-type': `${type}; charset=utf-8`,
    'cache-control': 'no-store',
    'referrer-policy': 'same-origin',
    'x-content-type-options': 'nosniff',
    'cross-origin-resource-policy': 'same-origin',
    'cross-origin-opener-policy': 'same-origin',
    'content-security-policy':
      "default-src 'none'; style-src 'unsafe-inline'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'",
  })
  response.end(body)
}

export function replyJson(response: ServerResponse, status: number, value: unknown): void {
  reply(response, status, `${JSON.stringify(value)}\n`, 'application/json')
}

/** To another of our pages, after something was changed. */
export function goTo(response: ServerResponse, path: string): void {
  response.setHeader('location', path)
  reply(response, 303, '')
}

/** What a form says; undefined where it is too long, or whoever sent it hung up before its end. */
export async function formOf(request: IncomingMessage): Promise<URLSearchParams | undefined> {
  let text = ''
  try {
    for await (const part of request) {
      text += String(part)
      if (text.length > FORM_AT_MOST) return undefined
    }
  } catch {
    return undefined
  }
  return new URLSearchParams(text)
}
