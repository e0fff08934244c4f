import type { Deletion } from './greedy.js'
import type { Histories } from './histories.js'

/** Entries that share a combination so far: the last entry of each, and where the one before stands in the list above. */
interface Places {
  readonly entry: Uint32Array
  readonly above: Uint32Array
  readonly up: Places | undefined
}

/**
 * [Burghardt] §4.4, the target `random`: of every rare combination of a history any term goes, drawn anew each time. Draws
 * depend on the seed and the entries alone, not on the order of visits.
 */
export function randomDeletion(all: Histories, k: number, m: number, seed: number): Deletion {
  const { owner, offsets, term, history, starts, postings, terms } = all
  const alive = new Uint8Array(all.size).fill(1)
  const dirty = new Uint8Array(terms).fill(1)
  const levels = Array.from({ length: m + 1 }, () => ({
    persons: new Uint32Array(terms),
    last: new Uint32Array(terms),
  }))
  let deleted = 0

  function remove(entry: number): void {
    alive[entry] = 0
    deleted++
    dirty[term[entry]!] = 1
    const end = offsets[history[entry]! + 1]!
    for (let j = entry + 1; j < end; j++) if (alive[j] === 1) dirty[term[j]!] = 1
  }

  /** Deletes one of a rare combination, unless one of its terms has gone already. */
  function pick(combination: readonly number[]): void {
    if (combination.some((entry) => alive[entry] === 0)) return
    let hash = seed
    for (const entry of combination) hash = Math.imul(hash ^ entry, 0x9e3779b1) ^ (hash >>> 15)
    hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b)
    remove(combination[((hash ^ (hash >>> 13)) >>> 0) % combination.length]!)
  }

  function chain(places: Places, at: number): number[] {
    const entries: number[] = []
    for (let here: Places | undefined = places, i = at; here; i = here.above[i]!, here = here.up)
      entries.push(here.entry[i]!)
    return entries
  }

  /** Extends a combination of `size` terms by each that stands before it in a history. */
  function extend(places: Places, size: number): void {
    const { persons, last } = levels[size]!
    const distinct: number[] = []
    const n = places.entry.length
    const begin = (entry: number) => offsets[history[entry]!]!
    for (let i = 0; i < n; i++) {
      const entry = places.entry[i]!
      if (alive[entry] === 0) continue
      const who = owner[history[entry]!]! + 1
      for (let j = begin(entry); j < entry; j++) {
        const t = term[j]!
        if (alive[j] === 0 || last[t] === who) continue
        last[t] = who
        if (persons[t]!++ === 0) distinct.push(t)
      }
    }
    for (let i = 0; i < n; i++) {
      const entry = places.entry[i]!
      for (let j = begin(entry); j < entry && alive[entry] === 1; j++)
        if (alive[j] === 1 && persons[term[j]!]! < k) pick([j, ...chain(places, i)])
    }
    for (const t of distinct) {
      persons[t] = 0
      last[t] = 0
    }
    if (size + 1 < m) for (const longer of extended(places)) extend(longer, size + 1)
  }

  /** Places of each longer combination whose terms are all there. */
  function extended(places: Places): Places[] {
    const buckets = new Map<number, { entry: number[]; above: number[] }>()
    places.entry.forEach((entry, i) => {
      if (alive[entry] === 0) return
      for (let j = offsets[history[entry]!]!; j < entry; j++) {
        if (alive[j] === 0) continue
        const bucket = buckets.get(term[j]!) ?? { entry: [], above: [] }
        buckets.set(term[j]!, bucket)
        bucket.entry.push(j)
        bucket.above.push(i)
      }
    })
    return [...buckets.values()].map(({ entry, above }) => ({
      entry: Uint32Array.from(entry),
      above: Uint32Array.from(above),
      up: places,
    }))
  }

  for (let before = -1; before < deleted; ) {
    before = deleted
    for (let t = terms - 1; t >= 0; t--) {
      if (dirty[t] === 0) continue
      dirty[t] = 0
      const entry = postings.subarray(starts[t], starts[t + 1]).filter((e) => alive[e] === 1)
      const persons = new Set(entry.length < k ? [] : Array.from(entry, (e) => owner[history[e]!])).size
      if (persons < k) for (const e of entry) remove(e)
      else if (m > 1) extend({ entry, above: new Uint32Array(entry.length), up: undefined }, 1)
    }
  }
  return { alive }
}
