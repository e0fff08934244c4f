import { entriesOf, generated, ONE_DAY, PAPER_USERS, texts } from '../../bench/km/term-log.js'
import type { Entries } from '../../src/methods/km-deletion/histories.js'

/** [Burghardt] §5.1. */
export const PAPER = {
  users: PAPER_USERS,
  queries: 1_846_134,
  terms: 251_115,
  occurrences: 5_501_825,
  longest: 495,
} as const

/** A small log of the source's kind in numbers, and the words behind them. */
export function smallLog(users: number, world = ONE_DAY): { readonly entries: Entries; readonly words: string[] } {
  const codes = new Map<string, number>()
  const entries = entriesOf(texts(generated(users, world)), codes)
  return { entries, words: [...codes.keys()] }
}

/** How often each term stands in a log. */
export function frequencyOf({ terms, term, count }: Entries): Float64Array {
  const frequency = new Float64Array(terms)
  for (const [e, t] of term.entries()) frequency[t]! += count[e]!
  return frequency
}

export const sum = (values: ArrayLike<number>) => Array.from(values).reduce((a, b) => a + b, 0)
