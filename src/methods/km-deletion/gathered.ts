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
