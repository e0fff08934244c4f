import { type Deeper, deeper } from './deeper.js'
import type { Gathered } from './gathered.js'
import type { Histories } from './histories.js'

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

/** The counting core. There is no table of combinations: partners are counted in dense arrays, term by term. */
export function settler(all: Histories, k: number, m: number): Settler {
  const { owner, offsets, term, history, starts, postings } = all
  const single = all.persons === owner.length
  const g: Gathered = {
    size: 0,
    live: 0,
    entry: new Uint32Array(0),
    owner: new Uint32Array(0),
    gone: new Uint8Array(0),
    from: new Uint32Array(1),
    partner: new Uint32Array(1 << 16),
    persons: new Uint32Array(all.terms),
  }
  const last = new Uint32Array(single ? 0 : all.terms)
  const triples: Deeper | undefined = m >= 3 ? deeper(all.terms, k, m, single) : undefined
  let stay = new Uint32Array(0)
  let work = 0

  /** Lists the open entries of a term and the living partners of each. False if they are of fewer than k persons. */
  function gather(t: number, open: Uint8Array, alive: Uint8Array, partners: Partners): boolean {
    const from = starts[t] as number
    const to = starts[t + 1] as number
    if (to - from > g.entry.length) {
      const room = 2 * (to - from)
      g.entry = new Uint32Array(room)
      g.owner = new Uint32Array(room)
      g.gone = new Uint8Array(room)
      g.from = new Uint32Array(room + 1)
      stay = new Uint32Array(room)
    }
    let size = 0
    for (let i = from; i < to; i++) {
      const e = postings[i] as number
      if (open[e] === 0) continue
      g.entry[size] = e
      g.owner[size] = owner[history[e] as number] as number
      g.gone[size++] = 0
    }
    g.size = size
    g.live = size
    if (persons() < k) return false
    let at = 0
    let list = g.partner
    for (let i = 0; i < size; i++) {
      const e = g.entry[i] as number
      const h = history[e] as number
      const end = partners === 'above' ? e : (offsets[h + 1] as number)
      const begin = offsets[h] as number
      if (at + end - begin > list.length) {
        list = new Uint32Array(2 * (at + end - begin))
        list.set(g.partner)
        g.partner = list
      }
      work += end - begin
      for (let j = begin; j < end; j++) if (alive[j] === 1 && j !== e) list[at++] = term[j] as number
      g.from[i + 1] = at
    }
    return true
  }

  /** Persons among the living candidates. */
  function persons(): number {
    if (single) return g.live
    let n = 0
    let before = -1
    for (let i = 0; i < g.size; i++) {
      if (g.gone[i] === 1 || g.owner[i] === before) continue
      before = g.owner[i] as number
      n++
    }
    return n
  }

  function count(): void {
    const { from, partner, persons: counts } = g
    if (single) {
      const end = from[g.size] as number
      for (let j = 0; j < end; j++) counts[partner[j] as number]!++
    } else {
      clear()
      for (let i = 0; i < g.size; i++) {
        if (g.gone[i] === 1) continue
        const who = (g.owner[i] as number) + 1
        const end = from[i + 1] as number
        for (let j = from[i] as number; j < end; j++) {
          const p = partner[j] as number
          if (last[p] === who) continue
          last[p] = who
          counts[p]!++
        }
      }
    }
  }

  function clear(): void {
    const { partner, persons: counts } = g
    const end = g.from[g.size] as number
    for (let j = 0; j < end; j++) counts[partner[j] as number] = 0
    if (!single) for (let j = 0; j < end; j++) last[partner[j] as number] = 0
  }

  /** Takes away whoever has a pair with fewer than k persons, until nobody has. */
  function peel(): void {
    const { from, partner, persons: counts, gone } = g
    for (let again = true; again; ) {
      again = false
      for (let i = 0; i < g.size; i++) {
        if (gone[i] === 1) continue
        const begin = from[i] as number
        const end = from[i + 1] as number
        let j = begin
        while (j < end && (counts[partner[j] as number] as number) >= k) j++
        if (j === end) continue
        gone[i] = 1
        g.live--
        if (!single) again = true
        else for (let x = begin; x < end; x++) if (--counts[partner[x] as number]! === k - 1) again = true
      }
      if (again && !single) count()
    }
  }

  /** Takes away whoever has a larger combination with fewer than k persons. Gives how many. */
  function peelDeeper(): number {
    const { from, partner, persons: counts } = g
    // With just k persons, every partner is one of all of them, and so is every combination.
    if (triples === undefined || (single && g.live <= k)) return 0
    const before = g.live
    const lost = triples.peel(g)
    if (single)
      for (const i of lost)
        for (let x = from[i] as number; x < (from[i + 1] as number); x++) counts[partner[x] as number]!--
    else if (lost.length > 0) count()
    return before - g.live
  }

  return {
    settle(t, open, alive, partners) {
      if (!gather(t, open, alive, partners)) return 0
      if (m >= 2) {
        count()
        do peel()
        while (peelDeeper() > 0)
        clear()
      }
      if (persons() < k) return 0
      let n = 0
      for (let i = 0; i < g.size; i++) if (g.gone[i] === 0) stay[n++] = g.entry[i] as number
      return n
    },
    stay: () => stay,
    work: () => work + (triples?.work() ?? 0),
  }
}
