import type { Guesses } from '../attack.js'
import type { Answers } from './answers.js'
import type { Moments } from './moments.js'
import type { Pairs } from './pairs.js'

/** What the attack leaves for the score. */
export interface Relinked extends Guesses {
  /** A table (pseudonym, doc). */
  readonly sessions: string
  readonly count: number
  readonly answers: Answers
  readonly pairs: Pairs
  readonly moments: Moments
}
