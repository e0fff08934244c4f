import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { fail } from '../base/errors.js'
import { keyId, readKeyFile } from '../crypto/key-file.js'
import { epochOf, parseRotation, type Rotation } from '../shares/epochs.js'
import { trustedProxies } from '../shares/oblivious/clients.js'
import { parsePublicKeys, publicKeysText } from '../shares/oblivious/public-keys.js'
import { oprfServer as serverOf } from '../shares/oblivious/server.js'

/** Whose keys are meant. */
export interface OprfKeyOptions {
  /** The file of the server's own key. */
  readonly keyFile: string
  /** How long a key lasts: none, day, week, month, year, or days such as 30d. */
  readonly epoch?: string
  /** Past epochs beside that of today. */
  readonly also?: readonly string[]
}

export interface OprfServerOptions extends OprfKeyOptions {
  /** 0 takes a free one. */
  readonly port?: number
  /** Evaluations that one client may ask for in an hour. */
  readonly rate?: number
  /** Names under which a proxy asks for it. */
  readonly hosts?: readonly string[]
  /** The file of the token that clients must show. */
  readonly tokenFile?: string
  /** Addresses of proxies whose X-Forwarded-For says who asks. */
  readonly proxies?: readonly string[]
  readonly signal?: AbortSignal
}

/** A server that listens, until it is closed or its signal is given. */
export interface OprfServer {
  readonly url: string
  readonly keyId: string
  /** The digest of its public keys, as the manifests of those who pin them have it. */
  readonly publicKeys: string
  close(): void
  readonly closed: Promise<void>
}

/** The other party of the scheme oblivious, on this machine: it sees blinded points and never a query. */
export async function oprfServer(options: OprfServerOptions): Promise<OprfServer> {
  const { also = [], rate = 100_000, port = 7797, hosts = [], proxies = [], signal } = options
  const key = readKeyFile(options.keyFile)
  const rotation = parseRotation(options.epoch ?? 'none')
  const server = serverOf({
    ...{ key, rotation, also, rate, proxies: trustedProxies(proxies) },
    hosts: hosts.map((name) => name.toLowerCase()),
    ...(options.tokenFile === undefined ? {} : { token: readKeyFile(options.tokenFile) }),
  })
  server.listen(port, '127.0.0.1')
  await Promise.race([
    once(server, 'listening'),
    once(server, 'error').then(([cause]) =>
      fail(
        'output',
        `port ${port} cannot be used (${(cause as NodeJS.ErrnoException).code})`,
        'Choose another --port.',
        cause,
      ),
    ),
  ])
  const close = () => {
    server.closeAllConnections()
    server.close()
  }
  const closed = once(server, 'close').then(() => {})
  signal?.addEventListener('abort', close, { once: true })
  if (signal?.aborted) close()
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    keyId: keyId(key),
    publicKeys: parsePublicKeys(oprfPublicKeys(options), 'its keys').digest,
    close,
    closed,
  }
}

/** The public keys that clients pin: of today, of past epochs that are named, and of those of a span of days such as 2006-03-01..2006-05-31. */
export function oprfPublicKeys({ keyFile, epoch, also = [] }: OprfKeyOptions, days?: string): string {
  const rotation = parseRotation(epoch ?? 'none')
  const today = new Date().toISOString().slice(0, 10)
  return publicKeysText(readKeyFile(keyFile), [epochOf(rotation, today), ...also, ...epochsOf(rotation, days)])
}

const DAY = 86_400_000
const MOST_DAYS = 40_000

/** The epochs that the days of a span fall into. */
function epochsOf(rotation: Rotation, days: string | undefined): string[] {
  if (days === undefined) return []
  const [, from = '', to = ''] = /^(\d{4}-\d\d-\d\d)\.\.(\d{4}-\d\d-\d\d)$/.exec(days) ?? []
  const [first, last] = [Date.parse(from), Date.parse(to)]
  if (!(first <= last && last - first < MOST_DAYS * DAY))
    fail('usage', '--days is no span of days', 'Write it as in 2006-03-01..2006-05-31.')
  const all = Array.from({ length: (last - first) / DAY + 1 }, (_, i) => new Date(first + i * DAY).toISOString())
  return [...new Set(all.map((day) => epochOf(rotation, day.slice(0, 10))))]
}
