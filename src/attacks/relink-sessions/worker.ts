import { parentPort, workerData } from 'node:worker_threads'
import { type Asking, asker, type Part } from './answers.js'

const ask = asker(workerData as Asking)
parentPort?.on('message', (part: Part) => {
  ask(part)
  parentPort?.postMessage('done')
})
