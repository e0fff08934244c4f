import { fail } from '../../base/errors.js'
import { type Split, splitter } from '../careful.js'
import {
  type Layout,
  layout,
  looksLikeHeader,
  looksLikeSecondHeader,
  type Place,
  placeSql,
  placesOf,
  ROLES,
  unreadOf,
} from '../columns.js'
import { firstLines, firstLinesOfAll } from '../detect.js'
import { commonHeader, reachOf } from '../fixed.js'
import { loadPacked } from '../packed.js'
import { type Fields, fixedSelect, rowSelect, strictSelect } from '../row-sql.js'
import { loadFixed, loadStrictly, loadText, type Reading, type StrictReading, type TextShape } from '../text-source.js'
import { linesThroughout } from '../throughout.js'
import {
  fixedTimeExpression,
  leavesOrderOpen,
  oddTime,
  orderShownBy,
  plainTimestamp,
  timeExpression,
} from '../times.js'
import { unpacked } from '../unpacked.js'
import type { Reader, ReadOptions, Staged } from './format.js'

const MAX_COLUMNS = 2000

/** csv: quoted; the delimiter is the one of , ; | that splits the first line most, unless it is named. */
export const csv: Reader = async (reading, options) => {
  const delimiter = options.delimiter ?? (await usualDelimiter(reading, options))
  return readDelimited(reading, options, { delimiter, quote: '"' })
}

async function usualDelimiter(reading: Reading, options: ReadOptions): Promise<string> {
  if (options.fixed && options.header === false) return ','
  const first = options.fixed ? await commonHeader(reading.files) : ((await firstLines(reading.files[0]!))[0] ?? '')
  return [',', ';', '|'].reduce((best, d) => (first.split(d).length > first.split(best).length ? d : best))
}

/** tsv: quotes are ordinary text. Also what AOL published. */
export const tsv: Reader = (reading, options) => readDelimited(reading, options, { delimiter: '\t', quote: undefined })

/** Excite 1997: user, yymmddHHMMSS, query; no header. */
export const excite: Reader = (reading, options) =>
  readDelimited(
    reading,
    {
      ...options,
      columns: { ...(options.unit === undefined ? { user: '1' } : {}), time: '2', query: '3', ...options.columns },
    },
    { delimiter: '\t', quote: undefined, header: false, width: 3 },
  )

/** How the lines of a format are written. */
interface Written {
  readonly delimiter: string
  readonly quote: '"' | undefined
  /** Where the format itself says whether there is a header, and how many columns. */
  readonly header?: boolean
  readonly width?: number
}

async function readDelimited(reading: Reading, options: ReadOptions, written: Written): Promise<Staged> {
  const { delimiter } = written
  const look = options.fixed
    ? await lookAtNames(reading, options, written)
    : await lookAtRows(reading, options, written)
  const { names, width, sample } = look
  const hasHeader = names !== undefined
  const found = layout(names, width, options.columns, options.unit)
  const columns = Array.from({ length: width }, (_, at) => `c${at}`)
  const shape: TextShape = {
    delimiter,
    quote: written.quote,
    header: hasHeader,
    columns,
    ...(look.atLeast ? { special: { split: atLeast(width, splitter(delimiter, written.quote)) } } : {}),
  }
  // Where no header stands before it, the first value of a file may carry a mark of the byte order: as any other may.
  const column = (n: number) => (options.fixed && !hasHeader && n === 0 ? 'ltrim(c0, chr(65279))' : `c${n}`)
  const at = (place: Place) => placeSql(place, column)
  const time =
    found.roles.time === undefined
      ? { sql: undefined, notation: undefined, notes: [] }
      : options.fixed
        ? fixedTimeExpression(at(found.roles.time), options)
        : timeExpression(
            at(found.roles.time),
            sample(found.roles.time),
            await withOrder(look, found.roles.time, options),
          )
  const fields: Fields = {
    roles: Object.fromEntries(
      ROLES.flatMap((role) => (found.roles[role] === undefined ? [] : [[role, at(found.roles[role])]])),
    ),
    extras: found.extras.map((extra) => ({ name: extra.name, sql: at(extra.place) })),
    parsedTime: time.sql,
  }
  const about = {
    ...described(found),
    notes: time.notes,
    notation: time.notation,
    unread: unreadOf(found, names, width),
    found: {
      columns: placesOf(found, names),
      header: hasHeader,
      ...(written.quote === undefined ? {} : { delimiter }),
      ...('dateOrder' in time ? { dateOrder: time.dateOrder } : {}),
    },
  }
  if (options.fixed) {
    const maybeBlank = found.roles.user === undefined ? 'query IS NULL' : `coalesce(person, '') = ''`
    const splits = delimiter === '\t' || width === 1 // into what may be a row, of a line of blanks
    const select = fixedSelect(fields, options)
    return { ...(await loadFixed(reading, reading.into, shape, select, splits ? maybeBlank : 'false')), ...about }
  }
  const strict = asTheyStand(found) ? strictReading(shape, fields, options) : undefined
  if (strict === undefined)
    return { ...(await loadText(reading, reading.into, shape, rowSelect(fields, options))), ...about }
  const unpacking = await loadPacked(reading, reading.into, shape, strict)
  if (unpacking) return { rejects: 'clean', aside: unpacking, blank: 'the empty ones', ...about }
  const plain = await unpacked(reading)
  try {
    const aside = await loadStrictly({ ...reading, files: plain.files }, reading.into, shape, strict)
    if (aside) return { rejects: 'clean', aside, blank: 'the empty ones', ...about }
    return { ...(await loadText({ ...reading, files: plain.files }, reading.into, shape, strict.careful)), ...about }
  } finally {
    plain.close()
  }
}

/** A log that is sorted by time may begin with days that could be months: then values from all over it are looked at. */
async function withOrder(look: Look, place: Place, options: ReadOptions): Promise<ReadOptions> {
  if (options.dateOrder !== undefined || options.timeFormat !== undefined || !leavesOrderOpen(look.sample(place)))
    return options
  const order = orderShownBy((await look.throughout?.(place)) ?? [])
  return order === undefined ? options : { ...options, dateOrder: order }
}

/** What is known before the lines are read: names of columns, how many there are, and values from which notations are guessed. */
interface Look {
  readonly names: readonly string[] | undefined
  readonly width: number
  readonly sample: (place: Place) => readonly string[]
  /** The same from all over the log, which takes longer. */
  readonly throughout?: (place: Place) => Promise<readonly string[]>
  /** Lines may have more columns than that. */
  readonly atLeast?: boolean
}

async function lookAtRows(reading: Reading, options: ReadOptions, written: Written): Promise<Look> {
  const cellsOf = cellsBy(splitter(written.delimiter, written.quote))
  const heads = await firstLinesOfAll(reading.files)
  const decoded = (line: string) => cellsOf(Buffer.from(line, 'latin1').toString('utf8'))
  const marked = heads.findIndex(([line = '']) => /^"?sep=.?"?$/i.test(line))
  if (marked !== -1)
    fail(
      'input',
      `the first line of ${reading.files[marked]?.label} only tells a spreadsheet the delimiter (sep=), and names no columns`,
      'Take that line away: tail -n +2 FILE >COPY.',
    )
  const first = decoded(heads[0]?.[0] ?? '')
  checkWidth(first)
  const hasHeader = written.header ?? options.header ?? looksLikeHeader(first, options.columns)
  if (hasHeader) {
    const other = heads.findIndex((lines) => lines[0] !== heads[0]?.[0])
    if (other !== -1)
      fail(
        'input',
        `${reading.files[other]?.label} has another header line than ${reading.files[0]?.label}`,
        'Read files of one shape at a time.',
      )
    const second = decoded(heads[0]?.[1] ?? '')
    if (second.length === first.length && looksLikeSecondHeader(second, options.columns))
      fail(
        'input',
        `${reading.files[0]?.label} has two header lines`,
        'Take the first away: tail -n +2 FILE >COPY; or say that it is a row: --header no, with columns by position.',
      )
  }
  const rows = heads.map((lines) => lines.slice(hasHeader ? 1 : 0))
  const valueIn = (line: string, { at }: Place) => {
    const cells = decoded(line)
    return at
      .map((column) => cells[column] ?? '')
      .join(' ')
      .trim()
  }
  return {
    names: hasHeader ? first : undefined,
    width: first.length,
    sample: (place) => rows.flatMap((lines) => lines.map((line) => valueIn(line, place))),
    throughout: async (place) => (await linesThroughout(reading.files)).map((line) => valueIn(line, place)),
  }
}

/** The same from the header line and from what was named: rows are not looked at. */
async function lookAtNames(reading: Reading, options: ReadOptions, written: Written): Promise<Look> {
  const sample = () => []
  if (written.header === false && written.width !== undefined) return { names: undefined, width: written.width, sample }
  if (options.header === false) {
    const width = reachOf(options.columns, options.unit)
    checkWidth({ length: width })
    return { names: undefined, width, sample, atLeast: true }
  }
  const names = cellsBy(splitter(written.delimiter, written.quote))(await commonHeader(reading.files))
  checkWidth(names)
  return { names, width: names.length, sample }
}

function cellsBy(split: (line: string) => Split): (line: string) => readonly string[] {
  return (line) => {
    const cells = split(line)
    return typeof cells === 'string' ? [] : cells
  }
}

function checkWidth({ length }: { readonly length: number }): void {
  if (length > MAX_COLUMNS)
    fail(
      'input',
      `the log has ${length} columns, more than Lethe reads (${MAX_COLUMNS})`,
      'Cut it down to the columns that matter first.',
    )
}

/** The first columns of a line, whatever follows. */
function atLeast(width: number, split: (line: string) => Split): (line: string) => Split {
  return (line) => {
    const cells = split(line)
    return typeof cells === 'string' ? cells : cells.slice(0, width)
  }
}

/** Is every column read as it stands? Then the engine can read it by itself. */
function asTheyStand({ roles, extras }: Layout): boolean {
  const places = [...Object.values(roles), ...extras.map((extra) => extra.place)]
  return places.every((place) => place.at.length === 1 && place.parameter === undefined)
}

/** How to read a clean file in one go; undefined where only a closer look can tell whether it is one. */
function strictReading(shape: TextShape, fields: Fields, options: ReadOptions): StrictReading | undefined {
  const { user, time, rank } = fields.roles
  const plainTime = time === undefined || fields.parsedTime === plainTimestamp(time)
  // A quote may swallow lines, and a blank line of one column may be an empty value: neither is an error to the engine.
  if (shape.quote !== undefined || shape.columns.length === 1 || user === undefined || !plainTime) return undefined
  const types = {
    ...(time === undefined ? {} : { [time]: 'timestamp' as const }),
    ...(rank === undefined ? {} : { [rank]: 'integer' as const }),
  }
  return {
    types,
    select: strictSelect(fields, options),
    odd: options.textsOnly ? 'odd' : oddTime('time'),
    careful: rowSelect(fields, options),
  }
}

/** Which columns a layout holds, as the reader's result says it. */
export function described({ roles, extras }: Layout): Pick<Staged, 'has' | 'extras'> {
  const has = {
    user: roles.user !== undefined,
    time: roles.time !== undefined,
    rank: roles.rank !== undefined,
    url: roles.url !== undefined,
  }
  return { has, extras: extras.map((extra) => extra.name) }
}
