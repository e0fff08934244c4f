import type { Histories } from './histories.js'

/**
 * [Burghardt] §4.4: in how many frequent combinations each term stands, by size: result[s][t] counts those of exactly s terms,
 * result[1][t] the persons of t. A combination is looked at only if it grew out of frequent ones.
 */
export function frequentCombinations(all: Histories, k: number, m: number): Float64Array[] {
  const { owner, offsets, term, history, starts, postings, terms } = all
  const found = Array.from({ length: m + 1 }, () => new Float64Array(terms))
  const levels = Array.from({ length: m }, () => ({
    persons: new Uint32Array(terms),
    last: new Uint32Array(terms), // 1 + the person counted last
  }))
  const prefix: number[] = []

  /** Extends the combination in `prefix` by each term that stands before the given places, in k persons or more. */
  function extend(places: Uint32Array, floors: Uint32Array): void {
    const size = prefix.length + 1
    const { persons, last } = levels[prefix.length]!
    const distinct: number[] = []
    for (let i = 0; i < places.length; i++) {
      const who = owner[history[places[i]!]!]! + 1
      for (let j = floors[i]!; j < places[i]!; j++) {
        const t = term[j]!
        if (last[t] === who) continue
        if (persons[t]!++ === 0) distinct.push(t)
        last[t] = who
      }
    }
    const frequent = distinct.filter((t) => persons[t]! >= k)
    for (const t of frequent) {
      found[size]![t]!++
      for (const other of prefix) found[size]![other]!++
    }
    if (size < m && frequent.length > 1) deeper(places, floors, frequent, persons)
    for (const t of distinct) {
      persons[t] = 0
      last[t] = 0
    }
  }

  function deeper(places: Uint32Array, floors: Uint32Array, frequent: number[], persons: Uint32Array): void {
    // Entries of each frequent term, by counting sort; a person may have several histories, so persons are no bound.
    const at = new Map<number, number>()
    const sizes = new Uint32Array(frequent.length + 1)
    frequent.forEach((t, i) => {
      at.set(t, i)
    })
    const each = (visit: (bucket: number, entry: number, floor: number) => void) => {
      for (let i = 0; i < places.length; i++)
        for (let j = floors[i]!; j < places[i]!; j++)
          if (persons[term[j]!]! >= k) visit(at.get(term[j]!)!, j, floors[i]!)
    }
    each((bucket) => {
      sizes[bucket + 1]!++
    })
    for (let i = 0; i < frequent.length; i++) sizes[i + 1]! += sizes[i]!
    const entries = new Uint32Array(sizes[frequent.length]!)
    const bottoms = new Uint32Array(entries.length)
    const next = sizes.slice()
    each((bucket, entry, floor) => {
      bottoms[next[bucket]!] = floor
      entries[next[bucket]!++] = entry
    })
    frequent.forEach((t, i) => {
      prefix.push(t)
      extend(entries.subarray(sizes[i], sizes[i + 1]), bottoms.subarray(sizes[i], sizes[i + 1]))
      prefix.pop()
    })
  }

  for (let t = 0; t < terms; t++) {
    const places = postings.subarray(starts[t], starts[t + 1])
    let persons = 0
    let before = 0
    for (const e of places) {
      const who = owner[history[e]!]! + 1
      if (who !== before) persons++
      before = who
    }
    found[1]![t] = persons
    if (persons < k || m < 2) continue
    prefix.push(t)
    extend(
      places,
      Uint32Array.from(places, (e) => offsets[history[e]!]!),
    )
    prefix.pop()
  }
  return found
}
