import type { Corpus } from './corpus.js'

/** Both logs as the attacker counts them. */
export interface Sides {
  readonly hashes: Corpus
  readonly reference: Corpus
  /** How many things stand in clear on both sides. */
  readonly clear: number
  readonly of: 'tokens' | 'tags'
}
