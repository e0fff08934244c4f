import type { Baskets } from './corpus.js'

/** Where tokens stand: alone; first and last of two; first, last and inside of three, four, five or more. */
export const PLACES = 12

export interface Places {
  /** PLACES numbers for each token. */
  readonly counts: Float64Array
  readonly total: Float64Array
}

/** How often each token stands where, in queries of which length. */
export function places(
  { starts, ids, times }: Baskets,
  n: number,
  ordered: boolean,
  weight: (times: number) => number,
): Places {
  const counts = new Float64Array(n * PLACES)
  const total = new Float64Array(n)
  for (let b = 0; b < times.length; b++) {
    const length = starts[b + 1]! - starts[b]!
    const worth = weight(times[b]!)
    for (let i = 0; i < length; i++) {
      const id = ids[starts[b]! + i]!
      if (id >= n) continue
      counts[id * PLACES + place(i, length, ordered)]! += worth
      total[id]! += worth
    }
  }
  return { counts, total }
}

function place(i: number, length: number, ordered: boolean): number {
  if (length === 1) return 0
  const inside = !ordered || i === 0 ? 0 : i === length - 1 ? 1 : 2
  return length === 2 ? 1 + inside : 3 + (Math.min(length, 5) - 3) * 3 + inside
}
