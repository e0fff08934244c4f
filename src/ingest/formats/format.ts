import type { BadRow } from '../../log/log.js'
import type { ColumnChoice } from '../columns.js'
import type { Reading } from '../text-source.js'

export interface ReadOptions {
  readonly columns: ColumnChoice
  /** The column that stands for a person where there are no users. */
  readonly unit: string | undefined
  /** Zone in which times that name their own zone are told. */
  readonly zone: string
  /** strptime notation of the time column, where guessing fails. */
  readonly timeFormat: string | undefined
  /** Keep the query as it stood in the input beside its normal form. */
  readonly keepRaw: boolean
  /** Persons and queries are all that is asked for; whatever else stands in the table is not used. */
  readonly textsOnly: boolean
  /** Say which columns were not read, wherever they first appear. */
  readonly listUnread: boolean
}

/** What a reader made: the table `staged`, one row per row of a log (see row-sql.ts for its columns). */
export interface Staged {
  /** 'clean': no row failed, and the table has no columns `file` and `reason` to say which. */
  readonly rejects: readonly BadRow[] | 'clean'
  /** If the table has a column `record`: the rejects that its numbers pass over. */
  readonly passedOver?: readonly BadRow[]
  readonly has: { readonly user: boolean; readonly time: boolean; readonly rank: boolean; readonly url: boolean }
  readonly extras: readonly string[]
  readonly notes: readonly string[]
  /** Columns of the input that were not read, by name or place, where it was asked for. */
  readonly unread?: readonly string[]
}

/** Reads the files of one format into the table `staged`. */
export type Reader = (reading: Reading, options: ReadOptions) => Promise<Staged>
