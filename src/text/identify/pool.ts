import { Worker } from 'node:worker_threads'
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
  const workers = Array.from(
    { length: threads },
    () => new Worker(new URL('./worker.js', import.meta.url), { workerData: options }),
  )
  const idle = [...workers]
  const waiting: ((worker: Worker) => void)[] = []
  const take = () =>
    new Promise<Worker>((resolve) => (idle.length > 0 ? resolve(idle.pop() as Worker) : waiting.push(resolve)))
  const give = (worker: Worker) => {
    const next = waiting.shift()
    if (next) next(worker)
    else idle.push(worker)
  }
  return {
    width: threads * 2,
    async run(task) {
      const worker = await take()
      try {
        return await new Promise<BatchResult>((resolve, reject) => {
          worker.once('message', resolve)
          worker.once('error', reject)
          worker.postMessage(task)
        })
      } finally {
        worker.removeAllListeners('message').removeAllListeners('error')
        give(worker)
      }
    },
    close: async () => {
      await Promise.all(workers.map((worker) => worker.terminate()))
    },
  }
}
