import { address, put } from '../../base/kernels.js'
import type { Space } from '../space.js'
import type { SyntacticData } from './data.js'
import { kernelFor, putUsers, type SyntacticKernel } from './kernel.js'
import { type Orders, orders } from './orders.js'

/** The syntactic distance between users [Erola13] §5.3.1.2, with what it took. */
export interface SyntacticSpace extends Space {
  /** The distance, or any number of at least `limit` if it is no less than that. */
  distance(u: number, v: number, limit?: number): number
  /** How many edit distances had to be computed. */
  computed(): number
  readonly learnt: Learnt
}

/** What a space can take over from one of the same texts, whose users are its first ones. That one is then no longer of use. */
export interface Learnt extends Orders {
  readonly kernel: SyntacticKernel
}

/**
 * Six times the distance of two rows is `base + 2 H`: base from time, rank, host and number of terms, which are cheap, and H,
 * the Hausdorff distance of the words, from 0 to 1. A row counts only if it is farther from the other history than all rows
 * before it, so one partner whose base is 2 below what was shown is enough to pass over it without a look at words. That works if
 * outliers come first and, of their partners, those in the middle: rows are kept in both orders, and what decided moves forward.
 */
export function syntacticSpace(data: SyntacticData, learnt?: Learnt): SyntacticSpace {
  const kernel = learnt?.kernel ?? kernelFor(data)
  putUsers(kernel, data)
  const known = orders(data, kernel.base, learnt)
  put(kernel, kernel.outliers, known.outliers)
  put(kernel, kernel.partners, known.partners)
  const size = data.clicked.length
  const asked = new Uint32Array(kernel.memory.buffer, address(kernel.asked), size)
  const found = new Float32Array(kernel.memory.buffer, address(kernel.found), size)
  return {
    size,
    learnt: { ...known, kernel },
    computed: () => kernel.computed.value,
    distance: (u, v, limit = Number.POSITIVE_INFINITY) => kernel.distance(u, v, limit),
    within: kernel.distance,
    block(rows, columns, out) {
      asked.set(columns)
      for (const [i, u] of rows.entries()) {
        kernel.distances(u, columns.length)
        out.set(found.subarray(0, columns.length), i * columns.length)
      }
    },
  }
}
