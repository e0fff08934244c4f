import { parentPort, workerData } from 'node:worker_threads'
import { type BatchOptions, type BatchTask, batchIdentifier } from './batch.js'

const identify = batchIdentifier(workerData as BatchOptions)
parentPort?.on('message', (task: BatchTask) => parentPort?.postMessage(identify(task)))
