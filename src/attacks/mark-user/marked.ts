import type { Guesses } from '../attack.js'

/** What became of one marked person. */
export interface Mark {
  readonly person: string | undefined
  readonly found: boolean
  /** Rows beside the mark that stand under the same pseudonym. */
  readonly rows: number
  /** Rows of the history, the mark left out. */
  readonly history: number
}

export interface Marked extends Guesses {
  readonly marks: readonly Mark[]
}
