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
  /** Promises of earlier steps that hold as well. */
  readonly also?: readonly Guarantee[]
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

/** Which items a histogram counts. */
export const ITEMS = ['keywords', 'queries', 'pairs', 'clicks'] as const

/** Differential privacy of a released histogram: its parameters and what a neighbour is. */
export interface DifferentiallyPrivate extends Stated {
  readonly kind: 'dp'
  readonly epsilon: number
  readonly delta: number
  readonly neighbours: 'add-remove' | 'replace'
  readonly definition: 'approximate' | 'probabilistic'
  readonly items: (typeof ITEMS)[number]
  /** Are noisy counts published beside the items? */
  readonly counts: boolean
  /** Persons that an item needs, whatever else holds. */
  readonly minUsers: number
}

/** Every combination of at most m terms of a released history (or session, or window of time) stands in those of at least k persons. */
export interface KM extends Stated {
  readonly kind: 'k-m'
  readonly k: number
  readonly m: number
  readonly per: 'history' | 'session' | 'window'
  /** Days (7d) or weeks (4w), from 1970-01-01. */
  readonly window?: string
  /** A column within whose values combinations are counted. */
  readonly within?: string
}

/** Every released history has at least k - 1 twins; every released query was asked by at least minUsers persons. */
export interface IdenticalUsers extends Stated {
  readonly kind: 'identical-users'
  readonly k: number
  readonly minUsers: number
  /** Distinct top-level categories in every history. */
  readonly l: number
}

export const SCHEMES = ['field', 'shamir', 'unanimous', 'oblivious'] as const

/** A query can be read only once t persons have asked it. */
export interface ThresholdReveal extends Stated {
  readonly kind: 'threshold-reveal'
  readonly t: number
  readonly scheme: (typeof SCHEMES)[number]
}

export interface NoGuarantee extends Stated {
  readonly kind: 'none'
}

/** What a release promises: a union on `kind`, computed from parameters before anything runs, no fact of the log in it. */
export type Guarantee =
  | KUsersPerQuery
  | KUsersPerNgram
  | DifferentiallyPrivate
  | KM
  | IdenticalUsers
  | ThresholdReveal
  | NoGuarantee
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
  if (claim.kind === 'dp' && wanted.kind === 'dp')
    return (
      claim.epsilon <= wanted.epsilon &&
      claim.delta <= wanted.delta &&
      claim.neighbours === wanted.neighbours &&
      claim.definition === wanted.definition &&
      claim.minUsers >= wanted.minUsers
    )
  if (claim.kind === 'k-m' && wanted.kind === 'k-m')
    return (
      claim.k >= wanted.k &&
      claim.m >= wanted.m &&
      claim.per === wanted.per &&
      claim.window === wanted.window &&
      claim.within === wanted.within
    )
  if (claim.kind === 'identical-users' && wanted.kind === 'identical-users')
    return claim.k >= wanted.k && claim.minUsers >= wanted.minUsers && claim.l >= wanted.l
  if (claim.kind === 'threshold-reveal' && wanted.kind === 'threshold-reveal')
    return claim.t >= wanted.t && claim.scheme === wanted.scheme
  return false
}

/** A promise and those that hold beside it, one by one. */
export function eachPromise(guarantee: Guarantee): readonly Guarantee[] {
  return [guarantee, ...(guarantee.also ?? [])]
}
