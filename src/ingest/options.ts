import type { ColumnChoice } from './columns.js'
import type { Format } from './format-names.js'
import type { DateOrder } from './times.js'

/** How to read a log. Everything has a sensible default. */
export interface InputOptions {
  /** Found from the content where not given. */
  readonly format?: Format
  readonly columns?: ColumnChoice
  /** What counts as one person where the log has no users: the name of a column, such as `session` or `ip`. */
  readonly unit?: string
  /** Zone in which times that name their own are told; default UTC. */
  readonly zone?: string
  /** strptime notation of the time column. */
  readonly timeFormat?: string
  /** In which order dates such as 3/4/2006 are written. */
  readonly dateOrder?: DateOrder
  /** Does the first line name the columns? */
  readonly header?: boolean
  /** What separates the columns of csv. */
  readonly delimiter?: string
  /** The parameter of URLs that holds the query, in access logs. Found where one stands out. */
  readonly param?: string
  /** How lines of an access log are written: nginx's log_format or Apache's LogFormat. */
  readonly pattern?: string
  /** How its text is encoded, where it is not UTF-8 and does not say so itself: latin1, windows-1252, shift-jis, gb18030, ... */
  readonly encoding?: string
  /** Take user ids that differ in upper and lower case alone for one person. */
  readonly foldUsers?: boolean
  /** Decide nothing from rows, refuse nothing for them: as reading must be where it is part of a private mechanism. See fixed.ts. */
  readonly fixed?: boolean
  /** Share of rows that may be set aside before reading stops; default 0.01. */
  readonly maxBad?: number
  /** Fold prefixes typed by one person within this many seconds of each other into the last one. */
  readonly collapsePrefixes?: number
  /** Say what of the input was not read: whole columns, or of those that hold others the paths to choose from, as far as rows at the beginning tell. */
  readonly listUnread?: 'columns' | 'choices'
  /** Keep the query text as it stood beside its normal form. */
  readonly keepRaw?: boolean
  /** Of what a cluster reads, so many rows alone: for a look at it. */
  readonly firstRows?: number
  /** Keep nothing but persons and queries: for what counts texts, in half the memory. */
  readonly textsOnly?: boolean
}
