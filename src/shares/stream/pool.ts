import { Worker } from 'node:worker_threads'
import { type RowEncoderOptions, rowEncoder } from '../seal/row-encoder.js'
import { rowHelp } from './row-help.js'

const ROOM = 4 << 20
// Pieces that wait for a worker. They are short (what one read brings), and whoever hands them out may be kept from it for a while.
const WAITING = 8

/** What each worker is told. */
export interface EncodeTask {
  readonly options: RowEncoderOptions
  readonly zone: string
}

/** What came of some lines; the bytes are valid until the next lines are encoded. */
export interface Encoded {
  readonly bytes: Uint8Array
  readonly bad: number
  readonly empty: number
  /** To be called when the bytes are no longer needed. */
  readonly done?: () => void
}

/** Encodes pieces of whole lines and gives them back in the order in which they came. */
export interface EncodePool {
  /** The most bytes of a piece. */
  readonly room: number
  /** How many pieces may be under way at once, and how many bytes. */
  readonly width: number
  readonly most: number
  run(lines: Uint8Array): Promise<Encoded>
  close(): Promise<void>
}

/** An encoder as a function of lines: used here and in workers. */
export function encodeLines({ options, zone }: EncodeTask): { room: number; run: (lines: Uint8Array) => Encoded } {
  const encoder = rowEncoder(options, rowHelp(zone))
  return {
    room: encoder.room,
    run(lines) {
      const before = { bad: encoder.bad(), empty: encoder.empty() }
      const parts: Uint8Array[] = []
      const last = encoder.encode(lines, (bytes) => parts.push(bytes.slice()))
      const bytes = parts.length === 0 ? last : Buffer.concat([...parts, last])
      return { bytes, bad: encoder.bad() - before.bad, empty: encoder.empty() - before.empty }
    },
  }
}

export function encodePool(task: EncodeTask, threads: number): EncodePool {
  if (threads <= 1) {
    const { room, run } = encodeLines(task)
    return { room, width: 1, most: room, run: async (lines) => run(lines), close: async () => {} }
  }
  const workers = Array.from(
    { length: threads },
    () => new Worker(new URL('./worker.js', import.meta.url), { workerData: task }),
  )
  const waiting = workers.map(() => [] as { resolve: (done: Encoded) => void; reject: (cause: unknown) => void }[])
  const crates = workers.map(() => [] as Crate[])
  for (const [i, worker] of workers.entries()) {
    worker.on('message', ({ crate, length, bad, empty }: WorkerDone) => {
      const bytes = new Uint8Array(crate.output, 0, length)
      waiting[i]?.shift()?.resolve({ bytes, bad, empty, done: () => crates[i]?.push(crate) })
    })
    worker.on('error', (cause) => {
      for (const one of waiting[i] ?? []) one.reject(cause)
    })
  }
  /** The worker with the least to do. */
  const idlest = () => waiting.reduce((best, { length }, i) => (length < (waiting[best]?.length ?? 0) ? i : best), 0)
  return {
    room: ROOM,
    width: threads * WAITING,
    most: threads * 2 * ROOM,
    run(lines) {
      const at = idlest()
      const spare = crates[at]?.pop() ?? { input: new ArrayBuffer(0), output: new ArrayBuffer(0) }
      const crate = { ...spare, input: roomIn(spare.input, lines.length) }
      new Uint8Array(crate.input).set(lines)
      return new Promise((resolve, reject) => {
        waiting[at]?.push({ resolve, reject })
        workers[at]?.postMessage({ crate, length: lines.length } satisfies WorkerTask, [crate.input, crate.output])
      })
    },
    close: async () => {
      await Promise.all(workers.map((worker) => worker.terminate()))
    },
  }
}

/** Memory that goes to a worker with lines and comes back with rows, again and again: fresh memory costs more than the copying. */
interface Crate {
  readonly input: ArrayBuffer
  readonly output: ArrayBuffer
}

export interface WorkerTask {
  readonly crate: Crate
  readonly length: number
}

export interface WorkerDone {
  readonly crate: Crate
  readonly length: number
  readonly bad: number
  readonly empty: number
}

/** The buffer itself if it is large enough, else a larger one. */
export function roomIn(buffer: ArrayBuffer, length: number): ArrayBuffer {
  return buffer.byteLength >= length ? buffer : new ArrayBuffer(Math.ceil(length * 1.2))
}
