import { type Deeper, deeper } from './deeper.js'
import { type Gathered, nobodyGathered, roomForCandidates, roomForPartners } from './gathered.js'

/** Takes candidates away until every combination of at most m terms with theirs has k persons. */
export interface Peeler {
  readonly gathered: Gathered
  /** Makes place for so many candidates. */
  candidates(n: number): void
  /** Makes place for so many partners, after those that are there. */
  partners(n: number): void
  /** Persons among the candidates that are left. */
  persons(): number
  /** To be called with all candidates and their partners gathered. False if fewer than k persons are left. */
  settle(): boolean
  /** Places of larger combinations looked at so far. */
  work(): number
}

/** What the counting core works with. */
interface Core {
  readonly g: Gathered
  readonly terms: number
  readonly k: number
  /** Has every person one candidate only? */
  readonly single: boolean
  /** Who was counted last with each partner, and one; of no length where persons have one candidate. */
  readonly last: Uint32Array
  readonly triples: Deeper | undefined
}

/** The counting core. There is no table of combinations: partners are counted in dense arrays, term by term. */
export function peeler(terms: number, k: number, m: number, single: boolean): Peeler {
  const g = nobodyGathered(terms)
  const triples = m >= 3 ? deeper(terms, k, m, single) : undefined
  const core: Core = { g, terms, k, single, last: new Uint32Array(single ? 0 : terms), triples }
  return {
    gathered: g,
    candidates: (n) => roomForCandidates(g, n),
    partners: (n) => roomForPartners(g, n),
    persons: () => persons(core),
    settle() {
      if (m >= 2) {
        count(core)
        do peel(core)
        while (peelDeeper(core) > 0)
        clear(core)
      }
      return persons(core) >= k
    },
    work: () => triples?.work() ?? 0,
  }
}

function persons({ g, single }: Core): number {
  if (single) return g.live
  let n = 0
  let before = -1
  for (let i = 0; i < g.size; i++) {
    if (g.gone[i] === 1 || g.owner[i] === before) continue
    before = g.owner[i]!
    n++
  }
  return n
}

function count(core: Core): void {
  const { g, last } = core
  const { from, partner, persons: counts } = g
  if (core.single) {
    const end = from[g.size]!
    for (let j = 0; j < end; j++) counts[partner[j]!]!++
    return
  }
  clear(core)
  for (let i = 0; i < g.size; i++) {
    if (g.gone[i] === 1) continue
    const who = g.owner[i]! + 1
    const end = from[i + 1]!
    for (let j = from[i]!; j < end; j++) {
      const p = partner[j]!
      if (last[p] === who) continue
      last[p] = who
      counts[p]!++
    }
  }
}

function clear({ g, terms, single, last }: Core): void {
  const { partner, persons: counts } = g
  const end = g.from[g.size]!
  if (end > terms) counts.fill(0)
  else for (let j = 0; j < end; j++) counts[partner[j]!] = 0
  if (single) return
  if (end > terms) last.fill(0)
  else for (let j = 0; j < end; j++) last[partner[j]!] = 0
}

/** Takes away whoever has a pair with fewer than k persons, until nobody has. */
function peel(core: Core): void {
  const { g, k, single } = core
  const { from, partner, persons: counts, gone } = g
  for (let again = true; again; ) {
    again = false
    for (let i = 0; i < g.size; i++) {
      if (gone[i] === 1) continue
      const begin = from[i]!
      const end = from[i + 1]!
      let j = begin
      while (j < end && counts[partner[j]!]! >= k) j++
      if (j === end) continue
      gone[i] = 1
      g.live--
      if (!single) again = true
      else for (let x = begin; x < end; x++) if (--counts[partner[x]!]! === k - 1) again = true
    }
    if (again && !single) count(core)
  }
}

/** Takes away whoever has a larger combination with fewer than k persons. Gives how many. */
function peelDeeper(core: Core): number {
  const { g, k, single, triples } = core
  const { from, partner, persons: counts } = g
  // With just k persons, every partner is one of all of them, and so is every combination.
  if (triples === undefined || (single && g.live <= k)) return 0
  const before = g.live
  const lost = triples.peel(g)
  if (single) for (const i of lost) for (let x = from[i]!; x < from[i + 1]!; x++) counts[partner[x]!]!--
  else if (lost.length > 0) count(core)
  return before - g.live
}
