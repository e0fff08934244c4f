import { setTimeout as sleep } from 'node:timers/promises'
import { fail, LetheError } from '../../base/errors.js'
import { keyOf, type PublicKeys } from './public-keys.js'
import { blind, finalise } from './suite.js'

export interface OprfClientOptions {
  readonly server: string
  /** The server's public keys, from elsewhere than the server. Without them it is asked for its key, and could give everybody another. */
  readonly keys?: PublicKeys | undefined
  /** Shown to a server that asks for it. */
  readonly token?: Uint8Array | undefined
  readonly signal?: AbortSignal | undefined
  /** Called when the server asks to wait, with how many seconds. */
  readonly onWait?: (seconds: number) => void
  /** Give up rather than wait longer than this, in seconds. */
  readonly patience?: number
}

/** What the oblivious function makes of inputs in an epoch, in their order: 64 bytes each. */
export type OprfClient = (inputs: readonly Uint8Array[], epoch: string) => Promise<Uint8Array[]>

const BATCH = 256

/** Asks `lethe oprf-server`. It learns how many inputs there are, and nothing else. */
export function oprfClient(options: OprfClientOptions): OprfClient {
  checkToken(options)
  const keys = new Map<string, Uint8Array>()
  return async (inputs, epoch) => {
    if (inputs.length === 0) return []
    let key = keys.get(epoch)
    if (key === undefined) {
      key = options.keys
        ? keyOf(options.keys, epoch)
        : bytes((await call(options, `/key?epoch=${encodeURIComponent(epoch)}`)).publicKey)
      keys.set(epoch, key)
    }
    const out: Uint8Array[] = []
    for (let from = 0; from < inputs.length; from += BATCH) {
      const items = inputs.slice(from, from + BATCH).map(blind)
      const points = Buffer.concat(items.map((item) => item.blinded))
      const answer = await call(options, `/evaluate?epoch=${encodeURIComponent(epoch)}`, points)
      const evaluated = Array.isArray(answer.evaluated) ? answer.evaluated.map(bytes) : []
      if (evaluated.length !== items.length) broken()
      try {
        out.push(...finalise(items, { evaluated, proof: bytes(answer.proof) }, key))
      } catch (cause) {
        fail(
          'input',
          `the oblivious function did not prove that it used ${options.keys ? 'the key of --server-key' : 'its key'}`,
          'Do not trust that server before its holder has explained it.',
          cause,
        )
      }
    }
    return out
  }
}

async function call(options: OprfClientOptions, path: string, body?: Uint8Array): Promise<Record<string, unknown>> {
  let waited = 0
  for (;;) {
    const response = await request(options, path, body)
    if (response.status === 200) return (await response.json()) as Record<string, unknown>
    if (response.status === 404)
      fail(
        'refused',
        'the oblivious function does not serve that epoch',
        'Start lethe oprf-server with the same --epoch, and past epochs with --also.',
      )
    if (response.status === 401)
      fail(
        'refused',
        'the oblivious function asks for a token',
        'Give --server-token FILE, from the holder of the server.',
      )
    if (response.status === 421)
      fail('refused', 'the oblivious function does not go by the name in --server', 'Start it with --host NAME.')
    if (response.status !== 429) broken()
    const seconds = Math.max(1, Number(response.headers.get('retry-after')) || 1)
    waited += seconds
    if (waited > (options.patience ?? Number.POSITIVE_INFINITY))
      fail(
        'refused',
        'the oblivious function limits how much may be asked',
        'Wait, or ask its holder for a higher rate.',
      )
    options.onWait?.(seconds)
    await sleep(seconds * 1000, undefined, options.signal ? { signal: options.signal } : {})
  }
}

/** A token that went over an open line would be anybody's. */
function checkToken({ server, token }: OprfClientOptions): void {
  if (!URL.canParse(server)) fail('usage', '--server is no address', 'Write it as in http://127.0.0.1:7797.')
  const { protocol, hostname } = new URL(server)
  if (token !== undefined && protocol !== 'https:' && !['localhost', '127.0.0.1', '[::1]'].includes(hostname))
    fail('refused', 'a token goes over https, or stays on this machine', 'Put a proxy with TLS before the server.')
}

async function request(
  { server, token, signal }: OprfClientOptions,
  path: string,
  body?: Uint8Array,
): Promise<Response> {
  try {
    return await fetch(new URL(path, server), {
      redirect: 'error', // what was asked of one server is not for another
      ...(token === undefined ? {} : { headers: { authorization: `Bearer ${Buffer.from(token).toString('hex')}` } }),
      ...(body === undefined ? {} : { method: 'POST', body: new Uint8Array(body) }),
      ...(signal === undefined ? {} : { signal }),
    })
  } catch (cause) {
    if (signal?.aborted) throw new LetheError('interrupted', 'stopped')
    return fail('input', 'the oblivious function does not answer', 'Start lethe oprf-server and check --server.', cause)
  }
}

function bytes(value: unknown): Uint8Array {
  if (typeof value !== 'string' || !/^([0-9a-f]{2})+$/.test(value)) return broken()
  return new Uint8Array(Buffer.from(value, 'hex'))
}

function broken(): never {
  fail('input', 'the oblivious function gave an answer that makes no sense', 'Check --server and its version.')
}
