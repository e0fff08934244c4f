import { text } from '../engines/sql.js'
import { fail } from '../errors.js'

/** A way to write a moment: how to know it (a pattern that JavaScript and the engine read alike), and its SQL (null where a value does not fit). */
interface Notation {
  readonly looksLike: RegExp
  readonly sql: (value: string, zone: string) => string
}

const strptime = (format: string) => (value: string) => `try_strptime(${value}, ${text(format)})`
const zoned = (moment: string, zone: string) => `timezone(${text(zone)}, ${moment})`
const offset = '(Z|z|[+-]\\d\\d(:?\\d\\d)?)'
// A number that is no moment (nan, 1e300) is an error to the engine, not a null: one such row must not end the reading.
const epoch = (value: string, scale: number, zone: string) =>
  `TRY(${zoned(`to_timestamp(try_cast(${value} AS DOUBLE) / ${scale})`, zone)})`

/** The engine's own notation: what it reads fastest. */
export const plainTimestamp = (value: string) => `try_cast(${value} AS TIMESTAMP)`

// Times that name their zone are told in the zone of the log; times that name none are taken as they stand.
const NOTATIONS: readonly Notation[] = [
  { looksLike: /^\d{4}-\d\d?-\d\d?([ T]\d\d?:\d\d(:\d\d(\.\d+)?)?)?$/, sql: plainTimestamp },
  {
    looksLike: /^\d{4}-\d\d-\d\d[ T]\d\d:\d\d:\d\d,\d+$/,
    sql: (v) => `try_cast(replace(${v}, ',', '.') AS TIMESTAMP)`,
  },
  {
    looksLike: new RegExp(`^\\d{4}-\\d\\d-\\d\\d[ T]\\d\\d:\\d\\d:\\d\\d(\\.\\d+)?${offset}$`),
    sql: (v, zone) => zoned(`try_cast(${v} AS TIMESTAMPTZ)`, zone),
  },
  {
    looksLike: new RegExp(`^\\d{4}-\\d\\d-\\d\\d[ T]\\d\\d:\\d\\d:\\d\\d(,\\d+ ?|(\\.\\d+)? )${offset}$`),
    sql: (v, zone) =>
      zoned(`try_cast(regexp_replace(replace(${v}, ',', '.'), ' ([^ 0-9])', '\\1') AS TIMESTAMPTZ)`, zone),
  },
  {
    looksLike: new RegExp(`^\\d{4}-\\d\\d-\\d\\d[ T]\\d\\d:\\d\\d ?${offset}$`),
    sql: (v, zone) => zoned(`try_cast(regexp_replace(${v}, '^(.{16}) ?', '\\1:00') AS TIMESTAMPTZ)`, zone),
  },
  { looksLike: /^\d{10}(\.\d+)?$/, sql: (v, zone) => epoch(v, 1, zone) },
  { looksLike: /^\d{13}$/, sql: (v, zone) => epoch(v, 1e3, zone) },
  { looksLike: /^\d{16}$/, sql: (v, zone) => epoch(v, 1e6, zone) },
  { looksLike: /^\d{14}$/, sql: strptime('%Y%m%d%H%M%S') },
  { looksLike: /^\d{12}$/, sql: strptime('%y%m%d%H%M%S') },
  { looksLike: /^\d{8}$/, sql: strptime('%Y%m%d') },
  { looksLike: /^\d{4}\/\d\d?\/\d\d? \d\d?:\d\d:\d\d$/, sql: strptime('%Y/%m/%d %H:%M:%S') },
  { looksLike: /^\d{4}\/\d\d?\/\d\d?$/, sql: strptime('%Y/%m/%d') },
  {
    looksLike: /^\d\d?\/[A-Z][a-z]{2}\/\d{4}:\d\d:\d\d:\d\d [+-]\d{4}$/,
    sql: (v, zone) => zoned(`try_strptime(${v}, '%d/%b/%Y:%H:%M:%S %z')`, zone),
  },
  { looksLike: /^\d\d:\d\d:\d\d$/, sql: (v) => `try_cast('1970-01-01 ' || ${v} AS TIMESTAMP)` },
]

// With slashes or dots the order of day and month shows only where one of them is above 12.
const AMBIGUOUS = /^(\d\d?)([/.])(\d\d?)\2(\d{4})(?: (\d\d?:\d\d)(:\d\d)?( [AP]M)?)?$/i

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
  const fitting: Notation[] = NOTATIONS.filter((notation) => seen.some((v) => notation.looksLike.test(v)))
  const notes: string[] = []
  const slashed = seen.map((v) => AMBIGUOUS.exec(v)).filter((match) => match !== null)
  if (slashed.length > 0) {
    const dayFirst = slashed.some((m) => Number(m[1]) > 12) || slashed[0]?.[2] === '.'
    if (!dayFirst && !slashed.some((m) => Number(m[3]) > 12))
      notes.push('dates such as 3/4/2006 were read as month/day/year; --time-format %d/%m/%Y changes that')
    fitting.push(...slashedNotations(slashed, dayFirst))
  }
  if (fitting.length === 0) {
    if (seen.length === 0) return { sql: plainTimestamp(value), notes }
    fail(
      'input',
      'the time column is in no notation that Lethe knows',
      "Say how it is written with --time-format, for instance '%d.%m.%Y %H:%M'.",
    )
  }
  const [only] = fitting
  if (only && fitting.length === 1) return { sql: only.sql(value, zone), notes }
  // Where notations mix, each value is held against their patterns first: the engine would read one for the other.
  const cases = fitting.map(
    ({ looksLike, sql }) => `WHEN regexp_full_match(${value}, ${text(looksLike.source)}) THEN ${sql(value, zone)}`,
  )
  return { sql: `CASE ${cases.join(' ')} END`, notes }
}

function slashedNotations(matches: readonly RegExpExecArray[], dayFirst: boolean): Notation[] {
  const found = new Map<string, Notation>()
  for (const [, , separator = '', , , minutes, seconds, half] of matches) {
    const date = (dayFirst ? ['%d', '%m', '%Y'] : ['%m', '%d', '%Y']).join(separator)
    const hour = half === undefined ? '%H:%M' : '%I:%M'
    const format = `${date}${minutes ? ` ${hour}` : ''}${seconds ? ':%S' : ''}${half ? ' %p' : ''}`
    const pattern = `^\\d\\d?[${separator}]\\d\\d?[${separator}]\\d{4}${minutes ? ' \\d\\d?:\\d\\d' : ''}${seconds ? ':\\d\\d' : ''}${half ? ' [AaPp][Mm]' : ''}$`
    found.set(format, { looksLike: new RegExp(pattern), sql: strptime(format) })
  }
  return [...found.values()]
}
