import { createHash, createHmac } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'

/** A request as far as its signature covers it. */
export interface Signed {
  readonly method: string
  /** Path and query, as they were sent. */
  readonly url: string
  readonly headers: IncomingHttpHeaders
}

const hex = (text: string) => createHash('sha256').update(text).digest('hex')
const mac = (key: string | Buffer, text: string) => createHmac('sha256', key).update(text).digest()

/** The signature of a request under a secret key, by the steps of AWS's documentation ("Authenticating Requests: Using the Authorization Header"); undefined where it names none. */
export function signatureOf({ method, url, headers }: Signed, secret: string): string | undefined {
  const { scope, names } = statedIn(headers)
  if (scope === undefined || names === undefined) return undefined
  const [path = '', query = ''] = url.split('?', 2)
  const pairs = query
    .split('&')
    .filter((pair) => pair !== '')
    .map((pair) => (pair.includes('=') ? pair : `${pair}=`))
  const canonical = [
    method,
    path,
    pairs.sort().join('&'),
    ...names.map((name) => `${name}:${String(headers[name] ?? '').trim()}`),
    '',
    names.join(';'),
    headers['x-amz-content-sha256'],
  ].join('\n')
  const toSign = ['AWS4-HMAC-SHA256', headers['x-amz-date'], scope, hex(canonical)].join('\n')
  const key = scope.split('/').reduce((so: string | Buffer, part) => mac(so, part), `AWS4${secret}`)
  return mac(key, toSign).toString('hex')
}

/** What the header of a request says: whose key, for what, over which headers, and the signature. */
export function statedIn(headers: IncomingHttpHeaders) {
  const [, id, scope, names, signature] =
    /^AWS4-HMAC-SHA256 Credential=([^/]+)\/([^,]+), ?SignedHeaders=([^,]+), ?Signature=(\w+)$/.exec(
      headers.authorization ?? '',
    ) ?? []
  return { id, scope, names: names?.split(';'), signature }
}
