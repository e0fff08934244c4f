import { type LogFormat, lines } from './format.js'
import { history } from './generate.js'
import type { Resolved } from './options.js'
import { truth } from './truth.js'
import type { World } from './world.js'

/** The bytes of some users in a row, made on any thread. */
export interface Block {
  readonly number: number
  readonly rows: number
  readonly log: Uint8Array<ArrayBuffer>
  readonly truth: Uint8Array<ArrayBuffer>
}

export interface BlockPlan {
  readonly options: Resolved
  readonly format: LogFormat
  readonly withTruth: boolean
  /** Users a block. */
  readonly size: number
  readonly blocks: number
}

/** About 30,000 lines a block: enough to pay for the way between threads, few enough to hold several of them. */
export function planBlocks(options: Resolved, format: LogFormat, withTruth: boolean): BlockPlan {
  const { medianQueries, spread } = options.parameters
  const linesPerUser = 1 + (medianQueries * (1 + spread * spread) * options.days) / 92
  const size = Math.max(1, Math.floor(30_000 / linesPerUser))
  return { options, format, withTruth, size, blocks: Math.ceil(options.users / size) }
}

const encoder = new TextEncoder()

export function makeBlock(world: World, plan: BlockPlan, number: number): Block {
  const end = Math.min(plan.options.users, (number + 1) * plan.size)
  let log = ''
  let known = ''
  let rows = 0
  for (let index = number * plan.size; index < end; index++) {
    const one = history(world, plan.options, index)
    log += lines(plan.format, one)
    if (plan.withTruth) known += truth(one)
    rows += one.rows.length
  }
  return { number, rows, log: encoder.encode(log), truth: encoder.encode(known) }
}
