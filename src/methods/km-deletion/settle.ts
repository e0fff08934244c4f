import type { Histories } from './histories.js'
import { peeler } from './peel.js'

/** Which of a history's other terms an entry is combined with: those of more utility, or all. */
export type Partners = 'above' | 'all'

export interface Settler {
  /**
   * For one term, with all others as they stand in `alive`: the largest set of its `open` entries such that every
   * combination of at most m terms with it has k persons. Gives their number; they are in `stay`.
   *
   * Sets that satisfy this can be united, so the largest is unique: what remains when entries with a rare combination are taken
   * away until there is none.
   */
  settle(t: number, open: Uint8Array, alive: Uint8Array, partners: Partners): number
  stay(): Uint32Array
  /** Partners looked at so far: a measure of work that does not depend on the machine. */
  work(): number
}

/** Settles terms one after another, in any order, on histories of which parts come and go. */
export function settler(all: Histories, k: number, m: number): Settler {
  const { owner, offsets, term, history, starts, postings } = all
  const core = peeler(all.terms, k, m, all.persons === owner.length)
  const g = core.gathered
  let stay = new Uint32Array(0)
  let work = 0

  /** Lists the open entries of a term and the living partners of each. False if they are of fewer than k persons. */
  function gather(t: number, open: Uint8Array, alive: Uint8Array, partners: Partners): boolean {
    const from = starts[t]!
    const to = starts[t + 1]!
    core.candidates(to - from)
    let size = 0
    for (let i = from; i < to; i++) {
      const e = postings[i]!
      if (open[e] === 0) continue
      g.entry[size] = e
      g.owner[size] = owner[history[e]!]!
      g.gone[size++] = 0
    }
    g.size = size
    g.live = size
    if (core.persons() < k) return false
    let at = 0
    for (let i = 0; i < size; i++) {
      const e = g.entry[i]!
      const h = history[e]!
      const end = partners === 'above' ? e : offsets[h + 1]!
      const begin = offsets[h]!
      core.partners(at + end - begin)
      const list = g.partner
      work += end - begin
      for (let j = begin; j < end; j++) if (alive[j] === 1 && j !== e) list[at++] = term[j]!
      g.from[i + 1] = at
    }
    return true
  }

  return {
    settle(t, open, alive, partners) {
      if (!gather(t, open, alive, partners) || !core.settle()) return 0
      if (stay.length < g.size) stay = new Uint32Array(g.entry.length)
      let n = 0
      for (let i = 0; i < g.size; i++) if (g.gone[i] === 0) stay[n++] = g.entry[i]!
      return n
    },
    stay: () => stay,
    work: () => work + core.work(),
  }
}
