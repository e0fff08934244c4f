import type { Asked } from './asked.js'

/** One line of the log: a result page without a click, or one click. */
export interface Row {
  /** Seconds since 1970, in the searcher's own time zone. */
  readonly time: number
  readonly asked: Asked
  /** From 1; 0 without a click. */
  readonly rank: number
  /** Empty without a click. */
  readonly host: string
  /** Number of the search session within the person's life. */
  readonly session: number
}
