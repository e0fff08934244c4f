import type { Guesses } from '../attack.js'
import type { Candidates } from './candidates.js'
import type { TermSets } from './term-sets.js'

/** What was found about each person under attack. */
export interface Found extends Guesses {
  readonly persons: readonly {
    readonly person: string
    /** Terms of the person, in the numbers of the sets. */
    readonly terms: ReadonlySet<number>
    readonly found: readonly Candidates[]
  }[]
  readonly released: TermSets
}
