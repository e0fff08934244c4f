import type { CanaryResult } from './adversary/index.js'

/** What an audit found. The claim is broken if the bound passes it. */
export interface AuditResult {
  readonly attack: 'audit-dp'
  readonly guesses: number
  readonly scored: { readonly claimed: number; readonly lowerBound: number; readonly confidence: number }
  readonly holds: boolean
  readonly delta: number
  readonly neighbours: 'add-remove' | 'replace'
  readonly runs: number
  /** Persons with items of their own; in how many runs any was seen; how likely that is at least, and may be at most. */
  readonly leaks: {
    readonly persons: number
    readonly runs: number
    readonly atLeast: number
    readonly allowed: number
  }
  /** Coins in the second half and how many guesses were right; `crowd`, the others with each item, is null if no crowd came out. */
  readonly guessing: { readonly coins: number; readonly right: number; readonly crowd: number | null }
  /** The part of the log that the made-up persons stood in. */
  readonly log: { readonly persons: number; readonly rows: number; readonly of: number }
  /** What came of each canary of an adversary, where those were planted; there are no leaks then. */
  readonly canaries?: readonly CanaryResult[]
}
