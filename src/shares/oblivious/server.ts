import { createHash, timingSafeEqual } from 'node:crypto'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { BlockList } from 'node:net'
import { epochOf, type Rotation } from '../epochs.js'
import { clientOf, isForUs } from './clients.js'
import { type EpochKeys, evaluate, keysOfEpoch, POINT_BYTES } from './suite.js'

export interface OprfServerOptions {
  readonly key: Uint8Array
  readonly rotation: Rotation
  /** Past epochs that are served too. */
  readonly also: readonly string[]
  /** Evaluations that one client may ask for in an hour. */
  readonly rate: number
  /** Names beside those of this machine under which it is asked for, behind a proxy. */
  readonly hosts?: readonly string[]
  /** What a client must show; without it anyone may ask. */
  readonly token?: Uint8Array
  /** Proxies that may say for whom they ask. */
  readonly proxies?: BlockList
  readonly now?: () => number
}

const MAX_BATCH = 1024
const HOUR = 3_600_000
const MAX_CLIENTS = 10_000

/**
 * The other party of the scheme `oblivious`. It sees blinded points, never a query; it serves the epoch of today and those
 * that it was told to; it counts what each client asks for. Listens to this machine only: a proxy with TLS stands before it
 * where the custodian works elsewhere.
 */
export function oprfServer(options: OprfServerOptions): Server {
  const now = options.now ?? Date.now
  const allow = limiter(options.rate, now)
  const keys = new Map<string, EpochKeys>()
  const open = (epoch: string) => {
    const today = new Date(now()).toISOString().slice(0, 10)
    if (epoch !== epochOf(options.rotation, today) && !options.also.includes(epoch)) return undefined
    if (!keys.has(epoch)) keys.set(epoch, keysOfEpoch(options.key, epoch))
    return keys.get(epoch)
  }
  const trusted = options.proxies ?? new BlockList()
  return createServer((request, response) => {
    if (!isForUs(request, options.hosts ?? [])) return reply(response, 421, { error: 'this server has another name' })
    if (options.token !== undefined && !showsToken(request, options.token))
      return reply(response, 401, { error: 'a token is needed' })
    answer(request, response, open, (wanted) => allow(clientOf(request, trusted), wanted)).catch(() =>
      reply(response, 400, { error: 'the request was not understood' }),
    )
  })
}

async function answer(
  request: IncomingMessage,
  response: ServerResponse,
  open: (epoch: string) => EpochKeys | undefined,
  allow: (wanted: number) => number,
): Promise<void> {
  const url = new URL(request.url ?? '/', 'http://localhost')
  const epoch = url.searchParams.get('epoch') ?? ''
  const keys = open(epoch)
  if (keys === undefined) return reply(response, 404, { error: 'that epoch is not served' })
  if (request.method === 'GET' && url.pathname === '/key')
    return reply(response, 200, { publicKey: hex(keys.publicKey), batch: MAX_BATCH })
  if (request.method !== 'POST' || url.pathname !== '/evaluate') return reply(response, 404, { error: 'no such call' })
  const points = await body(request)
  if (points.length === 0 || points.length % POINT_BYTES !== 0)
    return reply(response, 400, { error: 'points of 32 bytes are needed' })
  const count = points.length / POINT_BYTES
  const wait = allow(count)
  if (wait > 0) {
    response.setHeader('Retry-After', String(Math.ceil(wait / 1000)))
    return reply(response, 429, { error: 'too many evaluations; come back later' })
  }
  const blinded = Array.from(
    { length: count },
    (_, i) => new Uint8Array(points.subarray(i * POINT_BYTES, (i + 1) * POINT_BYTES)),
  )
  const { evaluated, proof } = evaluate(keys, blinded)
  return reply(response, 200, { evaluated: evaluated.map(hex), proof: hex(proof) })
}

async function body(request: IncomingMessage): Promise<Buffer> {
  const parts: Buffer[] = []
  let size = 0
  for await (const part of request) {
    size += (part as Buffer).length
    if (size > MAX_BATCH * POINT_BYTES) throw new RangeError('too long')
    parts.push(part as Buffer)
  }
  return Buffer.concat(parts)
}

function reply(response: ServerResponse, status: number, content: object): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(content))
}

/** Compared by digests, so that the time it takes says nothing about the token. */
function showsToken({ headers }: IncomingMessage, token: Uint8Array): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest()
  return timingSafeEqual(digest(headers.authorization ?? ''), digest(`Bearer ${hex(token)}`))
}

const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex')

/** A bucket for each client that fills up again within an hour: how long to wait, in milliseconds, 0 if not at all. */
function limiter(rate: number, now: () => number): (client: string, wanted: number) => number {
  const buckets = new Map<string, { left: number; at: number }>()
  return (client, wanted) => {
    const bucket = buckets.get(client) ?? { left: rate, at: now() }
    bucket.left = Math.min(rate, bucket.left + ((now() - bucket.at) / HOUR) * rate)
    bucket.at = now()
    if (buckets.size >= MAX_CLIENTS && !buckets.has(client)) buckets.delete(buckets.keys().next().value!)
    buckets.set(client, bucket)
    if (bucket.left < wanted) return Math.max(1000, ((Math.min(wanted, rate) - bucket.left) / rate) * HOUR)
    bucket.left -= wanted
    return 0
  }
}
