import { fail } from '../base/errors.js'
import { type ColumnChoice, chosenColumns, parseColumns, ROLES } from './columns.js'
import { FORMATS, type Format } from './format-names.js'
import type { Found } from './formats/format.js'
import type { InputOptions } from './options.js'
import { DATE_ORDERS, type DateOrder } from './times.js'

const TEXTS = ['unit', 'zone', 'timeFormat', 'dateOrder', 'delimiter', 'param', 'pattern', 'encoding'] as const

/** What can be said about reading a log. */
export const READING_KEYS = ['format', 'columns', 'header', 'foldUsers', ...TEXTS] as const

/** What a plan may say about reading the log, checked. Flags go before it. */
export function readingFrom(entry: Readonly<Record<string, unknown>>, label: string): Partial<InputOptions> {
  const { format, columns, header, foldUsers, ...words } = entry
  const odd = Object.keys(words).find((key) => !TEXTS.some((known) => known === key))
  if (odd !== undefined)
    fail('input', `reading in ${label} has an unknown entry '${odd}'`, `It has ${READING_KEYS.join(', ')}.`)
  for (const [key, value] of Object.entries(words))
    if (typeof value !== 'string' || value === '' || value.includes('\0'))
      fail('input', `reading: ${key} in ${label} must be a text`, 'Write it between quotes, without odd characters.')
  if (format !== undefined && !FORMATS.includes(format as Format))
    fail('input', `reading: format in ${label} must be one of ${FORMATS.join(', ')}`)
  for (const [key, value] of Object.entries({ header, foldUsers }))
    if (value !== undefined && typeof value !== 'boolean')
      fail('input', `reading: ${key} in ${label} must be true or false`)
  const { dateOrder, delimiter, ...rest } = words as Record<string, string>
  if (dateOrder !== undefined && !DATE_ORDERS.includes(dateOrder as DateOrder))
    fail('input', `reading: dateOrder in ${label} must be one of ${DATE_ORDERS.join(', ')}`)
  if (delimiter !== undefined) checkDelimiter(delimiter)
  return {
    ...rest,
    ...(format === undefined ? {} : { format: format as Format }),
    ...(columns === undefined ? {} : { columns: columnsFrom(columns, label) }),
    ...(header === undefined ? {} : { header: header as boolean }),
    ...(foldUsers === undefined ? {} : { foldUsers: foldUsers as boolean }),
    ...(dateOrder === undefined ? {} : { dateOrder: dateOrder as DateOrder }),
    ...(delimiter === undefined ? {} : { delimiter }),
  }
}

function columnsFrom(columns: unknown, label: string): ColumnChoice {
  if (typeof columns === 'string') return parseColumns(columns)
  const pairs = typeof columns === 'object' && columns !== null ? Object.entries(columns) : []
  if (pairs.length === 0 || pairs.some(([, at]) => typeof at !== 'string' && typeof at !== 'number'))
    fail(
      'input',
      `reading: columns in ${label} must be names with their places`,
      'Write columns: {user: AnonID, query: 2}.',
    )
  return chosenColumns(pairs.map(([name, at]) => [name, String(at)]))
}

export function checkDelimiter(delimiter: string): void {
  if (delimiter.length !== 1 || /[\s"\w\p{Cc}]/u.test(delimiter))
    fail(
      'usage',
      'a delimiter is one character, and no letter, digit, blank, quote or control character',
      "Write for instance --delimiter ';'.",
    )
}

/** How a log was read, as a plan would say it. */
export function readingOf(format: Format, found: Found, options: InputOptions): Readonly<Record<string, unknown>> {
  const { unit, zone, timeFormat, collapsePrefixes, encoding, foldUsers } = options
  const { columns, ...more } = found
  const said = {
    ...(unit === undefined ? {} : { unit }),
    ...(zone === undefined ? {} : { zone }),
    ...(timeFormat === undefined ? {} : { timeFormat }),
    ...(collapsePrefixes === undefined ? {} : { collapsePrefixes }),
    ...(encoding === undefined ? {} : { encoding }),
    ...(foldUsers === undefined ? {} : { foldUsers }),
  }
  return { format, ...(Object.keys(columns).length === 0 ? {} : { columns }), ...more, ...said }
}

/** The same as flags. A header and dates that begin with the year need no word, unless it was read otherwise `instead`. */
export function readingFlags(
  reading: Readonly<Record<string, unknown>>,
  instead: Readonly<Record<string, unknown>> = {},
): string {
  const {
    format,
    columns = {},
    header,
    delimiter,
    dateOrder,
    unit,
    zone,
    timeFormat,
    collapsePrefixes,
    param,
    pattern,
    encoding,
    foldUsers,
  } = reading as InputOptions
  const other = instead as InputOptions
  const says = (key: keyof InputOptions, usual: unknown) =>
    reading[key] !== undefined && (reading[key] !== usual || (other[key] ?? usual) !== usual)
  const leftOut = ROLES.filter((role) => other.columns?.[role] !== undefined && columns[role] === undefined)
  const places = [...leftOut.map((role) => [role, '']), ...Object.entries(columns)].map(([name, at]) => `${name}=${at}`)
  return [
    `--format ${format}`,
    ...(places.length === 0 ? [] : [`--columns ${quoted(places.join(','))}`]),
    ...(says('header', true) && format !== 'excite' ? [`--header ${header ? 'yes' : 'no'}`] : []),
    ...(says('delimiter', ',') ? [`--delimiter ${quoted(delimiter ?? ',')}`] : []),
    ...(says('dateOrder', 'ymd') ? [`--date-order ${dateOrder}`] : []),
    ...(param === undefined ? [] : [`--param ${quoted(param)}`]),
    ...(pattern === undefined ? [] : [`--pattern ${quoted(pattern)}`]),
    ...(encoding === undefined ? [] : [`--encoding ${quoted(encoding)}`]),
    ...(foldUsers ? ['--fold-users'] : []),
    ...(unit === undefined ? [] : [`--unit ${quoted(unit)}`]),
    ...(zone === undefined ? [] : [`--zone ${quoted(zone)}`]),
    ...(timeFormat === undefined ? [] : [`--time-format ${quoted(timeFormat)}`]),
    ...(collapsePrefixes === undefined ? [] : [`--collapse-prefixes ${collapsePrefixes}`]),
  ].join(' ')
}

function quoted(word: string): string {
  return /^[\w=,.:@/-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`
}
