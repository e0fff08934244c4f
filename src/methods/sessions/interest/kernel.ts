import { loadKernel } from '../../../base/kernels.js'
import type { Rules } from './rules.js'

interface Global {
  readonly value: number
}

/** What kernels/interest.ts exports. Addresses and lengths are bytes. */
export interface InterestKernel {
  readonly memory: WebAssembly.Memory
  setRules(levenshtein: number, jaccard: number, few: number): void
  roomFor(bytes: number): number
  split(bytes: number): number
  readonly answers: Global
  openBatch(): void
  column(nth: number, bytes: number): number
  scatter(rows: number, parts: number, pieces: number): void
  readonly laidOut: Global
  readonly ends: Global
}

let compiled: WebAssembly.Module | undefined

/** A fresh kernel with memory of its own. */
export function interestKernel(): InterestKernel {
  compiled ??= loadKernel('interest')
  const imports = {
    env: {
      abort: () => {
        throw new Error('the kernel for interests ran out of memory')
      },
    },
  }
  return new WebAssembly.Instance(compiled, imports).exports as unknown as InterestKernel
}

/** Histories of fewer distinct texts than this are compared text by text. */
const FEW = 600

/** A function from the rows of a part of a log, as `layOut` makes them, to (row, cluster) for each. */
export function splitter(rules: Rules, few = FEW): (bytes: number, fill: (room: Uint8Array) => void) => Uint32Array {
  const kernel = interestKernel()
  kernel.setRules(rules.levenshtein, rules.jaccard, few)
  return (bytes, fill) => {
    const room = kernel.roomFor(bytes)
    fill(new Uint8Array(kernel.memory.buffer, room, bytes))
    const rows = kernel.split(bytes)
    return new Uint32Array(kernel.memory.buffer, kernel.answers.value, 2 * rows).slice()
  }
}
