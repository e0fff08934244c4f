import { address, type Global, newKernel } from '../../../base/kernels.js'
import type { Rules } from './rules.js'

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

/** A fresh kernel with memory of its own. */
export function interestKernel(): InterestKernel {
  return newKernel('interest')
}

/** Histories of fewer distinct texts than this are compared text by text. */
const FEW = 600

/** A function from the rows of a part of a log, as `layOut` makes them, to (row, cluster) for each. */
export function splitter(rules: Rules, few = FEW): (bytes: number, fill: (room: Uint8Array) => void) => Uint32Array {
  const kernel = interestKernel()
  kernel.setRules(rules.levenshtein, rules.jaccard, few)
  return (bytes, fill) => {
    const room = address({ value: kernel.roomFor(bytes) })
    fill(new Uint8Array(kernel.memory.buffer, room, bytes))
    const rows = kernel.split(bytes)
    return new Uint32Array(kernel.memory.buffer, address(kernel.answers), 2 * rows).slice()
  }
}
