import type { Log } from '../log/log.js'
import type { ColumnInfo } from './columns.js'
import type { Counts } from './kept.js'

/** A table of a method's own: an engine table or view with exactly these columns. It becomes NAME.FORMAT, sorted by all of them. */
export interface DraftTable {
  readonly name: string
  readonly table: string
  readonly columns: readonly ColumnInfo[]
}

/** Output that is not just rows. Only the last step of a plan may make it. */
export interface Draft {
  /** Rows that are released as those of any log. */
  readonly log?: Log
  /** Without rows the first table is called `data`. */
  readonly tables: readonly DraftTable[]
  /** What is kept of the log that the method was given, where it has counted that on the way; kept.ts says what is meant. */
  readonly kept?: Pick<Counts, 'rows' | 'queries'>
  /** A table (query): what anyone can read of rows that are sealed. */
  readonly readable?: string
  /** For the manifest: nothing that depends on the data. */
  readonly more?: Readonly<Record<string, unknown>>
}

export function isDraft(output: Log | Draft): output is Draft {
  return 'tables' in output
}

/** The rows of a table of a draft, sorted by all columns. */
export function tableSql({ table, columns }: DraftTable): string {
  return `SELECT ${columns.map((column) => `"${column.name.replaceAll('"', '""')}"`).join(', ')} FROM ${table} ORDER BY ALL`
}
