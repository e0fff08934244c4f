import { replaceAll } from '../engines/dialect/index.js'

/**
 * A spreadsheet that opens a text file takes a cell for a formula that begins with =, +, - or @ (in some locales also with their wide
 * twins), and runs it: a query that somebody asked on purpose then reads or sends what stands beside it. Whoever releases for
 * spreadsheets has an apostrophe put in front of such a beginning.
 *
 * A cell can begin inside of a value too, where a spreadsheet cuts at another separator than the file does (a semicolon, for half of
 * Europe) or takes a quotation mark in a TSV for a quote. So the guard stands behind separators as well, and before quotation marks. It
 * stands before apostrophes in the same places, so that it can be taken off again without loss.
 */
const BLANK = String.raw`[\s\p{Z}\p{Cf}]*`
const BEGINS = `(?:^|[,;])${BLANK}`
const FORMULA = `=+@\uff1d\uff0b\uff20\uff0d'"-` // the minus last, where it is no range

/** What must not begin the name of a column: a header is a cell, and is left as it is. */
export const BEGINS_FORMULA = /^[\s\p{Z}\p{Cf}]*[=+@\uff1d\uff0b\uff20\uff0d'"-]/u

/** SQL that guards a text. */
export function guardSql(value: string): string {
  return replaceAll(value, `(${BEGINS})([${FORMULA}])`, `\\1'\\2`)
}

/** SQL that takes the guard off. */
export function unguardSql(value: string): string {
  return replaceAll(value, `(${BEGINS})'([${FORMULA}])`, '\\1\\2')
}
