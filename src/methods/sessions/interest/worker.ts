import { parentPort, workerData } from 'node:worker_threads'
import type { Rules } from './rules.js'
import { splitTask, type Task } from './task.js'

const split = splitTask(workerData as Rules)
parentPort?.on('message', (task: Task) => {
  split(task)
  parentPort?.postMessage('done')
})
