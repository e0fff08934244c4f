import { fail } from '../base/errors.js'
import { fromSeconds, fullMatch, inZone, orNull, readTime, replaceFirst, tryCast } from '../engines/dialect/index.js'

/** A way to write a moment: how to know it (a pattern that JavaScript and the engine read alike), and its SQL (null where a value does not fit). */
interface Notation {
  readonly name: string
  readonly looksLike: RegExp
  readonly sql: (value: string, zone: string) => string
}

const written = (format: string) => (value: string) => readTime(value, format)
const offset = '(Z|z|[+-]\\d\\d(:?\\d\\d)?)'
// A number that is no moment (nan, 1e300) is an error to the engine, not a null: one such row must not end the reading.
const epoch = (value: string, scale: number, zone: string) =>
  orNull(inZone(fromSeconds(`${tryCast(value, 'double')} / ${scale}`), zone))

// The engine takes the word "epoch", in any case and with blanks around it, for a moment. Nearly every value begins with a digit: those need no search.
const noWord = (value: string) =>
  `CASE WHEN ${value} BETWEEN '!' AND 'A' THEN ${value} WHEN NOT contains(lower(${value}), 'epoch') THEN ${value} END`

/** The engine's own notation: what it reads fastest. */
export const plainTimestamp = (value: string) => tryCast(noWord(value), 'time')

const SPAN = `TIMESTAMP '0001-01-01' AND TIMESTAMP '9999-12-31 23:59:59.999999'`

/**
 * Is a moment none that a log can have? Years are of four digits: others do not sort as their text does, and most programs do not read them. So "infinity" is
 * no time either, which the engine takes for one.
 */
export const outsideOfTime = (time: string) => `(${time} NOT BETWEEN ${SPAN})`

/** The same of moments that the engine read by itself: that of "epoch" may have been that word, and is looked at more closely. */
export const oddTime = (time: string) => `(${time} NOT BETWEEN ${SPAN} OR ${time} = TIMESTAMP '1970-01-01')`

// Times that name their zone are told in the zone of the log; times that name none are taken as they stand.
const NOTATIONS: readonly Notation[] = [
  {
    name: 'YYYY-MM-DD hh:mm:ss',
    looksLike: /^\d{4}-\d\d?-\d\d?([ T]\d\d?:\d\d(:\d\d(\.\d+)?)?)?$/,
    sql: plainTimestamp,
  },
  {
    name: 'YYYY-MM-DD hh:mm:ss,fff',
    looksLike: /^\d{4}-\d\d-\d\d[ T]\d\d:\d\d:\d\d,\d+$/,
    sql: (v) => tryCast(`replace(${noWord(v)}, ',', '.')`, 'time'),
  },
  {
    name: 'YYYY-MM-DD hh:mm:ss with offset',
    looksLike: new RegExp(`^\\d{4}-\\d\\d-\\d\\d[ T]\\d\\d:\\d\\d:\\d\\d(\\.\\d+)?${offset}$`),
    sql: (v, zone) => inZone(tryCast(noWord(v), 'instant'), zone),
  },
  {
    name: 'YYYY-MM-DD hh:mm:ss,fff with offset',
    looksLike: new RegExp(`^\\d{4}-\\d\\d-\\d\\d[ T]\\d\\d:\\d\\d:\\d\\d(,\\d+ ?|(\\.\\d+)? )${offset}$`),
    sql: (v, zone) =>
      inZone(tryCast(replaceFirst(`replace(${noWord(v)}, ',', '.')`, ' ([^ 0-9])', '\\1'), 'instant'), zone),
  },
  {
    name: 'YYYY-MM-DD hh:mm with offset',
    looksLike: new RegExp(`^\\d{4}-\\d\\d-\\d\\d[ T]\\d\\d:\\d\\d ?${offset}$`),
    sql: (v, zone) => inZone(tryCast(replaceFirst(noWord(v), '^(.{16}) ?', '\\1:00'), 'instant'), zone),
  },
  { name: 'seconds since 1970', looksLike: /^\d{10}(\.\d+)?$/, sql: (v, zone) => epoch(v, 1, zone) },
  { name: 'milliseconds since 1970', looksLike: /^\d{13}$/, sql: (v, zone) => epoch(v, 1e3, zone) },
  { name: 'microseconds since 1970', looksLike: /^\d{16}$/, sql: (v, zone) => epoch(v, 1e6, zone) },
  { name: 'YYYYMMDDhhmmss', looksLike: /^\d{14}$/, sql: written('%Y%m%d%H%M%S') },
  { name: 'YYMMDDhhmmss', looksLike: /^\d{12}$/, sql: written('%y%m%d%H%M%S') },
  { name: 'YYYYMMDD', looksLike: /^\d{8}$/, sql: written('%Y%m%d') },
  {
    name: 'YYYY/MM/DD hh:mm:ss',
    looksLike: /^\d{4}\/\d\d?\/\d\d? \d\d?:\d\d:\d\d$/,
    sql: written('%Y/%m/%d %H:%M:%S'),
  },
  { name: 'YYYY/MM/DD', looksLike: /^\d{4}\/\d\d?\/\d\d?$/, sql: written('%Y/%m/%d') },
  {
    name: 'DD/Mon/YYYY:hh:mm:ss with offset',
    looksLike: /^\d\d?\/[A-Z][a-z]{2}\/\d{4}:\d\d:\d\d:\d\d [+-]\d{4}$/,
    sql: (v, zone) => inZone(readTime(v, '%d/%b/%Y:%H:%M:%S %z'), zone),
  },
  { name: 'hh:mm:ss', looksLike: /^\d\d:\d\d:\d\d$/, sql: (v) => tryCast(`'1970-01-01 ' || ${v}`, 'time') },
]

// With slashes, dots or dashes the order of day and month shows only where one of them is above 12. Years of two digits are read after dots alone: 24/03/15 may begin with one.
const AMBIGUOUS = /^(\d\d?)([/.-])(\d\d?)\2(\d{4}|(?<=\.)\d\d)(?:(,? )(\d\d?:\d\d)(:\d\d)?( [AP]M| Uhr)?)?$/i

/** In which order dates are written whose year does not come first: `ymd` says that there are none. */
export const DATE_ORDERS = ['dmy', 'mdy', 'ymd'] as const
export type DateOrder = (typeof DATE_ORDERS)[number]

/** What is said about times, and not guessed. */
export interface TimeWords {
  /** Zone in which times that name their own zone are told. */
  readonly zone: string
  /** strptime notation, where guessing fails. */
  readonly timeFormat: string | undefined
  readonly dateOrder: DateOrder | undefined
}

export interface TimeReading {
  readonly sql: string
  /** How values are written, for people. */
  readonly notation: string
  readonly notes: readonly string[]
  /** The order that was named, or guessed. */
  readonly dateOrder?: DateOrder
}

/**
 * SQL that reads the time column, chosen from a sample of its values; null for a value that fits none of the notations seen.
 * `timeFormat` overrides the guess.
 */
export function timeExpression(
  value: string,
  sample: readonly string[],
  { zone, timeFormat, dateOrder }: TimeWords,
): TimeReading {
  if (timeFormat !== undefined) return { sql: inFormat(value, timeFormat, zone), notation: timeFormat, notes: [] }
  const seen = sample.filter((v) => v !== '')
  const fitting: Notation[] = NOTATIONS.filter((notation) => seen.some((v) => notation.looksLike.test(v)))
  const notes: string[] = []
  const slashed = dateOrder === 'ymd' ? [] : slashedOf(seen)
  const order = dateOrder ?? guessedOrder(slashed, notes)
  fitting.push(...slashedNotations(slashed, order))
  if (fitting.length === 0) {
    if (seen.length === 0) return { sql: plainTimestamp(value), notation: 'none seen', notes, dateOrder: order }
    fail(
      'input',
      'the time column is in no notation that Lethe knows',
      "Say how it is written with --time-format, for instance '%d.%m.%Y %H:%M'.",
    )
  }
  const [only] = fitting
  const sql = only && fitting.length === 1 ? only.sql(value, zone) : oneOf(fitting, value, zone)
  return { sql, notation: fitting.map(({ name }) => name).join(' or '), notes, dateOrder: order }
}

/**
 * SQL that reads the time column without a look at any of its values: each value is read by itself, in whichever notation it is written. Dates
 * whose year comes last are read where their order was named, and are no times else.
 */
export function fixedTimeExpression(value: string, { zone, timeFormat, dateOrder = 'ymd' }: TimeWords): TimeReading {
  if (timeFormat !== undefined) return { sql: inFormat(value, timeFormat, zone), notation: timeFormat, notes: [] }
  const yearLast = dateOrder === 'ymd' ? [] : slashedNotations(ALL_SLASHED, dateOrder)
  // Whatever the engine stumbles over is no time: one value must not end the reading.
  return { sql: orNull(oneOf([...NOTATIONS, ...yearLast], value, zone)), notation: 'any', notes: [], dateOrder }
}

function inFormat(value: string, format: string, zone: string): string {
  const parsed = readTime(value, format)
  return format.includes('%z') ? inZone(parsed, zone) : parsed
}

/** Where notations mix, each value is held against their patterns first: the engine would read one for the other. */
function oneOf(notations: readonly Notation[], value: string, zone: string): string {
  const cases = notations.map(
    ({ looksLike, sql }) => `WHEN ${fullMatch(value, looksLike.source)} THEN ${sql(value, zone)}`,
  )
  return `CASE ${cases.join(' ')} END`
}

type Slashed = readonly (string | undefined)[]

const slashedOf = (values: readonly string[]) => values.map((v) => AMBIGUOUS.exec(v)).filter((match) => match !== null)

/** Do these values leave open which of day and month comes first? */
export function leavesOrderOpen(values: readonly string[]): boolean {
  const slashed = slashedOf(values)
  return slashed.length > 0 && slashed[0]?.[2] !== '.' && orderShownBy(values) === undefined
}

/** The order that values show by a number above 12. */
export function orderShownBy(values: readonly string[]): DateOrder | undefined {
  const slashed = slashedOf(values)
  const above = (nth: 1 | 3) => slashed.filter((m) => Number(m[nth]) > 12).length
  const [first, second] = [above(1), above(3)]
  if (first === second) return undefined
  return first > second ? 'dmy' : 'mdy'
}

function guessedOrder(slashed: readonly Slashed[], notes: string[]): DateOrder {
  if (slashed.length === 0) return 'ymd'
  if (slashed.some((m) => Number(m[1]) > 12) || slashed[0]?.[2] === '.') return 'dmy'
  if (!slashed.some((m) => Number(m[3]) > 12))
    notes.push('dates such as 3/4/2006 were read as month/day/year; --date-order dmy changes that')
  return 'mdy'
}

/** Every form of a date whose year comes last, as AMBIGUOUS takes it apart. */
const ALL_SLASHED: readonly Slashed[] = [
  ['/', '2006'],
  ['.', '2006'],
  ['-', '2006'],
  ['.', '06'],
].flatMap(([separator, year]) => [
  ['', '', separator, '', year],
  ...[' ', ', '].flatMap((gap) =>
    [undefined, ':00'].flatMap((seconds) =>
      [undefined, ' AM', ' Uhr'].map((half) => ['', '', separator, '', year, gap, '1:00', seconds, half]),
    ),
  ),
])

function slashedNotations(forms: readonly Slashed[], order: DateOrder): Notation[] {
  const found = new Map<string, Notation>()
  for (const [, , separator = '', , year, gap, minutes, seconds, after] of forms) {
    const isShort = year?.length === 2
    const date = [...(order === 'dmy' ? ['%d', '%m'] : ['%m', '%d']), isShort ? '%y' : '%Y'].join(separator)
    const isHalf = /M$/i.test(after ?? '')
    const clock = minutes
      ? `${gap}${isHalf ? '%I' : '%H'}:%M${seconds ? ':%S' : ''}${isHalf ? ' %p' : (after ?? '')}`
      : ''
    const then = isHalf ? ' [AaPp][Mm]' : (after ?? '')
    const pattern = `^\\d\\d?[${separator}]\\d\\d?[${separator}]\\d{${isShort ? 2 : 4}}${minutes ? `${gap}\\d\\d?:\\d\\d` : ''}${seconds ? ':\\d\\d' : ''}${then}$`
    const format = `${date}${clock}`
    found.set(format, { name: format, looksLike: new RegExp(pattern), sql: written(format) })
  }
  return [...found.values()]
}
