import { Worker } from 'node:worker_threads'
import { shared } from './space.js'
import { type Done, type Population, type Task, worker } from './task.js'

/** Does tasks on a population: in this thread, or in several. */
export interface Pool {
  readonly width: number
  run(task: Task): Promise<Done>
  close(): Promise<void>
}

export function openPool(population: Population, threads: number, signal?: AbortSignal): Pool {
  if (threads <= 1) {
    const run = worker(population)
    return {
      width: 1,
      run: async (task) => {
        signal?.throwIfAborted()
        return run(task)
      },
      close: async () => {},
    }
  }
  const workerData = { ...population, data: shared(population.data) }
  const workers = Array.from(
    { length: threads },
    () => new Worker(new URL('./worker.js', import.meta.url), { workerData }),
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
    width: threads,
    async run(task) {
      const worker = await take()
      try {
        signal?.throwIfAborted()
        return await new Promise<Done>((resolve, reject) => {
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
