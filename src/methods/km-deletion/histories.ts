import { sortFirst } from './sort-first.js'

/**
 * Term sets in typed arrays, both ways round. Terms are numbered by utility, the most useful first (rank 0), and stand in
 * that order in each history: what may be deleted for the sake of an entry's combinations stands behind it.
 */
export interface Histories {
  readonly size: number
  readonly terms: number
  /** The person of each history. Histories of a person stand together; a person has several after a split. */
  readonly owner: Uint32Array
  readonly persons: number
  /** Entries of history h: from offsets[h] to offsets[h + 1]. */
  readonly offsets: Uint32Array
  /** Rank of the term of each entry, rising within a history. */
  readonly term: Uint32Array
  /** How often the term occurs in the history. */
  readonly count: Uint32Array
  /** History of each entry. */
  readonly history: Uint32Array
  /** Entries of term t, by history: postings[starts[t]] to postings[starts[t + 1]]. */
  readonly starts: Uint32Array
  readonly postings: Uint32Array
}

/** Entries as they come, by history, with term codes of any order and their occurrences. */
export interface Entries {
  readonly owner: Uint32Array
  readonly terms: number
  readonly history: Uint32Array
  readonly term: Uint32Array
  readonly count: Uint32Array
}

/** Puts entries in order. `rank[t]` is the place of term t by utility; entries of terms at or past `keep` are left out. */
export function arrange(
  entries: Entries,
  rank: Uint32Array,
  keep = entries.terms,
): Histories & { source: Uint32Array } {
  const { owner } = entries
  let size = 0
  let longest = 0
  for (const code of entries.term) if (rank[code]! < keep) size++
  const offsets = new Uint32Array(owner.length + 1)
  for (let e = 0, h = 0; h < owner.length; h++) {
    const begin = e
    while (e < entries.term.length && entries.history[e] === h) e++
    longest = Math.max(longest, e - begin)
    offsets[h + 1] = e
  }
  const [term, count, history, source] = columns(size)
  const starts = new Uint32Array(keep + 1)
  const keys = new Float64Array(longest) // rank and place in one number: a history is sorted by itself, in cache
  let at = 0
  for (let h = 0, from = 0; h < owner.length; h++) {
    const to = offsets[h + 1]!
    let n = 0
    for (let e = from; e < to; e++) {
      const t = rank[entries.term[e]!]!
      if (t < keep) keys[n++] = t * longest + (e - from)
    }
    sortFirst(keys, n)
    for (let i = 0; i < n; i++, at++) {
      const t = Math.floor(keys[i]! / longest)
      const e = from + (keys[i]! - t * longest)
      term[at] = t
      count[at] = entries.count[e]!
      history[at] = h
      source[at] = e
      starts[t + 1]!++
    }
    from = to
    offsets[h + 1] = at
  }
  for (let t = 0; t < keep; t++) starts[t + 1]! += starts[t]!
  const postings = new Uint32Array(size)
  const next = starts.slice()
  for (let e = 0; e < size; e++) postings[next[term[e]!]!++] = e
  let persons = 0
  for (let h = 0; h < owner.length; h++) if (h === 0 || owner[h] !== owner[h - 1]) persons++
  return { size, terms: keep, owner, persons, offsets, term, count, history, starts, postings, source }
}

function columns(size: number): [Uint32Array, Uint32Array, Uint32Array, Uint32Array] {
  return [new Uint32Array(size), new Uint32Array(size), new Uint32Array(size), new Uint32Array(size)]
}

/** Persons who have each term. */
export function personsPerTerm({ owner, terms, history, term }: Entries): Uint32Array {
  const persons = new Uint32Array(terms)
  const last = new Uint32Array(terms) // 1 + the person counted last
  for (let e = 0; e < term.length; e++) {
    const who = owner[history[e]!]! + 1
    const t = term[e]!
    if (last[t] === who) continue
    last[t] = who
    persons[t]!++
  }
  return persons
}
