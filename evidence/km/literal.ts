import type { Entries } from '../../src/methods/km-deletion/histories.js'
import type { Chance } from '../../src/random/quick.js'

/** How a literal run goes, where the source leaves it open. */
export interface Reading {
  /** Which term of a rare pair goes: any, drawn anew each time, or the one that stands last by `rank`. */
  readonly rank?: ArrayLike<number>
  /** Visits pairs of which a term has gone already, as the loop is printed. */
  readonly visitsGone?: boolean
  /** In which order the pairs of a history are visited. */
  readonly order: 'as asked' | 'shuffled'
}

/**
 * [Burghardt] Algorithm 1 for m = 2, to the letter: history by history, pair by pair, supports updated after each deletion, until a pass deletes
 * nothing. Entries that are left, 1 for each.
 */
export function literal(entries: Entries, k: number, reading: Reading, chance: Chance): Uint8Array {
  const { owner, terms, term, history } = entries
  const starts = new Uint32Array(owner.length + 1)
  for (const h of history) starts[h + 1]!++
  for (let h = 0; h < owner.length; h++) starts[h + 1]! += starts[h]!
  const alive = new Uint8Array(term.length).fill(1)
  const single = new Uint32Array(terms)
  for (const t of term) single[t]!++
  // A rare term is a rare combination by itself, and goes first: only so do pairs with it not count.
  for (let e = 0; e < term.length; e++) if (single[term[e]!]! < k) alive[e] = 0
  const key = (a: number, b: number) => (a < b ? a * terms + b : b * terms + a)
  const support = new Map<number, number>()
  const of = (h: number) => {
    const list: number[] = []
    for (let e = starts[h]!; e < starts[h + 1]!; e++) if (alive[e] === 1) list.push(e)
    return list
  }
  for (let h = 0; h < owner.length; h++) {
    const own = of(h)
    for (let i = 0; i < own.length; i++)
      for (let j = i + 1; j < own.length; j++) {
        const pair = key(term[own[i]!]!, term[own[j]!]!)
        support.set(pair, (support.get(pair) ?? 0) + 1)
      }
  }
  const remove = (h: number, e: number) => {
    alive[e] = 0
    single[term[e]!]!--
    for (const other of of(h)) {
      const pair = key(term[e]!, term[other]!)
      support.set(pair, support.get(pair)! - 1)
    }
  }
  for (let deleted = true; deleted; ) {
    deleted = false
    for (let h = 0; h < owner.length; h++) {
      const own = of(h)
      for (const e of own)
        if (alive[e] === 1 && single[term[e]!]! < k) {
          remove(h, e)
          deleted = true
        }
      const pairs: [number, number][] = []
      for (let i = 0; i < own.length; i++) for (let j = i + 1; j < own.length; j++) pairs.push([own[i]!, own[j]!])
      if (reading.order === 'shuffled') shuffle(pairs, chance)
      for (const pair of pairs) {
        const left = pair.filter((e) => alive[e] === 1)
        if (left.length < 2 && !(reading.visitsGone && left.length === 1)) continue
        if (left.length === 2 && support.get(key(term[pair[0]]!, term[pair[1]]!))! >= k) continue
        const goes = reading.rank
          ? reading.rank[term[pair[0]]!]! > reading.rank[term[pair[1]]!]!
            ? pair[0]
            : pair[1]
          : pair[chance.below(2)]!
        if (alive[goes] === 0) continue
        remove(h, goes)
        deleted = true
      }
    }
  }
  return alive
}

function shuffle<T>(list: T[], chance: Chance): void {
  for (let i = list.length - 1; i > 0; i--) {
    const j = chance.below(i + 1)
    const one = list[i]!
    list[i] = list[j]!
    list[j] = one
  }
}
