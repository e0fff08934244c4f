import { existsSync } from 'node:fs'
import { startWorkers, type Workers } from '../../base/workers.js'
import type { Random } from '../../random/random.js'
import { secureRandom } from '../../random/secure.js'
import { seededRandom } from '../../random/seeded.js'
import type { Context } from '../method.js'
import { type Model, modelOf, type Released } from './model.js'
import { type MadeUp, makeUp } from './people.js'

/** What a thread needs to make people up: all of it is released. */
export interface Making {
  readonly released: Released
  readonly people: number | undefined
  /** Share of new queries that are composed. */
  readonly composed: number
}

/** Some people, one after the other, with chance of their own: from the system, or from a seed in experiments. */
export interface Block {
  readonly from: number
  readonly many: number
  readonly seed: number | undefined
}

/** Rows of a block, about: what a thread holds at a time. */
const ROWS = 1 << 18
/** Blocks for each thread that are asked for before they are needed, so that nobody idles and memory stays bounded. */
const AHEAD = 2
const WORKER = new URL('./worker.js', import.meta.url)

/** People in blocks, in the order of their numbers. What a block holds follows from its seed alone, so that it does not matter how many threads there are. */
export async function* peopleOf(making: Making, model: Model, on: Context): AsyncGenerator<MadeUp> {
  const blocks = blocksOf(model, on.random)
  // Where there are no compiled workers (source, tests) or little to do, this thread does it.
  const threads = blocks.length < 2 * on.threads || !existsSync(WORKER) ? 1 : on.threads
  const workers =
    threads === 1 ? inThisThread(making, model) : startWorkers<Block, MadeUp>(WORKER, making, threads, on.signal)
  try {
    const asked: Promise<MadeUp>[] = []
    for (const block of blocks) {
      on.signal?.throwIfAborted()
      asked.push(workers.run(block))
      // One that fails is told when its turn comes, not before.
      asked.at(-1)!.catch(() => {})
      if (asked.length > AHEAD * threads) yield await asked.shift()!
    }
    for (const each of asked) yield await each
  } finally {
    await workers.close()
  }
}

function blocksOf({ people, meanHistory }: Model, random: Random): Block[] {
  const many = Math.max(1, Math.ceil(ROWS / meanHistory))
  return Array.from({ length: Math.ceil(people / many) }, (_, i) => ({
    from: i * many,
    many: Math.min(many, people - i * many),
    seed: random.kind === 'seeded' ? random.uint32() : undefined,
  }))
}

/** What a thread does with a block. */
export function blockMaker(making: Making, model = modelOf(making.released, making.people)!) {
  return (block: Block): MadeUp =>
    makeUp(model, making.composed, block, block.seed === undefined ? secureRandom() : seededRandom(block.seed))
}

function inThisThread(making: Making, model: Model): Workers<Block, MadeUp> {
  const make = blockMaker(making, model)
  return { run: async (block) => make(block), close: async () => {} }
}
