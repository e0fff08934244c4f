import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { entriesOf, kept, PAPER_USERS, readPaperLog, texts } from '../../bench/km/term-log.js'
import { generateRows } from '../../src/generate/generate.js'
import type { Row } from '../../src/generate/row.js'
import type { Entries } from '../../src/methods/km-deletion/histories.js'

/** [Burghardt] §5.1. */
export const PAPER = {
  users: PAPER_USERS,
  queries: 1_846_134,
  terms: 251_115,
  occurrences: 5_501_825,
  longest: 495,
} as const

/**
 * The pace at which generated people, asking for further pages of results as often as they do, come to the occurrences of the source's log; its
 * other sizes are not aimed at. `once` counts a query with all its pages once, at the pace that then comes to them.
 */
const PACE = {
  pages: { medianQueries: 1.93, spread: 1.02, robots: 0 },
  once: { medianQueries: 3.35, spread: 1.02, robots: 0 },
} as const
export type Kind = keyof typeof PACE

/** Rows of each person. */
export function* people(users: number, kind: Kind): Generator<Row[]> {
  for (const { rows } of generateRows({ users, seed: 1, world: PACE[kind] }))
    yield kind === 'pages' ? [...rows] : rows.filter((row, i) => i === 0 || row.asked.text !== rows[i - 1]?.asked.text)
}

/** A log of the source's kind in numbers, and the words behind them. */
export function logOf(users: number, kind: Kind): { readonly entries: Entries; readonly words: () => string[] } {
  const path = fileOf(users, kind)
  return { entries: readPaperLog(path), words: () => readFileSync(`${path}.words`, 'utf8').split('\n') }
}

function fileOf(users: number, kind: Kind): string {
  const codes = new Map<string, number>()
  const path = kept(`km-${kind}-${users}.bin`, users, () => entriesOf(texts(people(users, kind)), codes))
  if (codes.size > 0 || !existsSync(`${path}.words`)) {
    if (codes.size === 0) entriesOf(texts(people(users, kind)), codes)
    writeFileSync(`${path}.words`, [...codes.keys()].join('\n'))
  }
  return path
}

/** How often each term stands in a log. */
export function frequencyOf({ terms, term, count }: Entries): Float64Array {
  const frequency = new Float64Array(terms)
  for (const [e, t] of term.entries()) frequency[t]! += count[e]!
  return frequency
}

export const sum = (values: ArrayLike<number>) => Array.from(values).reduce((a, b) => a + b, 0)
