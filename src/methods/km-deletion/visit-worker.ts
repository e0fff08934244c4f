import { parentPort, workerData } from 'node:worker_threads'
import type { Packed } from './packed.js'
import { visitTerms } from './visit.js'

const { packed, k } = workerData as { packed: Packed; k: number }
parentPort?.on('message', (m: number) => {
  visitTerms(packed, k, m)
  parentPort?.postMessage(undefined)
})
