import type { Histories } from './histories.js'

/** A count under way. */
interface Counting {
  readonly all: Histories
  readonly k: number
  readonly m: number
  readonly found: readonly Float64Array[]
  /** By the size of a combination: persons of each term that may come before it, and 1 + the person counted last. */
  readonly levels: readonly { readonly persons: Uint32Array; readonly last: Uint32Array }[]
  /** The terms of the combination that is looked at. */
  readonly prefix: number[]
}

/** Entries that share a combination, and from where on each may be extended. */
interface Places {
  readonly entries: Uint32Array
  readonly floors: Uint32Array
}

/**
 * [Burghardt] §4.4: in how many frequent combinations each term stands, by size: result[s][t] counts those of exactly s terms,
 * result[1][t] the persons of t. A combination is looked at only if it grew out of frequent ones.
 */
export function frequentCombinations(all: Histories, k: number, m: number): Float64Array[] {
  const { offsets, history, starts, postings, terms } = all
  const found = Array.from({ length: m + 1 }, () => new Float64Array(terms))
  const levels = Array.from({ length: m }, () => ({
    persons: new Uint32Array(terms),
    last: new Uint32Array(terms),
  }))
  const on = { all, k, m, found, levels, prefix: [] }
  for (let t = 0; t < terms; t++) {
    const entries = postings.subarray(starts[t], starts[t + 1])
    const persons = personsOf(all, entries)
    found[1]![t] = persons
    if (persons < k || m < 2) continue
    extendBy(on, t, { entries, floors: Uint32Array.from(entries, (e) => offsets[history[e]!]!) })
  }
  return found
}

/** Persons of entries that stand by person. */
function personsOf({ owner, history }: Histories, entries: Uint32Array): number {
  let persons = 0
  let before = 0
  for (const e of entries) {
    const who = owner[history[e]!]! + 1
    if (who !== before) persons++
    before = who
  }
  return persons
}

/** Puts a term before the combination, and looks at the longer one. */
function extendBy(on: Counting, t: number, places: Places): void {
  on.prefix.push(t)
  extend(on, places)
  on.prefix.pop()
}

/** Extends the combination in `prefix` by each term that stands before the given places, in k persons or more. */
function extend(on: Counting, places: Places): void {
  const { all, k, m, prefix } = on
  const size = prefix.length + 1
  const { persons, last } = on.levels[prefix.length]!
  const distinct = countPersons(all, places, persons, last)
  const frequent = distinct.filter((t) => persons[t]! >= k)
  const found = on.found[size]!
  for (const t of frequent) {
    found[t]!++
    for (const other of prefix) found[other]!++
  }
  if (size < m && frequent.length > 1) {
    const longer = placesOf(on, places, frequent, persons)
    for (const [i, t] of frequent.entries()) extendBy(on, t, longer[i]!)
  }
  for (const t of distinct) {
    persons[t] = 0
    last[t] = 0
  }
}

/** The persons of each term before the places; the terms that have some. */
function countPersons(
  { owner, term, history }: Histories,
  { entries, floors }: Places,
  persons: Uint32Array,
  last: Uint32Array,
): number[] {
  const distinct: number[] = []
  for (let i = 0; i < entries.length; i++) {
    const entry = entries[i]!
    const who = owner[history[entry]!]! + 1
    for (let j = floors[i]!; j < entry; j++) {
      const t = term[j]!
      if (last[t] === who) continue
      if (persons[t]!++ === 0) distinct.push(t)
      last[t] = who
    }
  }
  return distinct
}

/** Places of the combination with each of the frequent terms before it, by counting sort; a person may have several histories, so persons are no bound. */
function placesOf(
  { all: { term }, k }: Counting,
  { entries, floors }: Places,
  frequent: readonly number[],
  persons: Uint32Array,
): Places[] {
  const bucket = new Map(frequent.map((t, i) => [t, i]))
  const starts = new Uint32Array(frequent.length + 1)
  for (let i = 0; i < entries.length; i++)
    for (let j = floors[i]!; j < entries[i]!; j++) if (persons[term[j]!]! >= k) starts[bucket.get(term[j]!)! + 1]!++
  for (let b = 0; b < frequent.length; b++) starts[b + 1]! += starts[b]!
  const [found, bottoms] = [new Uint32Array(starts[frequent.length]!), new Uint32Array(starts[frequent.length]!)]
  const next = starts.slice()
  for (let i = 0; i < entries.length; i++)
    for (let j = floors[i]!; j < entries[i]!; j++) {
      if (persons[term[j]!]! < k) continue
      const b = bucket.get(term[j]!)!
      bottoms[next[b]!] = floors[i]!
      found[next[b]!++] = j
    }
  return frequent.map((_, b) => ({
    entries: found.subarray(starts[b], starts[b + 1]),
    floors: bottoms.subarray(starts[b], starts[b + 1]),
  }))
}
