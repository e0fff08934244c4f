import type { Understood } from './understood.js'

declare const brand: unique symbol

/** The input's id of a searcher. It counts in thresholds and never leaves: nothing of this type can enter a release. */
export type Person = string & { readonly [brand]: 'person' }

/** What a "person" of a log is: a user, or what the custodian named instead because the log has no users. */
export type Unit = string

/**
 * A search log in an engine. Its table has these columns:
 *
 *     person   text       the hidden person, never null unless the log has no unit
 *     query    text       normalised; null where the row holds no query, or where a method withheld it
 *     tag      text       only after a method that replaces withheld queries by tags; 16 bytes where the log is sealed
 *     time     timestamp  null where the input has none
 *     rank     integer    rank of the clicked result
 *     url      text       the clicked result, as in the input
 *     session  text       only after a method that cuts histories: with the person it names a session
 *     raw      text       the query as it stood in the input; only if asked for
 *     x_NAME   text       further columns of the input that the custodian named
 *
 * Rows stand in input order. Reading order is of no meaning to methods.
 */
export interface Log {
  readonly table: string
  /** Where the rows of `table` stand, as long as it is the view of that name. */
  readonly stored?: StoredRows
  readonly unit: Unit | undefined
  readonly has: {
    readonly time: boolean
    readonly rank: boolean
    readonly url: boolean
    readonly raw: boolean
    readonly tag: boolean
    readonly session: boolean
  }
  /** Sessions of a person that overlap in time: their clocks stop in long pauses, which would tell that they belong together. */
  readonly overlapping?: true
  /** Names of further columns; in the table with `x_` in front. */
  readonly extras: readonly string[]
  /** Its rows are made up: a column `synthetic` says of each what its text is. */
  readonly synthetic?: true
  /** All queries are replaced by their tags: there is no text, and nothing beside it. */
  readonly sealed?: true
}

/** A view and the stored rows behind it, which have numbers (`rowid`): whoever needs those need not copy the rows. */
export interface StoredRows {
  readonly view: string
  readonly columns: readonly string[]
  readonly table: string
  /** Which of the stored rows the view shows. */
  readonly where: string
}

/** What is known of a log's input. All of it is private: it goes into the record, never into a release. */
export interface Source {
  /** What its files are called: of an address without what must not be told. */
  readonly paths: readonly string[]
  /** Where they lie while it is read: our own copies of what came from elsewhere. */
  readonly places: readonly string[]
  readonly format: string
  /** All data rows of the input, bad ones too. */
  readonly rows: number
  readonly bad: readonly BadRow[]
  /** Their numbers over all rows of the input, where none of them is in the table. */
  readonly aside?: readonly number[]
  /** Bad rows beyond those, of which no more than the number is known. */
  readonly unlisted?: number
  /** What became of its lines or documents, counted when asked for. */
  records(): Promise<Records>
  readonly notes: readonly string[]
  /** Columns of the input that were not read, by name or place, where it was asked for. */
  readonly unread?: readonly string[]
  /** What was taken for what, and how that was decided. */
  readonly understood?: Understood
  /** How it was read, in the words that name the same reading again: format, columns, dateOrder and so on. */
  readonly found?: Readonly<Record<string, unknown>>
  /** The engine's table of all rows that were read, those set aside too, in their order. */
  readonly table: string
  /** What was counted of its log while it was read, where all of that took one look. */
  readonly counts?: LogCounts
  /** Digest and size of each file, computed when asked for. */
  digests(): Promise<readonly FileDigest[]>
  /** The same by bytes, where it is the cluster that reads; undefined where it cannot tell. */
  bytesThere?(): Promise<readonly string[] | undefined>
  /** The digest of columns of all its rows, which is the same wherever they are read; undefined where it has no such columns. */
  rowsDigest?(columns: readonly string[]): Promise<string | undefined>
}

/** Persons of a log, and rows that hold no query. */
export interface LogCounts {
  readonly persons: number
  readonly notQueries: number
}

/** Of a file its bytes; where a cluster reads, columns of the rows of all files together. */
export interface FileDigest {
  readonly sha256: string
  readonly bytes: number
  readonly rows?: readonly string[]
}

/**
 * Every line or document of an input, header lines apart, is one of four. In most formats each that is read is a row; an event document may add to a row, and a
 * line of many items makes many.
 */
export interface Records {
  readonly all: number
  readonly read: number
  /** Set aside, with a reason. */
  readonly bad: number
  /** Nothing in it. */
  readonly blank: number
  /** Understood, and no search: an event of another kind, a click on nothing that was asked here, a line of a bulk request. */
  readonly notSearches: number
}

/** Where a log is taken up that was read before. */
export function allRead(rows: number): Records {
  return { all: rows, read: rows, bad: 0, blank: 0, notSearches: 0 }
}

/** A row that was set aside: where it stands and why, never what it says. */
export interface BadRow {
  readonly file: number
  /** From 1 over the data rows of its file. */
  readonly row: number
  readonly reason: string
}

/** Bad rows of which none stands in the table of a log, and their numbers over all data rows of the input. */
export interface Aside {
  readonly bad: readonly BadRow[]
  readonly numbers: readonly number[]
}
