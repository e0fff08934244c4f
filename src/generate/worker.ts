import { parentPort, workerData } from 'node:worker_threads'
import { type BlockPlan, makeBlock } from './block.js'
import { buildWorld } from './world.js'

// Makes the blocks it is told to, one after another.
const plan = workerData as BlockPlan
const world = buildWorld(plan.options.parameters)
parentPort?.on('message', (number: number) => {
  const block = makeBlock(world, plan, number)
  parentPort?.postMessage(block, [block.log.buffer, block.truth.buffer])
})
