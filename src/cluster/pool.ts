import { startWorkers } from '../base/workers.js'
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
  const workers = startWorkers<Task, Done>(new URL('./worker.js', import.meta.url), workerData, threads, signal)
  return { width: threads, ...workers }
}
