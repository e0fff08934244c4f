import { parentPort, workerData } from 'node:worker_threads'
import { type EncodeTask, encodeLines } from './pool.js'

const { run } = encodeLines(workerData as EncodeTask)
parentPort?.on('message', (lines: Uint8Array) => {
  const done = run(lines)
  parentPort?.postMessage(done, [done.bytes.buffer as ArrayBuffer])
})
