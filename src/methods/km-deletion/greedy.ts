import type { Histories } from './histories.js'
import { settler } from './settle.js'

/** Entries that are left, 1 for each; and what it took. */
export interface Deletion {
  readonly alive: Uint8Array
  readonly passes: number
  readonly work: number
}

/**
 * [Burghardt] Algorithm 1: in every history, of every combination with fewer than k persons, the term of least utility goes,
 * until a pass deletes nothing. Combinations are visited by their term of least utility, the least useful first: its partners
 * are then all still there, as at the start of the pass, and what the visit deletes is that term and no other.
 */
export function greedy(all: Histories, k: number, m: number, start?: Uint8Array): Deletion {
  const alive = start?.slice() ?? new Uint8Array(all.size).fill(1)
  let passes = 0
  let work = 0
  // By increasing size: what is rare by itself is in nobody's way as a pair, and a rare pair need not be counted as a triple.
  for (let size = 1; size <= m; size++) {
    const core = settler(all, k, size)
    const dirty = new Uint8Array(all.terms).fill(1)
    for (let deleted = 1; deleted > 0; passes++) {
      deleted = 0
      for (let t = all.terms - 1; t >= 0; t--) {
        if (dirty[t] === 0) continue
        dirty[t] = 0
        deleted += keepOnly(all, alive, t, core.stay, core.settle(t, alive, alive, 'above'), dirty)
      }
    }
    work += core.work()
  }
  return { alive, passes, work }
}

/** Deletes a term wherever it does not stay, and marks the terms of less utility that lost a partner. */
function keepOnly(
  { starts, postings, history, offsets, term }: Histories,
  alive: Uint8Array,
  t: number,
  stay: () => Uint32Array,
  staying: number,
  dirty: Uint8Array,
): number {
  const list = stay()
  let next = 0
  let deleted = 0
  for (let i = starts[t] as number; i < (starts[t + 1] as number); i++) {
    const e = postings[i] as number
    if (next < staying && list[next] === e) {
      next++
      continue
    }
    if (alive[e] === 0) continue
    alive[e] = 0
    deleted++
    const end = offsets[(history[e] as number) + 1] as number
    for (let j = e + 1; j < end; j++) if (alive[j] === 1) dirty[term[j] as number] = 1
  }
  return deleted
}

/**
 * Terms are let in one by one, the most useful first, each wherever the definition then holds. Every choice is made with what
 * is more useful already settled, so that nothing is deleted for the sake of a term that goes itself later, and one pass is enough.
 */
export function admit(all: Histories, k: number, m: number, order?: Uint32Array): Deletion {
  const alive = new Uint8Array(all.size)
  const core = settler(all, k, m)
  const open = new Uint8Array(all.size).fill(1)
  for (let i = 0; i < all.terms; i++) {
    const t = order === undefined ? i : (order[i] as number)
    const staying = core.settle(t, open, alive, order === undefined ? 'above' : 'all')
    const list = core.stay()
    for (let j = 0; j < staying; j++) alive[list[j] as number] = 1
  }
  return { alive, passes: 1, work: core.work() }
}
