/** What every guarantee says beside its numbers. */
interface Stated {
  /** The promise in one sentence, with its numbers. */
  readonly sentence: string
  /** What must hold for it to mean anything. */
  readonly assumptions: readonly string[]
  /** What it does not protect against, in plain words; wider choices of columns are entered here. */
  readonly notProtected: readonly string[]
  /** What counts as one person. */
  readonly unit: string
}

/** Every released query was asked by at least k persons, every released (query, host) pair by at least hostK. */
export interface KUsersPerQuery extends Stated {
  readonly kind: 'k-users-per-query'
  readonly k: number
  readonly hostK: number
}

/**
 * Every run of at most n words of a released query was used by at least k persons; a query has at most maxTerms words; every
 * released (query, host) pair belongs to at least hostK.
 */
export interface KUsersPerNgram extends Stated {
  readonly kind: 'k-users-per-ngram'
  readonly k: number
  readonly hostK: number
  readonly n: number
  readonly maxTerms: number
}

export interface NoGuarantee extends Stated {
  readonly kind: 'none'
}

/** What a release promises: a union on `kind`, computed from parameters before anything runs, no fact of the log in it. */
export type Guarantee = KUsersPerQuery | KUsersPerNgram | NoGuarantee
export type GuaranteeKind = Guarantee['kind']

/** Is `claim` at least as strong as `wanted`? Only claims of one kind compare. */
export function atLeastAsStrong(claim: Guarantee, wanted: Guarantee): boolean {
  if (wanted.kind === 'none') return true
  if (claim.unit !== wanted.unit) return false
  if (claim.kind === 'k-users-per-query' && wanted.kind === 'k-users-per-query')
    return claim.k >= wanted.k && claim.hostK >= wanted.hostK
  if (claim.kind === 'k-users-per-ngram' && wanted.kind === 'k-users-per-ngram') {
    return (
      claim.k >= wanted.k && claim.hostK >= wanted.hostK && claim.n >= wanted.n && claim.maxTerms <= wanted.maxTerms
    )
  }
  // Whoever has k persons for a whole query has them for each of its words; its length is another matter.
  if (claim.kind === 'k-users-per-query' && wanted.kind === 'k-users-per-ngram')
    return claim.k >= wanted.k && claim.hostK >= wanted.hostK && wanted.maxTerms === Number.MAX_SAFE_INTEGER
  return false
}
