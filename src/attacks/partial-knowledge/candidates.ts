import type { TermSets } from './term-sets.js'

/** Who a person may be, for somebody who knows some of their terms. */
export interface Candidates {
  /** How many terms were known. */
  readonly j: number
  /** How many histories hold as many of them as any does; 0 where none holds any. */
  readonly size: number
  /** Those histories, unless there are too many to tell anything. */
  readonly sets: readonly number[]
  /** Terms beyond the known ones that all of them have. */
  readonly further: readonly number[]
}

/** Beyond so many candidates nobody looks at each. */
const MANY = 200

/**
 * Looks histories up by their terms. Terms may have been deleted, so the candidates are those that hold the most of what is known. What one knows
 * grows term by term, so each list of histories is walked once for all j.
 */
export function finder({ names, offsets, term, starts, postings }: TermSets) {
  const held = new Uint8Array(names.length)
  return (known: readonly number[]): Candidates[] => {
    const touched: number[] = []
    const having = new Uint32Array(known.length + 2) // having[n]: histories that hold n of the known terms
    const found = known.map((t, i) => {
      for (let p = starts[t]!; p < starts[t + 1]!; p++) {
        const set = postings[p]!
        if (held[set] === 0) touched.push(set)
        else having[held[set]!]!--
        having[++held[set]!]!++
      }
      let most = i + 1
      while (most > 0 && having[most] === 0) most--
      const size = most === 0 ? 0 : having[most]!
      const sets = size > MANY ? [] : touched.filter((set) => most > 0 && held[set] === most)
      return { j: i + 1, size, sets, further: common(sets).filter((other) => !known.slice(0, i + 1).includes(other)) }
    })
    for (const set of touched) held[set] = 0
    return found
  }

  /** Terms that all of some histories have. */
  function common([first, ...others]: readonly number[]): number[] {
    if (first === undefined) return []
    let left = [...term.subarray(offsets[first], offsets[first + 1])]
    for (const set of others) {
      if (left.length === 0) break
      const terms = new Set(term.subarray(offsets[set], offsets[set + 1]))
      left = left.filter((t) => terms.has(t))
    }
    return left
  }
}
