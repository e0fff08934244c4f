import { terms } from '../text/normalise.js'
import type { History } from './generate.js'
import { makeTally, type Tally } from './tally.js'

/**
 * What counts as a row: every line; every result page (lines of one time and query are one); or every page that was clicked.
 */
export type Counting = 'lines' | 'pages' | 'clicked pages'

export interface Statistics {
  readonly users: number
  readonly rows: number
  readonly distinct: number
  /** Share of distinct queries with one row; at most three rows; one person; at most three persons. */
  readonly once: number
  readonly atMostThree: number
  readonly onePerson: number
  readonly atMostThreePersons: number
  /** Share of rows whose query has at least k persons. */
  readonly left: Readonly<Record<2 | 3 | 4 | 5 | 10, number>>
  /** The same over pairs of a person and a query, repeats of one's own left out. */
  readonly leftPairs: Readonly<Record<2 | 4, number>>
  readonly perUser: { readonly median: number; readonly mean: number; readonly max: number }
  /** Words between blanks, and runs of letters or digits, per row. */
  readonly words: number
  readonly terms: number
  readonly distinctTerms: number
}

export function measure(log: Iterable<History>, counting: Counting, withTerms = true): Statistics {
  const { queries, vocabulary, words, lengths } = countLog(log, counting, withTerms)
  return {
    users: lengths.length,
    rows: queries.rows,
    distinct: queries.distinct,
    ...spread(queries),
    perUser: {
      median: lengths[lengths.length >> 1] ?? 0,
      mean: queries.rows / lengths.length,
      max: lengths[lengths.length - 1] ?? 0,
    },
    words: words / queries.rows,
    terms: vocabulary.rows / queries.rows,
    distinctTerms: vocabulary.distinct,
  }
}

/** Queries and their words, and the rows of each person who has some, the fewest first. */
function countLog(log: Iterable<History>, counting: Counting, withTerms: boolean) {
  const queries = makeTally()
  const vocabulary = makeTally()
  const lengths: number[] = []
  let words = 0
  let person = 0
  for (const { rows } of log) {
    person++
    let n = 0
    let lastTime = -1
    for (const { time, asked, rank } of rows) {
      if (counting !== 'lines' && time === lastTime) continue
      if (counting === 'clicked pages' && rank === 0) continue
      lastTime = time
      n++
      queries.add(asked.text, person)
      if (!withTerms) continue
      words += asked.text.split(' ').length
      for (const term of terms(asked.text)) vocabulary.add(term, person)
    }
    if (n > 0) lengths.push(n)
  }
  lengths.sort((a, b) => a - b)
  return { queries, vocabulary, words, lengths }
}

/** How queries spread over rows and persons. */
function spread(queries: Tally) {
  const { rows, persons } = queries.counts()
  const left = { 2: 0, 3: 0, 4: 0, 5: 0, 10: 0 }
  const leftPairs = { 2: 0, 4: 0 }
  let [pairs, once, atMostThree, onePerson, atMostThreePersons] = [0, 0, 0, 0, 0]
  for (let i = 0; i < rows.length; i++) {
    const [n, who] = [rows[i]!, persons[i]!]
    if (n === 0) continue
    if (n === 1) once++
    if (n <= 3) atMostThree++
    if (who === 1) onePerson++
    if (who <= 3) atMostThreePersons++
    for (const k of [2, 3, 4, 5, 10] as const) if (who >= k) left[k] += n
    for (const k of [2, 4] as const) if (who >= k) leftPairs[k] += who
    pairs += who
  }
  for (const k of [2, 3, 4, 5, 10] as const) left[k] /= queries.rows
  for (const k of [2, 4] as const) leftPairs[k] /= pairs
  return {
    once: once / queries.distinct,
    atMostThree: atMostThree / queries.distinct,
    onePerson: onePerson / queries.distinct,
    atMostThreePersons: atMostThreePersons / queries.distinct,
    left,
    leftPairs,
  }
}
