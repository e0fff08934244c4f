import { fail } from '../../base/errors.js'
import { wider } from '../../base/numbers.js'
import type { Mapped, Mapping } from './mapping.js'
import { type Normalised, ONE, postings } from './overlap.js'

/** All pairs have a place of their own. */
const DENSE = 8192

/**
 * [Kumar07] §3.5: from a bootstrap mapping, takes the closest open pair, fixes it, and brings nearer all open pairs of which one co-occurs
 * with each end. Every open pair starts at distance 1; what is subtracted is the overlap, so the distance is half of L1.
 */
export function continuousHeap(bootstrap: Mapping, left: Normalised, right: Normalised): Mapped {
  const [n, width] = [left.n, right.n]
  if (Math.max(n, width) > DENSE)
    fail('usage', 'the heap holds all pairs, and there are too many', `Use at most --vocabulary ${DENSE}.`)
  const mu = new Int32Array(n).fill(-1)
  const taken = new Uint8Array(width)
  const nearness = new Int32Array(n * width)
  const margin = new Float64Array(n)
  // A lazy heap: a pair is pushed again whenever it comes nearer, and stale entries are passed over.
  const heap = maxHeap()
  const [theirs, mine] = [neighboursOf(right), neighboursOf(left)]
  const fix = (l: number, r: number) => {
    mu[l] = r
    taken[r] = 1
    mine(l, (other, p) => {
      if (mu[other]! >= 0) return
      theirs(r, (candidate, q) => {
        if (taken[candidate] === 1) return
        const at = other * width + candidate
        nearness[at]! += p < q ? p : q
        heap.push(nearness[at]!, at)
      })
    })
  }
  bootstrap.forEach((r, l) => {
    if (r >= 0 && l < n && r < width) fix(l, r)
  })
  for (let top = heap.pop(); top !== undefined; top = heap.pop()) {
    const [l, r] = [Math.floor(top.at / width), top.at % width]
    if (mu[l]! >= 0 || taken[r] === 1 || nearness[top.at] !== top.key) continue
    let second = 0
    for (let other = 0; other < width; other++)
      if (other !== r && taken[other] === 0) second = Math.max(second, nearness[l * width + other]!)
    margin[l] = (top.key - second) / ONE
    fix(l, r)
  }
  // Pairs that share no neighbour are all equally far: by frequency.
  let free = 0
  for (let l = 0; l < n; l++) {
    if (mu[l]! >= 0) continue
    while (free < width && taken[free] === 1) free++
    if (free === width) break
    mu[l] = free
    taken[free] = 1
  }
  return { mu, margin }
}

/** The tokens that co-occur with t, and coocN(them, t). */
function neighboursOf(side: Normalised) {
  const { starts, entries } = postings(side)
  return (t: number, see: (s: number, p: number) => void) => {
    for (let i = starts[t]!; i < starts[t + 1]!; i++) see(entries[2 * i]! >> 2, entries[2 * i + 1]!)
  }
}

/** A heap of (key, place) in growing typed arrays; equal keys by the lower place. */
function maxHeap() {
  let keys = new Int32Array(1 << 16)
  let places = new Float64Array(1 << 16)
  let length = 0
  const before = (k1: number, p1: number, k2: number, p2: number) => k1 > k2 || (k1 === k2 && p1 < p2)
  return {
    push(key: number, place: number): void {
      if (length === keys.length) {
        keys = wider(keys)
        places = wider(places)
      }
      let at = length++
      while (at > 0) {
        const up = (at - 1) >> 1
        if (!before(key, place, keys[up]!, places[up]!)) break
        keys[at] = keys[up]!
        places[at] = places[up]!
        at = up
      }
      keys[at] = key
      places[at] = place
    },
    pop(): { readonly key: number; readonly at: number } | undefined {
      if (length === 0) return undefined
      const top = { key: keys[0]!, at: places[0]! }
      const [key, place] = [keys[--length]!, places[length]!]
      let at = 0
      for (;;) {
        let child = at * 2 + 1
        if (child >= length) break
        if (child + 1 < length && before(keys[child + 1]!, places[child + 1]!, keys[child]!, places[child]!)) child++
        if (!before(keys[child]!, places[child]!, key, place)) break
        keys[at] = keys[child]!
        places[at] = places[child]!
        at = child
      }
      keys[at] = key
      places[at] = place
      return top
    },
  }
}
