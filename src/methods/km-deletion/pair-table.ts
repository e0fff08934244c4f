import type { Histories } from './histories.js'

/** Which terms of a history may stand together, by places within it. */
export interface PairTable {
  /** 1 + the number of a pair that k histories have, 0 for others: of places i and j of history h at[h] + i n + j, n being its length. */
  readonly matrix: Uint32Array
  readonly at: Float64Array
  readonly pairs: number
  readonly longest: number
}

export function cellsOf({ offsets }: Histories): number {
  let cells = 0
  for (let h = 0; h + 1 < offsets.length; h++) cells += (offsets[h + 1]! - offsets[h]!) ** 2
  return cells
}

export function pairTable(all: Histories, k: number): PairTable {
  const { offsets, term, terms, history, starts, postings } = all
  const at = new Float64Array(offsets.length)
  let longest = 0
  for (let h = 0; h + 1 < offsets.length; h++) {
    const n = offsets[h + 1]! - offsets[h]!
    longest = Math.max(longest, n)
    at[h + 1] = at[h]! + n * n
  }
  const matrix = new Uint32Array(at[offsets.length - 1]!)
  const count = new Uint32Array(terms)
  const number = new Uint32Array(terms)
  let pairs = 0
  for (let t = 0; t < terms; t++) {
    const mine = postings.subarray(starts[t], starts[t + 1])
    for (const e of mine) for (let j = offsets[history[e]!]!; j < e; j++) count[term[j]!]!++
    for (const e of mine) {
      const h = history[e]!
      const o = offsets[h]!
      const n = offsets[h + 1]! - o
      for (let j = o; j < e; j++) {
        const p = term[j]!
        if (count[p]! < k) continue
        if (number[p] === 0) number[p] = ++pairs
        matrix[at[h]! + (e - o) * n + j - o] = matrix[at[h]! + (j - o) * n + e - o] = number[p]!
      }
    }
    for (const e of mine)
      for (let j = offsets[history[e]!]!; j < e; j++) {
        count[term[j]!] = 0
        number[term[j]!] = 0
      }
  }
  return { matrix, at, pairs, longest }
}
