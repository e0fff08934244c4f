import { fail } from '../../base/errors.js'
import type { Rotation } from '../epochs.js'
import type { ObliviousServer } from '../oblivious/seeds.js'
import type { Sharing } from '../scheme.js'
import { columnsOf, type RowEncoderOptions } from '../seal/row-encoder.js'
import { wholeLines } from '../seal/whole-lines.js'
import { type StreamLayout, type StreamOptions, streamLayout } from './layout.js'
import { obliviousPool } from './oblivious.js'
import { PLAIN_SHAPE, plainRows } from './plain-rows.js'
import { type Encoded, type EncodePool, type EncodeTask, encodePool } from './pool.js'
import { ReaderGone } from './reader-gone.js'

export interface StreamEncoding extends StreamOptions {
  readonly key: Uint8Array
  /** Where the key is that of one epoch: its name. Rows of others are turned down. */
  readonly onlyEpoch?: string
  readonly sharing: Sharing
  readonly rotation: Rotation
  readonly link: 'none' | 'user'
  readonly time: 'day' | 'hour' | 'exact'
  readonly zone: string
  /** Write a line with the names of the columns first. */
  readonly header: boolean
  readonly threads: number
  /** The oblivious function, for the scheme of that name. */
  readonly server?: ObliviousServer
  readonly say?: (line: string) => void
  readonly signal?: AbortSignal
}

/** What came of a stream. */
export interface EncodeResult {
  /** Rows that did not parse, and rows without a query: both come out as empty rows. */
  readonly bad: number
  readonly empty: number
}

/**
 * Rows in, shared rows out: one for each, in order, handed to `sink` as soon as they are there. Nothing is remembered but recent
 * queries, and nothing is written but the rows.
 */
export async function encodeStream(
  source: AsyncIterable<Uint8Array>,
  sink: (bytes: Uint8Array) => void,
  options: StreamEncoding,
): Promise<EncodeResult> {
  const input = await begin(source)
  if (input === undefined) return { bad: 0, empty: 0 }
  const layout = streamLayout(input.start, options)
  const { pool, columns } = rowPool(layout, options)
  try {
    if (options.header) sink(Buffer.from(`${columns.join('\t')}\n`))
    return await inOrder(untilStopped(lines(input.all, layout, pool.room), options.signal), pool, sink)
  } catch (error) {
    if (error instanceof ReaderGone) return { bad: 0, empty: 0 }
    throw error
  } finally {
    await pool.close()
  }
}

/** An encoder of rows of one layout, and the columns of what it writes. */
export function rowPool(layout: StreamLayout, options: StreamEncoding): { pool: EncodePool; columns: string[] } {
  const task = taskOf(layout, options)
  return { pool: poolOf(task, options), columns: columnsOf(task.options) }
}

function taskOf(layout: StreamLayout, options: StreamEncoding): EncodeTask {
  const { key, onlyEpoch, sharing, rotation, link, time, zone } = options
  const dated = (layout.kind === 'ndjson' ? layout.keys : layout.shape).time !== undefined
  if (rotation !== 'none' && !dated)
    fail(
      'refused',
      'epochs need times, and the stream has none',
      'Name the column with --columns time=NAME, or leave --epoch out.',
    )
  const shape = layout.kind === 'tsv' ? layout.shape : { ...PLAIN_SHAPE, time: dated ? 2 : undefined }
  const shows: RowEncoderOptions['shows'] = {
    pseudonym: link === 'user',
    share: true,
    text: true,
    time: dated ? time : 'none',
  }
  return { options: { key, onlyEpoch, sharing, rotation, shape, shows }, zone }
}

function poolOf(task: EncodeTask, { sharing, server, threads, say }: StreamEncoding): EncodePool {
  if (sharing.scheme !== 'oblivious') return encodePool(task, threads)
  if (server === undefined)
    fail('usage', 'the scheme oblivious needs --server', 'Start lethe oprf-server and give its address.')
  return obliviousPool(task, server, say ?? (() => {}))
}

/** Waits for the first whole line; `all` starts over from the first byte. Undefined if nothing comes. */
async function begin(
  source: AsyncIterable<Uint8Array>,
): Promise<{ readonly start: Uint8Array; readonly all: AsyncIterable<Uint8Array> } | undefined> {
  const iterator = source[Symbol.asyncIterator]()
  const held: Uint8Array[] = []
  for (let size = 0; !held.some((chunk) => chunk.includes(10)) && size < 1 << 20; ) {
    const { value, done } = await iterator.next()
    if (done) break
    held.push(value)
    size += value.length
  }
  if (held.length === 0) return undefined
  async function* all(): AsyncGenerator<Uint8Array> {
    yield* held
    yield* { [Symbol.asyncIterator]: () => iterator }
  }
  return { start: Buffer.concat(held), all: all() }
}

/** Ends with an error when it is stopped: what was handed on so far stands. */
async function* untilStopped(
  pieces: AsyncIterable<Uint8Array>,
  signal: AbortSignal | undefined,
): AsyncGenerator<Uint8Array> {
  for await (const piece of pieces) {
    if (signal?.aborted) fail('interrupted', 'stopped')
    yield piece
  }
}

/** Whole lines without the header, tab-separated. */
function lines(all: AsyncIterable<Uint8Array>, layout: StreamLayout, room: number): AsyncIterable<Uint8Array> {
  return plainRows(withoutHeader(wholeLines(all, layout.kind === 'tsv' ? room : room / 4), layout.header), layout)
}

async function* withoutHeader(pieces: AsyncIterable<Uint8Array>, header: boolean): AsyncGenerator<Uint8Array> {
  let first = true
  for await (const piece of pieces) {
    let rest = piece
    if (first && rest[0] === 0xef && rest[1] === 0xbb && rest[2] === 0xbf) rest = rest.subarray(3)
    if (first && header) rest = rest.subarray(rest.indexOf(10) + 1)
    first = false
    if (rest.length > 0) yield rest
  }
}

/** Keeps as many pieces under way as the pool takes, and hands each on as soon as it and all before it are done. */
async function inOrder(
  pieces: AsyncIterable<Uint8Array>,
  pool: EncodePool,
  sink: (bytes: Uint8Array) => void,
): Promise<EncodeResult> {
  const written: { readonly size: number; readonly done: Promise<void> }[] = []
  let size = 0
  let [bad, empty] = [0, 0]
  let before: Promise<void> = Promise.resolve()
  const finish = async (work: Promise<Encoded>, earlier: Promise<void>) => {
    const [done] = await Promise.all([work, earlier])
    bad += done.bad
    empty += done.empty
    sink(done.bytes)
    done.done?.()
  }
  for await (const piece of pieces) {
    before = finish(pool.run(piece), before)
    before.catch(() => {}) // awaited in its turn
    written.push({ size: piece.length, done: before })
    size += piece.length
    while (written.length >= pool.width || size > pool.most) {
      const oldest = written.shift()
      size -= oldest?.size ?? 0
      await oldest?.done
    }
  }
  await before
  return { bad, empty }
}
