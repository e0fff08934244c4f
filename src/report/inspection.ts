import { bar, number, percent, table } from '../base/format.js'
import type { Records } from '../log/log.js'
import { readAsLines, type Understood } from '../log/understood.js'

/** What is in a log. */
export interface Inspection {
  /** Every row of the input, bad ones too. */
  readonly rows: number
  readonly badRows: number
  /** Rows that did not parse, by why. */
  readonly badReasons: readonly { readonly reason: string; readonly rows: number }[]
  /** Every line or document of the input: read, bad, blank or no search. */
  readonly records: Records
  /** Rows whose query is empty or "-". */
  readonly notQueries: number
  readonly users: number
  /** Distinct queries. */
  readonly queries: number
  /** Distinct terms, and how often terms occur. */
  readonly terms: number
  readonly termOccurrences: number
  readonly clicks: number
  readonly format: string
  readonly unit: string | null
  readonly time: { readonly from: string | null; readonly to: string | null }
  /** For each number of persons: how many queries that many asked, and the rows of those queries. */
  readonly uniqueness: readonly { readonly users: number; readonly queries: number; readonly rows: number }[]
  /** The same by occurrences: queries that stand in so many rows. */
  readonly occurrences: readonly { readonly times: number; readonly queries: number; readonly rows: number }[]
  readonly perUser: { readonly median: number; readonly mean: number; readonly max: number }
  /** For each length of a history, in rows: how many persons have one of it. */
  readonly histories: readonly { readonly rows: number; readonly users: number }[]
  /** Users with at least one query that nobody else asked. */
  readonly usersWithUniqueQuery: number
  /** What `rare-queries` would keep of the rows that hold a query. */
  readonly keptAt: readonly {
    readonly k: number
    readonly rows: number
    readonly queries: number
    readonly share: number
  }[]
  /** Where it was asked for: some queries of each number of persons, masked, with their rows. */
  readonly examples?: readonly { readonly masked: string; readonly users: number; readonly rows: number }[]
  /** and the languages of its texts, as scan and scrub find them by themselves. */
  readonly locales?: readonly string[]
  readonly notes: readonly string[]
  /** What was taken for what, and how that was decided. */
  readonly understood?: Understood
  /** How it was read, in words and as flags that name the same reading again. */
  readonly reading?: { readonly flags: string; readonly [word: string]: unknown }
}

function personsBy(unit: string | null): string {
  if (unit === null) return 'persons (no user column)'
  return unit === 'user' ? 'persons (users)' : `persons (one for each ${unit})`
}

/** The inspection for the terminal, with the uniqueness curves. */
export function inspectionText(log: Inspection): string {
  const lines = [
    ...(log.understood ? [...readAsLines(log.understood), ''] : []),
    ...table([
      ['rows', number(log.rows)],
      ['  that did not parse', number(log.badRows)],
      ['  without a query', number(log.notQueries)],
      ['  with a click', number(log.clicks)],
      [personsBy(log.unit), number(log.users)],
      ['  with a query nobody else asked', number(log.usersWithUniqueQuery)],
      ['distinct queries', number(log.queries)],
      ['distinct terms', number(log.terms)],
      ['  of occurrences', number(log.termOccurrences)],
      ['rows a person: median', number(log.perUser.median)],
      ['  mean', number(log.perUser.mean)],
      ['  most', number(log.perUser.max)],
    ]),
    recordsText(log.records),
    `time ${log.time.from ?? 'unknown'} to ${log.time.to ?? 'unknown'}, format ${log.format}`,
    ...log.notes.map((note) => `note: ${note}`),
    ...(log.reading ? ['To release under differential privacy, name how it was read:', `  ${log.reading.flags}`] : []),
  ]
  if (log.uniqueness.length > 0) {
    lines.push(
      '',
      'How many persons asked a query (share of distinct queries, and of rows)',
      ...curve(log.uniqueness.map(({ users, queries, rows }) => ({ n: users, queries, rows }))),
    )
  }
  lines.push(
    '',
    'How often a query occurs',
    ...curve(log.occurrences.map(({ times, queries, rows }) => ({ n: times, queries, rows }))),
  )
  if (log.keptAt.length > 0) {
    lines.push(
      '',
      'What rare-queries would keep',
      ...table([
        ['k', 'queries', 'rows', 'of rows'],
        ...log.keptAt.map((at) => [String(at.k), number(at.queries), number(at.rows), percent(at.share)]),
      ]),
    )
  }
  return lines.join('\n')
}

/** What became of lines or documents, in a line. */
function recordsText({ all, read, bad, blank, notSearches }: Records): string {
  return `of ${number(all)} lines or documents ${number(read)} were read, ${number(bad)} did not parse, ${number(blank)} are blank, ${number(notSearches)} are no searches`
}

const STEPS: readonly (readonly [number, number])[] = [
  [1, 1],
  [2, 2],
  [3, 3],
  [4, 5],
  [6, 10],
  [11, 30],
  [31, 100],
  [101, Number.POSITIVE_INFINITY],
]

/** Bars for queries and rows that 1, 2, 3, ... persons (or occurrences) stand behind. */
function curve(counts: readonly { readonly n: number; readonly queries: number; readonly rows: number }[]): string[] {
  const queries = counts.reduce((sum, at) => sum + at.queries, 0)
  const rows = counts.reduce((sum, at) => sum + at.rows, 0)
  return STEPS.map(([low, high]) => {
    const here = counts.filter((at) => at.n >= low && at.n <= high)
    const q = here.reduce((sum, at) => sum + at.queries, 0) / Math.max(1, queries)
    const r = here.reduce((sum, at) => sum + at.rows, 0) / Math.max(1, rows)
    const label = low === high ? String(low) : high === Number.POSITIVE_INFINITY ? `> ${low - 1}` : `${low}-${high}`
    return `${label.padStart(7)} ${percent(q).padStart(6)} ${bar(q, 24).padEnd(24)} ${percent(r).padStart(6)} ${bar(r, 24)}`.trimEnd()
  })
}
