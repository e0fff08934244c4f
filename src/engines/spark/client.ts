import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import type { Http2SessionManager } from '@connectrpc/connect-node'
import { fail, LetheError } from '../../base/errors.js'
import type { Progress } from '../engine.js'
import type { Address } from './address.js'
import { errorClass, isBroken, translate } from './errors.js'
import { BY_OPERATION_ID, sparkConnect } from './wire.js'

/** A message of the protocol, by the names of wire.ts in camel case. */
type Message = Readonly<Record<string, unknown>>
type Init = Record<string, unknown>

/** The calls of the service, as the library makes them of its description. */
interface Calls {
  executePlan(request: Init): AsyncIterable<Message>
  reattachExecute(request: Init): AsyncIterable<Message>
  releaseExecute(request: Init): Promise<Message>
  analyzePlan(request: Init): Promise<Message>
  config(request: Init): Promise<Message>
  addArtifacts(requests: AsyncIterable<Init>): Promise<Message>
  interrupt(request: Init): Promise<Message>
  releaseSession(request: Init): Promise<Message>
}

export interface ClientOptions {
  readonly signal?: AbortSignal | undefined
  readonly onProgress?: Progress | undefined
}

/** A session on a Spark Connect server. */
export interface Client {
  readonly version: () => Promise<string>
  readonly set: (pairs: Readonly<Record<string, string>>) => Promise<void>
  readonly option: (key: string) => Promise<string | undefined>
  /** Runs a plan and gives its results as they come: batches of Arrow, each a stream of its own. */
  readonly execute: (plan: Init, more?: { readonly evenIfStopped?: boolean }) => AsyncGenerator<Uint8Array>
  readonly ship: (name: string, content: Uint8Array) => Promise<void>
  readonly close: () => Promise<void>
}

const TRIES = 6
const CHUNK = 32 << 10

/** Opens a session; the packages that it takes are loaded now. */
export async function connectTo(address: Address, { signal, onProgress }: ClientOptions): Promise<Client> {
  const { calls, closing } = await callsTo(address)
  const session = { sessionId: randomUUID(), userContext: { userId: address.user }, clientType: 'lethe' }
  const asked = async (what: (request: Init) => Promise<Message>, request: Init = {}) => {
    signal?.throwIfAborted()
    return what({ ...session, ...request }).catch((cause: unknown) => {
      throw translate(cause, address.label)
    })
  }
  let version: Promise<string> | undefined
  const askVersion = async () => {
    const answer = await asked(calls.analyzePlan, { sparkVersion: {} })
    return String((answer.sparkVersion as Message | undefined)?.version ?? 'unknown')
  }
  return {
    version: () => (version ??= askVersion()),
    async set(pairs) {
      const list = Object.entries(pairs).map(([key, value]) => ({ key, value }))
      await asked(calls.config, { operation: { set: { pairs: list } } })
    },
    async option(key) {
      const answer = await asked(calls.config, { operation: { getOption: { keys: [key] } } })
      const value = (answer.pairs as readonly Message[] | undefined)?.[0]?.value
      return typeof value === 'string' && value !== '' ? value : undefined
    },
    execute: (plan, { evenIfStopped = false } = {}) =>
      execute(calls, session, plan, { ...(evenIfStopped ? {} : { signal }), onProgress, label: address.label }),
    async ship(name, content) {
      const answer = await calls.addArtifacts(chunks(session, name, content)).catch((cause: unknown) => {
        throw translate(cause, address.label)
      })
      const [made] = answer.artifacts as readonly Message[]
      if (made?.isCrcSuccessful !== true)
        fail('refused', 'a file came to the cluster other than it was sent', 'Try again.')
    },
    async close() {
      await calls.releaseSession(session).catch(() => undefined)
      closing()
    },
  }
}

async function callsTo({ url, token }: Address): Promise<{ calls: Calls; closing: () => void }> {
  const load = async () => ({
    ...(await import('@connectrpc/connect')),
    ...(await import('@connectrpc/connect-node')),
    service: await sparkConnect(),
  })
  const { createClient, createGrpcTransport, Http2SessionManager, service } = await load().catch((cause: unknown) => {
    if ((cause as { readonly code?: unknown }).code !== 'ERR_MODULE_NOT_FOUND') throw cause
    const names = '@connectrpc/connect @connectrpc/connect-node @bufbuild/protobuf apache-arrow'
    return fail('usage', 'a cluster needs packages that are not installed', `npm install ${names}`, cause)
  })
  const sessionManager = heardToTheEnd(
    new Http2SessionManager(url, { pingIntervalMs: 30_000, pingIdleConnection: false }),
  )
  const transport = createGrpcTransport({
    baseUrl: url,
    sessionManager,
    readMaxBytes: 0x7fffffff,
    writeMaxBytes: 0x7fffffff,
    interceptors: [
      (next) => (request) => {
        if (token !== undefined) request.header.set('authorization', `Bearer ${token}`)
        return next(request)
      },
    ],
  })
  return { calls: createClient(service, transport) as unknown as Calls, closing: () => sessionManager.abort() }
}

/**
 * The library stops listening to a connection when it has failed once; if it fails again, as it does where somebody answers who speaks something else, nobody would
 * hear it, and the program would end there. What was asked hears of it anyhow.
 */
function heardToTheEnd(manager: Http2SessionManager): Http2SessionManager {
  const request = manager.request.bind(manager)
  const known = new WeakSet<object>()
  manager.request = async (...asked: Parameters<typeof request>) => {
    const stream = await request(...asked)
    const { session } = stream
    if (session !== undefined && !known.has(session)) {
      known.add(session)
      session.on('error', () => undefined)
    }
    return stream
  }
  return manager
}

interface Running extends ClientOptions {
  readonly label: string
}

/** The results of a plan. An answer that breaks off is taken up where it ended; whoever stops listening, or is told to stop, stops the query too. */
async function* execute(
  calls: Calls,
  session: Init,
  plan: Init,
  { signal, onProgress, label }: Running,
): AsyncGenerator<Uint8Array> {
  if (signal?.aborted) throw new LetheError('interrupted', 'stopped')
  const operation = { ...session, operationId: randomUUID() }
  let interrupted: Promise<unknown> | undefined
  const stop = () => {
    interrupted ??= calls.interrupt({ ...operation, interruptType: BY_OPERATION_ID }).catch(() => undefined)
  }
  signal?.addEventListener('abort', stop, { once: true })
  let last: unknown
  let done = false
  let tries = 0
  const again = () => calls.reattachExecute({ ...operation, ...(last === undefined ? {} : { lastResponseId: last }) })
  const first = () =>
    calls.executePlan({ ...operation, plan, requestOptions: [{ reattachOptions: { reattachable: true } }] })
  let answer = first()
  try {
    while (!done) {
      let unheard = false
      try {
        for await (const part of answer) {
          last = part.responseId
          tries = 0
          if (part.resultComplete !== undefined) done = true
          const batch = part.arrowBatch as Message | undefined
          if (batch !== undefined) yield batch.data as Uint8Array
          const progress = part.executionProgress as Message | undefined
          if (progress !== undefined && onProgress) onProgress(shareOf(progress))
        }
        if (!done && ++tries > TRIES) fail('internal', 'the engine failed (an answer without an end)')
      } catch (cause) {
        // The plan itself was lost on its way: nobody knows the operation, and nothing was heard of it.
        unheard = last === undefined && errorClass(cause) === 'INVALID_HANDLE.OPERATION_NOT_FOUND'
        if (signal?.aborted || !(unheard || isBroken(cause)) || ++tries > TRIES) throw cause
        await pause(100 * 2 ** tries, undefined, signal ? { signal } : {})
      }
      if (!done) answer = unheard ? first() : again()
    }
  } catch (cause) {
    throw signal?.aborted ? new LetheError('interrupted', 'stopped') : translate(cause, label)
  } finally {
    signal?.removeEventListener('abort', stop)
    if (!done) stop()
    await interrupted
    await calls.releaseExecute({ ...operation, releaseAll: {} }).catch(() => undefined)
  }
}

function shareOf(progress: Message): number {
  const stages = (progress.stages as readonly Message[] | undefined) ?? []
  const [all, ended] = stages.reduce<[number, number]>(
    ([tasks, completed], stage) => [
      tasks + Number(stage.numTasks ?? 0),
      completed + Number(stage.numCompletedTasks ?? 0),
    ],
    [0, 0],
  )
  return all === 0 ? 0 : ended / all
}

/** A file in pieces, each with its sum. */
async function* chunks(session: Init, name: string, content: Uint8Array): AsyncGenerator<Init> {
  const { crc32 } = await import('node:zlib')
  const piece = (from: number) => {
    const data = content.subarray(from, from + CHUNK)
    return { data, crc: BigInt(crc32(data)) }
  }
  if (content.length <= CHUNK) {
    yield { ...session, batch: { artifacts: [{ name, data: piece(0) }] } }
    return
  }
  const count = Math.ceil(content.length / CHUNK)
  yield {
    ...session,
    beginChunk: {
      name,
      totalBytes: BigInt(content.length),
      numChunks: BigInt(count),
      initialChunk: piece(0),
    },
  }
  for (let from = CHUNK; from < content.length; from += CHUNK) yield { ...session, chunk: piece(from) }
}
