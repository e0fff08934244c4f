import type { Log } from '../log/log.js'
import type { ColumnInfo } from './columns.js'
import type { Counts } from './kept.js'

/** A table of a method's own: an engine table or view with exactly these columns. It becomes NAME.FORMAT, sorted by all of them. */
export interface OwnTable {
  readonly name: string
  readonly table: string
  readonly columns: readonly ColumnInfo[]
}

/** What a method makes of a log: rows, tables of its own, or both; and what it has to say about them. */
export interface Made {
  /** Rows that are released as those of any log, or that the next step works on. */
  readonly log?: Log
  /** Only the last step of a plan may have some. Without rows the first is called `data`. */
  readonly tables?: readonly OwnTable[]
  /** What is kept of the log that the method was given, where it has counted that on the way; kept.ts says what is meant. */
  readonly kept?: Pick<Counts, 'rows' | 'queries'>
  /** What its rows are, where it has counted them on the way: all of them, the persons of whom they are, and the distinct texts that they show. Every row shows one. */
  readonly shown?: { readonly rows: number; readonly persons: number; readonly texts: number }
  /** A table (query): what anyone can read of rows that are sealed. */
  readonly readable?: string
  /** For the manifest: nothing that depends on the data. */
  readonly more?: Readonly<Record<string, unknown>>
  /** What it counted of the log that it was given, so that nobody counts it again. */
  readonly learnt?: { readonly queries?: number; readonly persons?: number }
  /** Private sentences for the custodian: shown after the run, kept in the record. */
  readonly notes?: readonly string[]
  /** Private facts for the record. */
  readonly facts?: Readonly<Record<string, unknown>>
  /** Files for the private folder, by name. */
  readonly privateFiles?: Readonly<Record<string, Uint8Array>>
  /** Tables (an engine's) that go into the private folder as truth-NAME.tsv if the truth was asked for. */
  readonly truth?: Readonly<Record<string, string>>
}

/** What two steps made, one after the other: the later one's rows and tables, and what both have to say. Only the first saw the log. */
export function after(before: Made, last: Made): Made {
  return {
    ...last,
    ...(before.learnt ? { learnt: before.learnt } : {}),
    ...(before.more || last.more ? { more: { ...before.more, ...last.more } } : {}),
    notes: [...(before.notes ?? []), ...(last.notes ?? [])],
    facts: { ...before.facts, ...last.facts },
    truth: { ...before.truth, ...last.truth },
  }
}

/** The rows of a table, sorted by all columns. */
export function tableSql({ table, columns }: OwnTable): string {
  return `SELECT ${columns.map((column) => `"${column.name.replaceAll('"', '""')}"`).join(', ')} FROM ${table} ORDER BY ALL`
}
