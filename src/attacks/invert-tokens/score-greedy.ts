import { type Distances, type Nearest, nearestList } from './distances.js'
import type { Mapped } from './mapping.js'

/** How many of the nearest are kept for each hash, and for those that run out of them and are looked at again. */
const KEPT = 32
const AGAIN = 256
/** The margin of a pair that had no other choice: the largest L1 distance. */
const UNRIVALLED = 2

/**
 * [Kumar07] §3.3.1: takes pairs by increasing distance (equal ones by their numbers), fixes each and drops all others of both
 * ends. The result is that of sorting all pairs; only the nearest few of each hash are ever kept.
 */
export function scoreGreedy(distances: Distances): Mapped {
  const { left, right } = distances
  const mu = new Int32Array(left).fill(-1)
  const margin = new Float64Array(left)
  const taken = new Uint8Array(right)
  const lists: Nearest[] = []
  const ends = new Int32Array(left)
  const at = new Int32Array(left)
  /** The nearest of all, and the distances of the nearest and the next. */
  const first = new Int32Array(left).fill(-1)
  const best = new Float64Array(left).fill(Number.POSITIVE_INFINITY)
  const second = new Float64Array(left).fill(Number.POSITIVE_INFINITY)
  const rivals = rivalsOf(right)
  const store = { r: new Int32Array(left * KEPT), d: new Float64Array(left * KEPT) }
  for (let l = 0; l < left; l++) {
    const part = (l + 1) * KEPT
    const list = { r: store.r.subarray(l * KEPT, part), d: store.d.subarray(l * KEPT, part) }
    const found = distances.nearest(l, taken, list)
    lists.push(list)
    ends[l] = found
    if (found > 0) {
      first[l] = list.r[0]!
      best[l] = list.d[0]!
    }
    if (found > 1) second[l] = list.d[1]!
    for (let i = 0; i < found; i++) rivals.see(l, list.r[i]!, list.d[i]!)
  }
  const refill = (l: number) => {
    const list = lists[l]!.r.length === AGAIN ? lists[l]! : nearestList(AGAIN)
    lists[l] = list
    at[l] = 0
    ends[l] = distances.nearest(l, taken, list)
    return ends[l]! > 0
  }
  const queue = queueBy(
    left,
    (l) => lists[l]!.d[at[l]!]!,
    (l) => ends[l]! > 0,
  )
  for (let l = queue.pop(); l >= 0; l = queue.pop()) {
    const { r: rs, d: ds } = lists[l]!
    const r = rs[at[l]!]!
    if (taken[r] === 0) {
      const d = ds[at[l]!]!
      taken[r] = 1
      mu[l] = r
      const other = first[l] === r ? second[l]! : best[l]!
      margin[l] = Math.min(other - d, rivals.best(l, r) - d, UNRIVALLED)
      continue
    }
    do at[l]!++
    while (at[l]! < ends[l]! && taken[rs[at[l]!]!] === 1)
    if (at[l]! < ends[l]! || refill(l)) queue.push(l)
  }
  return { mu, margin }
}

/** The two nearest hashes of each token, among those that keep it. */
function rivalsOf(right: number) {
  const who = new Int32Array(right).fill(-1)
  const nearest = new Float64Array(right).fill(Number.POSITIVE_INFINITY)
  const next = new Float64Array(right).fill(Number.POSITIVE_INFINITY)
  return {
    see(l: number, r: number, d: number): void {
      if (d < nearest[r]!) {
        next[r] = nearest[r]!
        nearest[r] = d
        who[r] = l
      } else if (d < next[r]!) next[r] = d
    },
    best: (l: number, r: number) => (who[r] === l ? next[r]! : nearest[r]!),
  }
}

/** A heap of numbers by key, then by number. Keys may only grow while a number is out of the heap. */
function queueBy(size: number, key: (l: number) => number, has: (l: number) => boolean) {
  const heap = new Int32Array(size)
  let length = 0
  const before = (a: number, b: number) => {
    const [x, y] = [key(a), key(b)]
    return x < y || (x === y && a < b)
  }
  const push = (l: number) => {
    let at = length++
    while (at > 0 && before(l, heap[(at - 1) >> 1]!)) {
      heap[at] = heap[(at - 1) >> 1]!
      at = (at - 1) >> 1
    }
    heap[at] = l
  }
  for (let l = 0; l < size; l++) if (has(l)) push(l)
  return {
    push,
    pop(): number {
      if (length === 0) return -1
      const top = heap[0]!
      const last = heap[--length]!
      let at = 0
      for (;;) {
        let child = at * 2 + 1
        if (child >= length) break
        if (child + 1 < length && before(heap[child + 1]!, heap[child]!)) child++
        if (!before(heap[child]!, last)) break
        heap[at] = heap[child]!
        at = child
      }
      heap[at] = last
      return top
    },
  }
}
