/** Candidates of one term and their partners, one after another: what is counted. */
export interface Gathered {
  size: number
  live: number
  /** Entry of each candidate; its person; whether it was taken away. */
  entry: Uint32Array
  owner: Uint32Array
  gone: Uint8Array
  /** Partners of candidate i, by rank: from[i] to from[i + 1]. */
  from: Uint32Array
  partner: Uint32Array
  /** Persons of each partner together with the term. */
  readonly persons: Uint32Array
}

export function nobodyGathered(terms: number): Gathered {
  return {
    size: 0,
    live: 0,
    entry: new Uint32Array(0),
    owner: new Uint32Array(0),
    gone: new Uint8Array(0),
    from: new Uint32Array(1),
    partner: new Uint32Array(1 << 16),
    persons: new Uint32Array(terms),
  }
}

/** Makes place for so many candidates. */
export function roomForCandidates(g: Gathered, n: number): void {
  if (n <= g.entry.length) return
  g.entry = new Uint32Array(2 * n)
  g.owner = new Uint32Array(2 * n)
  g.gone = new Uint8Array(2 * n)
  g.from = new Uint32Array(2 * n + 1)
}

/** Makes place for so many partners, after those that are there. */
export function roomForPartners(g: Gathered, n: number): void {
  if (n <= g.partner.length) return
  const more = new Uint32Array(2 * n)
  more.set(g.partner)
  g.partner = more
}
