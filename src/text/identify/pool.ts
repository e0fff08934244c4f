import { startWorkers } from '../../base/workers.js'
import { type BatchOptions, type BatchResult, type BatchTask, batchIdentifier } from './batch.js'

/** Identifies batches: in this thread, or in several, in order. */
export interface IdentifyPool {
  /** How many batches may be under way at once. */
  readonly width: number
  run(task: BatchTask): Promise<BatchResult>
  close(): Promise<void>
}

export function identifyPool(options: BatchOptions, threads: number): IdentifyPool {
  if (threads <= 1) {
    const identify = batchIdentifier(options)
    return { width: 1, run: async (task) => identify(task), close: async () => {} }
  }
  const workers = startWorkers<BatchTask, BatchResult>(new URL('./worker.js', import.meta.url), options, threads)
  return { width: threads * 2, ...workers }
}
