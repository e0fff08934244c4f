/** What a simulation found. Shares run from 0 to 1. */
export interface Simulation {
  readonly users: number
  readonly friendships: number
  readonly queries: number
  readonly seed: number
  readonly baseline: Baseline
  /** Times a query was handed from peer to peer before somebody submitted it. */
  readonly hops: { readonly mean: number; readonly median: number; readonly p99: number; readonly most: number }
  /** Offers that were refused or dropped, per query. */
  readonly refusals: { readonly mean: number }
  /** Rank of a user, from 0, ascending, among herself and her neighbours, by how many of her queries each submitted. */
  readonly position: readonly {
    readonly neighbours: number
    readonly users: number
    readonly mean: number
    readonly deviation: number
  }[]
  /** What `pel` and the exposed are measured by: see `ExposedBy`. */
  readonly exposedBy: ExposedBy
  /** Shares of users by exposure, in per cent: at most 10, at most 20, 60 and more; `steps[i]` above 10 i and up to 10 (i + 1), the last one without an end. */
  readonly pel: {
    readonly atMost10: number
    readonly atMost20: number
    readonly exposed60: number
    readonly steps: readonly number[]
  }
  readonly honestExposed: number
  readonly selfishExposed: number
  /** Users by number of neighbours, and how many of them are exposed at 60, 70 and 80 per cent. */
  readonly exposed: readonly {
    readonly neighbours: number
    readonly users: number
    readonly at60: number
    readonly at70: number
    readonly at80: number
  }[]
  readonly selfish: {
    readonly users: number
    /** Share of the selfish whom no neighbour serves any more. */
    readonly isolated: number
    /** How many of their own queries they submitted themselves, by number of neighbours. */
    readonly submitted: readonly { readonly neighbours: number; readonly users: number; readonly mean: number }[]
  }
  /** Per peer: queries submitted in its name (own and others'), and others' queries that went through its hands. */
  readonly load: { readonly submitted: Spread; readonly carried: Spread }
  /** [Erola13] §4.6: 2 * hops * 530 ms + 400 ms. 530 ms is a round trip already, so the second figure counts it once. */
  readonly responseMs: { readonly asPublished: number; readonly roundTripOnce: number }
  readonly collusion: Collusion
  readonly lying: Lying
}

export interface Spread {
  readonly mean: number
  readonly p99: number
  readonly most: number
}

/** What colluding peers see of the queries of others. */
export interface Collusion {
  readonly users: number
  /** Share of the others' queries that passed one of them. */
  readonly seen: number
  /** Of those: how often the one before the first of them was the source. */
  readonly predecessorIsSource: number
  /** The same in a Crowds [Crowds] §5 of as many members, as many of them colluding, with ways as long. */
  readonly crowds: number
  /** What c friends of one user learn who put together what they saw, for users who have more friends than that. */
  readonly friends: readonly FriendsCollusion[]
}

/** They take for hers whatever she handed to one of them and none of them had seen before. */
export interface FriendsCollusion {
  readonly c: number
  /** Of what they took for hers: how much was. */
  readonly precision: number
  /** Of her queries: how many they took for hers. */
  readonly recall: number
  /** How much of all that she handed to anybody was hers: the precision of whoever guesses so every time. */
  readonly byChance: number
}

/** Peers that claim friends they do not have and take all they are offered, to see more. */
export interface Lying {
  readonly users: number
  /** Mean shares of what a friend asks, and of what she carries, that are handed to one of them; */
  readonly handed: Handed
  /** the same in the same network if they told the truth; */
  readonly honest: Handed
  /** and the one as a multiple of the other. Zeros where nobody lies. */
  readonly gain: Handed
}

export interface Handed {
  readonly own: number
  readonly carried: number
}

/**
 * `none`: everybody submits her own. `crowds`: handed to anybody, like a coin says. `published`: [Erola13] to the letter, where friends are
 * believed. `unpruned`: the predecessor, with P_s as it is.
 */
export const BASELINES = ['none', 'crowds', 'published', 'unpruned'] as const
export type Baseline = 'peers' | (typeof BASELINES)[number]

/**
 * `pel`: the profile exposure level [Erola13] §4.5, where histories are replayed. `own-share`: the share of her queries that a user
 * submitted herself, where each user repeats one query: with one query alone there is no entropy to be lost.
 */
export type ExposedBy = 'pel' | 'own-share'
