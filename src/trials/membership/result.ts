import type { Found } from './score.js'

/** Why a person is looked for. */
export type TargetKind = 'drawn' | 'few texts' | 'rare texts' | 'near the threshold' | 'planted'

/** Who knows all other rows: the share of persons whose removal changes the release; null, with the reason, where chance has a part in it. */
export interface Informed {
  readonly persons: number
  readonly changed: number
  readonly share: number | null
  readonly interval: readonly [number, number] | null
  readonly reason?: string
}

/** What the promise allows at the rate of false positives. */
export interface Limits {
  readonly epsilon: number
  readonly delta: number
  readonly neighbours: 'add-remove' | 'replace'
  readonly limit: number
  /** What the noise itself allows, where it is Gaussian. */
  readonly own: number | null
}

/** Figures of a group of targets; `above`: the interval lies above the limit. Null where the promise sets none. */
export interface Group extends Found {
  readonly above: boolean | null
}

export interface MembershipResult {
  readonly attack: 'membership'
  /** How often a person was said to be there. */
  readonly guesses: number
  /** Shares for drawn persons; the worst ones by kind, with the advantage by which they were chosen, and what was found of them together. */
  readonly scored: {
    readonly persons: number
    readonly worst: readonly { readonly kind: TargetKind; readonly advantage: number }[]
    readonly truePositives: number
    readonly falsePositives: number
    readonly limit: number | null
    readonly worstTruePositives: number
  }
  readonly holds: boolean
  readonly runs: number
  /** The rate of false positives that was asked for: what guessing finds too. */
  readonly fpr: number
  readonly informed: Informed
  readonly drawn: Group
  readonly worst: Group
  readonly limits: Limits | null
  /** Persons who were searched for or planted beside those drawn; texts that were looked at, and those seen at least once. */
  readonly searched: number
  readonly texts: number
  readonly seen: number
}
