import { fail } from '../../base/errors.js'
import type { ColumnInfo } from '../../release/columns.js'
import { BEGINS_FORMULA } from '../../release/spreadsheet.js'
import type { ReleaseOptions } from './options.js'

/** Refuses a guard that the format has no use for, and names of columns that would need one. */
export function checkSpreadsheet({ spreadsheetSafe, format }: ReleaseOptions, extras: readonly string[]): void {
  if (!spreadsheetSafe) return
  if (format !== 'csv' && format !== 'tsv')
    fail('usage', '--spreadsheet-safe is for files that spreadsheets open', 'Add --out-format csv or --out-format tsv.')
  if (extras.some((extra) => BEGINS_FORMULA.test(extra)))
    fail('usage', 'a further column has a name that a spreadsheet would run', 'Give it another name in --columns.')
}

/** The columns of a file as the manifest describes them: for spreadsheets texts are guarded. */
export function columnsFor({ spreadsheetSafe }: ReleaseOptions, columns: readonly ColumnInfo[]): readonly ColumnInfo[] {
  if (!spreadsheetSafe) return columns
  return columns.map((column) =>
    column.type === 'text'
      ? {
          ...column,
          guarded: true,
          meaning: `${column.meaning}; an apostrophe stands before what would begin a formula`,
        }
      : column,
  )
}
