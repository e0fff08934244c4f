import { parentPort, workerData } from 'node:worker_threads'
import { type EncodeTask, encodeLines, roomIn, type WorkerDone, type WorkerTask } from './pool.js'

const { run } = encodeLines(workerData as EncodeTask)
parentPort?.on('message', ({ crate, length }: WorkerTask) => {
  const { bytes, bad, empty } = run(new Uint8Array(crate.input, 0, length))
  const output = roomIn(crate.output, bytes.length)
  new Uint8Array(output).set(bytes)
  const done: WorkerDone = { crate: { input: crate.input, output }, length: bytes.length, bad, empty }
  parentPort?.postMessage(done, [crate.input, output])
})
