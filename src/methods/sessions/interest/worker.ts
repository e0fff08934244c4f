import { parentPort, workerData } from 'node:worker_threads'
import type { Part } from './parts.js'
import type { Rules } from './rules.js'
import { splitTask } from './task.js'

const split = splitTask(workerData as Rules)
parentPort?.on('message', (part: Part) => {
  const answers = split(part)
  parentPort?.postMessage(answers, [answers.buffer as ArrayBuffer])
})
