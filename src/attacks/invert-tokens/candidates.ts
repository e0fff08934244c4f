import type { Crew } from './crew/index.js'
import type { KernelCall } from './crew/kernel.js'
import { type Distances, nearestList } from './distances.js'

/** For some hashes the nearest tokens: the list of the i-th from i x limit on, `found[i]` long, by distance and number. */
export interface Lists {
  readonly found: Int32Array
  readonly r: Int32Array
  readonly d: Float64Array
}

/** Where score greedy looks for pairs. */
export interface Candidates {
  readonly left: number
  readonly right: number
  /** The longest list that is to be had. */
  readonly most: number
  /** A list shorter than `limit` holds all there are. */
  nearest(rows: Int32Array, taken: Uint8Array, limit: number): Promise<Lists>
  /** From now on only those that are not taken are asked for. */
  narrow?(taken: Uint8Array): void
  /** Tokens that the lists leave out, because nothing is shared. */
  readonly apart?: Apart
}

/** Pairs that share nothing: how far they are depends on each end alone, so one order serves all hashes. */
export interface Apart {
  /** Tokens, the nearest first. */
  readonly order: Int32Array
  distance(l: number, r: number): number
}

/** All pairs, by the distances of this thread. */
export function fromDistances(distances: Distances): Candidates {
  const { left, right } = distances
  return {
    left,
    right,
    most: right,
    async nearest(rows, taken, limit) {
      const found = new Int32Array(rows.length)
      const r = new Int32Array(rows.length * limit)
      const d = new Float64Array(rows.length * limit)
      const list = nearestList(limit)
      rows.forEach((l, i) => {
        found[i] = distances.nearest(l, taken, list)
        r.set(list.r.subarray(0, found[i]), i * limit)
        d.set(list.d.subarray(0, found[i]), i * limit)
      })
      return { found, r, d }
    },
  }
}

/** What a kernel is asked for: its name, the bytes of scratch beside the sums, and its arguments behind the first four. */
export interface KernelQuestion {
  readonly call: KernelCall
  readonly scratch: number
  readonly args: readonly number[]
  readonly narrow?: (taken: Uint8Array) => void
  readonly apart?: Apart
}

/** By a kernel, whose first arguments are the question, the range and the thread's own sums. */
export function fromKernel(
  crew: Crew,
  size: { readonly left: number; readonly right: number; readonly most: number },
  question: KernelQuestion,
): Candidates {
  return {
    ...size,
    ...(question.narrow ? { narrow: question.narrow } : {}),
    ...(question.apart ? { apart: question.apart } : {}),
    async nearest(rows, taken, limit) {
      const { room } = crew
      const mark = room.mark()
      const asked = room.u32(7)
      const numbers = room.i32(rows.length)
      numbers.set(rows)
      const closed = room.u8(size.right)
      closed.set(taken)
      const found = room.i32(rows.length)
      const r = room.i32(rows.length * limit)
      const d = room.f64(rows.length * limit)
      asked.set([
        numbers.byteOffset,
        closed.byteOffset,
        size.right,
        limit,
        found.byteOffset,
        r.byteOffset,
        d.byteOffset,
      ])
      await crew.run(question.call, rows.length, 4 * size.right + 32 + question.scratch, (from, to, sums) => [
        asked.byteOffset,
        from,
        to,
        sums,
        ...question.args,
      ])
      const lists = { found: found.slice(), r: r.slice(), d: d.slice() }
      room.release(mark)
      return lists
    },
  }
}
