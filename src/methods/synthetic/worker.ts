import { parentPort, workerData } from 'node:worker_threads'
import { type Block, blockMaker, type Making } from './sampling.js'

// Makes up the people it is told to, one block after another.
const make = blockMaker(workerData as Making)
parentPort?.on('message', (block: Block) => {
  const made = make(block)
  parentPort?.postMessage(made, [made.person.buffer, made.text.buffer, made.host.buffer, made.seconds.buffer])
})
