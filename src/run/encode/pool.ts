import { Worker } from 'node:worker_threads'
import { type RowEncoderOptions, rowEncoder } from '../../crypto/shares/row-encoder.js'
import { rowHelp } from './row-help.js'

/** What each worker is told. */
export interface EncodeTask {
  readonly options: RowEncoderOptions
  readonly zone: string
}

/** What came of some lines. */
export interface Encoded {
  readonly bytes: Uint8Array
  readonly bad: number
  readonly empty: number
}

/** Encodes pieces of whole lines and gives them back in the order in which they came. */
export interface EncodePool {
  /** The most bytes of a piece. */
  readonly room: number
  /** How many pieces may be under way at once. */
  readonly width: number
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
      encoder.encode(lines, (bytes) => parts.push(bytes.slice()))
      const bytes = parts.length === 1 ? (parts[0] as Uint8Array) : Buffer.concat(parts)
      return { bytes, bad: encoder.bad() - before.bad, empty: encoder.empty() - before.empty }
    },
  }
}

export function encodePool(task: EncodeTask, threads: number): EncodePool {
  if (threads <= 1) {
    const { room, run } = encodeLines(task)
    return { room, width: 1, run: async (lines) => run(lines), close: async () => {} }
  }
  const workers = Array.from(
    { length: threads },
    () => new Worker(new URL('./worker.js', import.meta.url), { workerData: task }),
  )
  const waiting = workers.map(() => [] as { resolve: (done: Encoded) => void; reject: (cause: unknown) => void }[])
  for (const [i, worker] of workers.entries()) {
    worker.on('message', (done: Encoded) => waiting[i]?.shift()?.resolve(done))
    worker.on('error', (cause) => {
      for (const one of waiting[i] ?? []) one.reject(cause)
    })
  }
  let turn = 0
  return {
    room: 4 << 20,
    width: threads * 2, // one under work and one that waits, for each
    run(lines) {
      const at = turn++ % threads
      const copy = new Uint8Array(lines)
      return new Promise((resolve, reject) => {
        waiting[at]?.push({ resolve, reject })
        workers[at]?.postMessage(copy, [copy.buffer])
      })
    },
    close: async () => {
      await Promise.all(workers.map((worker) => worker.terminate()))
    },
  }
}
