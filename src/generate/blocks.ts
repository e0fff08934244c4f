import { existsSync } from 'node:fs'
import { Worker } from 'node:worker_threads'
import { type Block, type BlockPlan, makeBlock } from './block.js'
import { buildWorld } from './world.js'

export const WORKER = new URL('./worker.js', import.meta.url)

// Per thread: one block in the making and one waiting, so that nobody idles and memory stays bounded.
const AHEAD = 2

/** All blocks in order, made on several threads; on this one where there are no compiled workers (source, tests) or little to do. */
export async function* makeBlocks(plan: BlockPlan, threads: number, worker: URL = WORKER): AsyncGenerator<Block> {
  if (threads <= 1 || plan.blocks < 2 * threads || !existsSync(worker)) {
    const world = buildWorld(plan.options.parameters)
    for (let number = 0; number < plan.blocks; number++) yield makeBlock(world, plan, number)
    return
  }
  const done = new Map<number, Block>()
  let wake = () => {}
  let broken: unknown
  const workers = Array.from({ length: threads }, () => new Worker(worker, { workerData: plan }))
  let asked = 0
  const ask = (to: Worker) => {
    if (asked < plan.blocks) to.postMessage(asked++)
  }
  // Blocks come back to whoever waits; the next is asked for only when one has been taken.
  const idle: Worker[] = []
  for (const one of workers) {
    one.on('message', (block: Block) => {
      done.set(block.number, block)
      idle.push(one)
      wake()
    })
    one.on('error', (error) => {
      broken = error
      wake()
    })
  }
  try {
    for (let i = 0; i < AHEAD; i++) for (const one of workers) ask(one)
    for (let number = 0; number < plan.blocks; number++) {
      while (!done.has(number) && broken === undefined)
        await new Promise<void>((resolve) => {
          wake = resolve
        })
      if (broken !== undefined) throw broken
      const block = done.get(number)!
      done.delete(number)
      for (const one of idle.splice(0))
        if (done.size < threads * AHEAD * 2) ask(one)
        else idle.push(one)
      yield block
    }
  } finally {
    await Promise.all(workers.map((one) => one.terminate()))
  }
}
