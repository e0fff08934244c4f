import { Worker } from 'node:worker_threads'

/** Threads that do one kind of task. */
export interface Workers<Task, Result> {
  run(task: Task): Promise<Result>
  close(): Promise<void>
}

/** Starts threads; a task waits until one of them is idle, and is not begun after the signal. `youngMiB` spares collecting what soon dies. */
export function startWorkers<Task, Result>(
  url: URL,
  workerData: unknown,
  threads: number,
  signal?: AbortSignal,
  youngMiB?: number,
): Workers<Task, Result> {
  const resourceLimits = youngMiB === undefined ? {} : { maxYoungGenerationSizeMb: youngMiB }
  const workers = Array.from({ length: threads }, () => new Worker(url, { workerData, resourceLimits }))
  const idle = [...workers]
  const waiting: ((worker: Worker) => void)[] = []
  const take = () => new Promise<Worker>((resolve) => (idle.length > 0 ? resolve(idle.pop()!) : waiting.push(resolve)))
  const give = (worker: Worker) => {
    const next = waiting.shift()
    if (next) next(worker)
    else idle.push(worker)
  }
  return {
    async run(task) {
      const worker = await take()
      try {
        signal?.throwIfAborted()
        return await new Promise<Result>((resolve, reject) => {
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
