import type { ColumnChoice } from './columns.js'
import { firstLinesOfAll } from './detect.js'
import type { ReadOptions, Staged } from './formats/format.js'
import type { Reading } from './text-source.js'

/** What a line says: rows of fields in the order of the columns, that it is no search, or why it cannot be read. */
export type Parsed = readonly (readonly string[])[] | typeof NO_SEARCH | { readonly bad: string }

export const NO_SEARCH = 'no search'

/** Reads one line, whatever stands in the others. `line` counts from 1, blank ones apart. */
export type Parse = (text: string, line: number) => Parsed

/** A format whose lines are no rows of columns, but tell such. */
export interface LineFormat<How> {
  /** What the files are, by what was said and what their first lines show. */
  open(reading: Reading, options: ReadOptions): Promise<LineLog<How>>
  /** How their lines are read: `how` goes to other threads, and is data alone. */
  parser(how: How): Parse
}

/** A log of such lines. */
export interface LineLog<How = unknown> {
  readonly columns: readonly string[]
  readonly how: How
  /** Where known columns stand unless they are named. */
  readonly usual: ColumnChoice
  /** The column that says how often a row stands for itself. */
  readonly times?: string
  /** May a line give several rows? */
  readonly several?: boolean
  readonly notes?: readonly string[]
  /** How the log writes times, where the parser gives them in another notation. */
  readonly notation?: string
  /** What else names the same reading again. */
  readonly found?: Omit<Staged['found'], 'columns'>
}

/** The first lines of the files as text. */
export async function sampleLines(reading: Reading): Promise<string[]> {
  return (await firstLinesOfAll(reading.files)).flat().map((line) => Buffer.from(line, 'latin1').toString('utf8'))
}
