import type { Aside, BadRow } from '../../log/log.js'
import type { ColumnChoice } from '../columns.js'
import type { Loaded, Reading } from '../text-source.js'
import type { DateOrder, TimeWords } from '../times.js'

export interface ReadOptions extends TimeWords {
  readonly columns: ColumnChoice
  /** The column that stands for a person where there are no users. */
  readonly unit: string | undefined
  /** Does the first line name the columns? Undefined: guessed, or, where nothing is, yes. */
  readonly header: boolean | undefined
  /** What separates the columns of csv. Undefined: as the first line has it. */
  readonly delimiter: string | undefined
  /** The parameter of URLs that holds the query. Undefined: the one that stands out. */
  readonly param: string | undefined
  /** How lines of an access log are written: nginx's log_format or Apache's LogFormat. */
  readonly pattern: string | undefined
  /** User ids that differ in case alone are one person. */
  readonly foldUsers: boolean
  /** Nothing is decided from rows: see fixed.ts. */
  readonly fixed: boolean
  /** Keep the query as it stood in the input beside its normal form. */
  readonly keepRaw: boolean
  /** Persons and queries are all that is asked for; whatever else stands in the table is not used. */
  readonly textsOnly: boolean
  /** Say which columns were not read, wherever they first appear; as choices, the paths into those that hold others. */
  readonly listUnread: 'columns' | 'choices' | undefined
}

/** What a reader made: a table, one row per row of a log (see row-sql.ts for its columns). */
export interface Staged {
  /** 'clean': no row failed, and the table has no columns `file` and `reason` to say which. */
  readonly rejects: readonly BadRow[] | 'clean'
  /** Bad rows of a table that is clean all the same, since none of them is in it. */
  readonly aside?: Aside
  /** Rejects beyond those, of which no more than the number is known. */
  readonly unlisted?: number
  readonly blank: Loaded['blank']
  /** Lines that are no searches, where `documents` does not tell. */
  readonly notSearches?: number
  /** Where rows of the table are not one to one with lines or documents: how those come out, given that table and SQL for the rows that are good. */
  readonly documents?: (table: string, good: string) => Promise<Documents>
  /** If the table has a column `record`: the rejects that its numbers pass over. */
  readonly passedOver?: readonly BadRow[]
  readonly has: { readonly user: boolean; readonly time: boolean; readonly rank: boolean; readonly url: boolean }
  readonly extras: readonly string[]
  readonly notes: readonly string[]
  /** How times are written, for people. */
  readonly notation?: string | undefined
  /** Columns of the input that were not read, by name or place, where it was asked for. */
  readonly unread?: readonly string[]
  /** Where columns were found and how dates were taken: what names the same reading again. */
  readonly found: Found
}

/** What became of documents that are not blank and that were read as such. */
export interface Documents {
  readonly read: number
  readonly bad: number
  readonly notSearches: number
}

export interface Found {
  readonly columns: ColumnChoice
  readonly header?: boolean
  readonly delimiter?: string
  readonly dateOrder?: DateOrder
  readonly param?: string
  readonly pattern?: string
}

/** Reads the files of one format into a table. */
export type Reader = (reading: Reading, options: ReadOptions) => Promise<Staged>
