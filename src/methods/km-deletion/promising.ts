import { wider } from '../../base/numbers.js'
import type { Histories } from './histories.js'

/** Terms that stand alone, or with one other, in the way of entries worth a good part of their own, and what they keep out. */
export function promising(
  all: Histories,
  k: number,
  alive: Uint8Array,
  worth: Float64Array,
): { term: number; keptOut: Uint32Array }[] {
  const { terms, starts, postings, history, offsets, term } = all
  const count = new Uint32Array(terms)
  const own = new Float64Array(terms)
  const credit = new Float64Array(terms)
  const kept = pairs(terms)
  for (let e = 0; e < all.size; e++) if (alive[e] === 1) own[term[e]!]! += worth[e]!
  const partners = (e: number, visit: (t: number) => void) => {
    const h = history[e]!
    for (let j = offsets[h]!; j < offsets[h + 1]!; j++) if (alive[j] === 1) visit(term[j]!)
  }
  const inTheWay: number[] = []
  for (let t = 0; t < terms; t++) {
    const mine = postings.subarray(starts[t], starts[t + 1])
    if (mine.every((e) => alive[e] === 1)) continue
    for (const e of mine)
      partners(e, (p) => {
        count[p]!++
      })
    for (const e of mine) {
      if (alive[e] === 1) continue
      inTheWay.length = 0
      partners(e, (p) => {
        if (count[p]! < k) inTheWay.push(p)
      })
      if (inTheWay.length > 2) continue
      for (const p of inTheWay) {
        credit[p]! += worth[e]! / inTheWay.length
        kept.add(p, t)
      }
    }
    for (const e of mine)
      partners(e, (p) => {
        count[p] = 0
      })
  }
  const ratio = (p: number) => credit[p]! / own[p]!
  const by = kept.grouped()
  return Array.from({ length: terms }, (_, p) => p)
    .filter((p) => credit[p]! > 0 && ratio(p) > 0.3)
    .sort((a, b) => ratio(b) - ratio(a) || a - b)
    .map((p) => ({ term: p, keptOut: by(p) }))
}

/** Pairs of terms, each once, to be added by rising second term and asked for by the first. */
function pairs(terms: number) {
  let list = new Uint32Array(1 << 16)
  let size = 0
  const last = new Uint32Array(terms) // 1 + the second term added last
  return {
    add(first: number, second: number): void {
      if (last[first] === second + 1) return
      last[first] = second + 1
      if (size === list.length) list = wider(list)
      list[size++] = first
      list[size++] = second
    },
    grouped(): (first: number) => Uint32Array {
      const starts = new Uint32Array(terms + 1)
      for (let i = 0; i < size; i += 2) starts[list[i]! + 1]!++
      for (let t = 0; t < terms; t++) starts[t + 1]! += starts[t]!
      const next = starts.slice()
      const seconds = new Uint32Array(size / 2)
      for (let i = 0; i < size; i += 2) seconds[next[list[i]!]!++] = list[i + 1]!
      return (first) => seconds.subarray(starts[first], starts[first + 1])
    },
  }
}
