import { text } from '../engines/sql.js'
import { fail } from '../errors.js'

/** A way to write a moment: how to know it, and its SQL (null where a value does not fit). */
interface Notation {
  readonly looksLike: RegExp
  readonly sql: (value: string, zone: string) => string
}

const strptime = (format: string) => (value: string) => `try_strptime(${value}, ${text(format)})`
const zoned = (moment: string, zone: string) => `timezone(${text(zone)}, ${moment})`

// Times that name their zone are told in the zone of the log; times that name none are taken as they stand.
const NOTATIONS: readonly Notation[] = [
  { looksLike: /^\d{4}-\d\d?-\d\d?([ T]\d\d?:\d\d(:\d\d([.,]\d+)?)?)?$/, sql: (v) => `try_cast(${v} AS TIMESTAMP)` },
  {
    looksLike: /^\d{4}-\d\d-\d\d[ T]\d\d:\d\d(:\d\d([.,]\d+)?)? ?(Z|[+-]\d\d(:?\d\d)?)$/i,
    sql: (v, zone) => zoned(`try_cast(${v} AS TIMESTAMPTZ)`, zone),
  },
  { looksLike: /^\d{10}(\.\d+)?$/, sql: (v, zone) => zoned(`to_timestamp(try_cast(${v} AS DOUBLE))`, zone) },
  { looksLike: /^\d{13}$/, sql: (v, zone) => zoned(`to_timestamp(try_cast(${v} AS DOUBLE) / 1000)`, zone) },
  { looksLike: /^\d{14}$/, sql: strptime('%Y%m%d%H%M%S') },
  { looksLike: /^\d{12}$/, sql: strptime('%y%m%d%H%M%S') },
  { looksLike: /^\d{8}$/, sql: strptime('%Y%m%d') },
  { looksLike: /^\d{4}\/\d\d?\/\d\d? \d\d?:\d\d:\d\d$/, sql: strptime('%Y/%m/%d %H:%M:%S') },
  {
    looksLike: /^\d\d?\/[A-Z][a-z]{2}\/\d{4}:\d\d:\d\d:\d\d [+-]\d{4}$/,
    sql: (v, zone) => zoned(`try_strptime(${v}, '%d/%b/%Y:%H:%M:%S %z')`, zone),
  },
  { looksLike: /^\d\d:\d\d:\d\d$/, sql: (v) => `try_cast('1970-01-01 ' || ${v} AS TIMESTAMP)` },
]

// With slashes or dots the order of day and month shows only where one of them is above 12.
const AMBIGUOUS = /^(\d\d?)([/.])(\d\d?)\2(\d{4})(?:[ T](\d\d?:\d\d)(:\d\d)?)?$/

/**
 * SQL that reads the time column, chosen from a sample of its values; null for a value that fits none of the notations seen.
 * `format` (strptime) overrides the guess.
 */
export function timeExpression(
  value: string,
  sample: readonly string[],
  zone: string,
  format?: string,
): { sql: string; notes: string[] } {
  if (format !== undefined) {
    const parsed = `try_strptime(${value}, ${text(format)})`
    return { sql: format.includes('%z') ? zoned(parsed, zone) : parsed, notes: [] }
  }
  const seen = sample.filter((v) => v !== '')
  const fitting = NOTATIONS.filter((notation) => seen.some((v) => notation.looksLike.test(v))).map((notation) =>
    notation.sql(value, zone),
  )
  const notes: string[] = []
  const slashed = seen.map((v) => AMBIGUOUS.exec(v)).filter((match) => match !== null)
  if (slashed.length > 0) {
    const dayFirst = slashed.some((m) => Number(m[1]) > 12) || slashed[0]?.[2] === '.'
    if (!dayFirst && !slashed.some((m) => Number(m[3]) > 12))
      notes.push('dates such as 3/4/2006 were read as month/day/year; --time-format %d/%m/%Y changes that')
    fitting.push(...slashedSql(value, slashed, dayFirst))
  }
  if (fitting.length === 0) {
    if (seen.length === 0) return { sql: `try_cast(${value} AS TIMESTAMP)`, notes }
    fail(
      'input',
      'the time column is in no notation that Lethe knows',
      "Say how it is written with --time-format, for instance '%d.%m.%Y %H:%M'.",
    )
  }
  return { sql: fitting.length === 1 ? (fitting[0] as string) : `coalesce(${fitting.join(', ')})`, notes }
}

function slashedSql(value: string, matches: readonly RegExpExecArray[], dayFirst: boolean): string[] {
  const formats = new Set<string>()
  for (const [, , separator, , , minutes, seconds] of matches) {
    const date = (dayFirst ? ['%d', '%m', '%Y'] : ['%m', '%d', '%Y']).join(separator)
    formats.add(date + (minutes === undefined ? '' : ' %H:%M') + (seconds === undefined ? '' : ':%S'))
  }
  return [...formats].map((format) => `try_strptime(${value}, ${text(format)})`)
}
