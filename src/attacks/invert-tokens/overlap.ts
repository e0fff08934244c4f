import { heap, type Room } from './crew/room.js'
import { type Graph, rowSums } from './graph.js'

/** Weights are whole numbers of 30 bits: sums do not depend on their order, and fit what the machine adds fastest. */
export const ONE = 2 ** 30

/** coocN of one side, in rows: what a hash looks at. */
export interface Normalised {
  readonly n: number
  readonly starts: Uint32Array
  readonly to: Uint32Array
  readonly weight: Int32Array
}

/**
 * coocN of the other side by neighbour, the inverted index of [Kumar07] §3.5: for each t pairs (4 r, coocN(r, t)), interleaved; those of t begin
 * with the pair of number starts[t]. The first is where r lies among numbers of 32 bits.
 */
export interface Postings {
  readonly n: number
  readonly starts: Uint32Array
  readonly entries: Int32Array
}

export function normalised(graph: Graph, sums = rowSums(graph), room: Room = heap): Normalised {
  const { n } = graph
  const [starts, to, weight] = [room.u32(n + 1), room.u32(graph.to.length), room.i32(graph.to.length)]
  starts.set(graph.starts)
  to.set(graph.to)
  for (let s = 0; s < n; s++) {
    const scale = ONE / sums[s]!
    for (let i = starts[s]!; i < starts[s + 1]!; i++) weight[i] = Math.round(graph.weight[i]! * scale)
  }
  return { n, starts, to, weight }
}

/** `width` is the number of neighbours there can be. */
export function postings({ n, starts, to, weight }: Normalised, width = n, room: Room = heap): Postings {
  const turned = room.u32(width + 1)
  for (let i = 0; i < to.length; i++) turned[to[i]! + 1]!++
  for (let t = 0; t < width; t++) turned[t + 1]! += turned[t]!
  const next = turned.slice()
  const entries = room.i32(to.length * 2)
  for (let s = 0; s < n; s++)
    for (let i = starts[s]!; i < starts[s + 1]!; i++) {
      const at = next[to[i]!]!++
      entries[2 * at] = 4 * s
      entries[2 * at + 1] = weight[i]!
    }
  return { n, starts: turned, entries }
}
