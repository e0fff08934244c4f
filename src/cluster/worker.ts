import { parentPort, workerData } from 'node:worker_threads'
import { type Population, type Task, worker } from './task.js'

const run = worker(workerData as Population)
parentPort?.on('message', async (task: Task) => parentPort?.postMessage(await run(task)))
