import { existsSync } from 'node:fs'
import { loadKernel } from '../../../base/kernels.js'
import { startWorkers } from '../../../base/workers.js'
import type { Baskets } from '../corpus.js'
import type { Counted, Counting } from '../graph.js'
import { instance, type KernelCall, perform, type Task } from './kernel.js'
import { type Stack, stackIn } from './room.js'

/** Threads that run kernels over one memory. */
export interface Crew {
  readonly room: Stack
  /** Calls a kernel for numbers from 0 to `total`, in parts; each thread has `scratch` bytes of its own, all zero. */
  run(call: KernelCall, total: number, scratch: number, args: Args): Promise<void>
  /** Counts both sides at once. */
  count(sides: readonly [Counting, Counting]): Promise<[Counted, Counted]>
  close(): Promise<void>
}

/** The arguments of a call for the numbers from `from` to `to`. */
export type Args = (from: number, to: number, scratch: number) => readonly number[]

/** Parts that each thread gets of a call, so that all end together though the first are the longest; and the least that is worth a message. */
const PARTS = 32
const LEAST = 16
/** Pages of memory that there can be: all that a kernel can address. */
const PAGES = 65_536

const WORKER = new URL('./worker.js', import.meta.url)

/** In this thread where there is one only, or no compiled worker (source, tests). */
export function openCrew(threads: number, signal?: AbortSignal): Crew {
  const memory = new WebAssembly.Memory({ initial: 1, maximum: PAGES, shared: true })
  const module = loadKernel('invert')
  const hands =
    threads <= 1 || !existsSync(WORKER)
      ? [here(module, memory)]
      : Array.from({ length: threads }, () =>
          startWorkers<Task, Counted | undefined>(WORKER, { module, memory }, 1, signal),
        )
  const room = stackIn(memory)
  return {
    room,
    async run(call, total, scratch, args) {
      const mark = room.mark()
      const size = Math.max(LEAST, Math.ceil(total / (PARTS * hands.length)))
      let next = 0
      await Promise.all(
        hands.map(async (hand) => {
          const own = room.u8(scratch).byteOffset
          for (let from = next; from < total; from = next) {
            next = Math.min(total, from + size)
            await hand.run({ call, args: args(from, next, own) })
          }
        }),
      )
      room.release(mark)
    },
    count: ([left, right]) =>
      Promise.all([
        hands[0]!.run({ count: numbersOf(left) }),
        hands.at(-1)!.run({ count: numbersOf(right) }),
      ]) as Promise<[Counted, Counted]>,
    close: async () => {
      await Promise.all(hands.map((hand) => hand.close()))
    },
  }
}

/** Calls kernels in this thread. */
function here(module: WebAssembly.Module, memory: WebAssembly.Memory) {
  const kernel = instance(module, memory)
  return {
    run: async (task: Task) => perform(kernel, task),
    close: async () => {},
  }
}

/** Without the texts, which other threads do not need. */
function numbersOf(counting: Counting): Counting {
  return { ...counting, baskets: basketsOf(counting.baskets) }
}

function basketsOf({ starts, ids, times, clear, wider }: Baskets): Baskets {
  return { starts, ids, times, clear, ...(wider ? { wider: basketsOf(wider) } : {}) }
}
