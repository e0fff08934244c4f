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
  const starts = new Uint32Array(keep + 1)
  for (const code of entries.term) if ((rank[code] as number) < keep) starts[(rank[code] as number) + 1]!++
  for (let t = 0; t < keep; t++) starts[t + 1]! += starts[t] as number
  const size = starts[keep] as number
  // By term first; then, in that order, into the histories: counting sort twice, so that both directions are sorted.
  const byTerm = new Uint32Array(size)
  const next = starts.slice()
  for (let e = 0; e < entries.term.length; e++) {
    const t = rank[entries.term[e] as number] as number
    if (t < keep) byTerm[next[t]!++] = e
  }
  const offsets = new Uint32Array(owner.length + 1)
  for (const e of byTerm) offsets[(entries.history[e] as number) + 1]!++
  for (let h = 0; h < owner.length; h++) offsets[h + 1]! += offsets[h] as number
  const at = offsets.slice()
  const [term, count, history, source] = [0, 1, 2, 3].map(() => new Uint32Array(size)) as Uint32Array[] as [
    Uint32Array,
    Uint32Array,
    Uint32Array,
    Uint32Array,
  ]
  for (const e of byTerm) {
    const h = entries.history[e] as number
    const to = at[h]!++
    term[to] = rank[entries.term[e] as number] as number
    count[to] = entries.count[e] as number
    history[to] = h
    source[to] = e
  }
  const postings = byTerm // its contents are used up
  next.set(starts)
  for (let e = 0; e < size; e++) postings[next[term[e] as number]!++] = e
  let persons = 0
  for (let h = 0; h < owner.length; h++) if (h === 0 || owner[h] !== owner[h - 1]) persons++
  return { size, terms: keep, owner, persons, offsets, term, count, history, starts, postings, source }
}

/** Persons who have each term. */
export function personsPerTerm({ owner, terms, history, term }: Entries): Uint32Array {
  const persons = new Uint32Array(terms)
  const last = new Uint32Array(terms) // 1 + the person counted last
  for (let e = 0; e < term.length; e++) {
    const who = (owner[history[e] as number] as number) + 1
    const t = term[e] as number
    if (last[t] === who) continue
    last[t] = who
    persons[t]!++
  }
  return persons
}
