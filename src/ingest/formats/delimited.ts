import { name } from '../../engines/sql.js'
import { fail } from '../../errors.js'
import { splitter } from '../careful.js'
import { type Layout, layout, looksLikeHeader, ROLES, unreadOf } from '../columns.js'
import { firstLines, firstLinesOfAll } from '../detect.js'
import { type Fields, rowSelect, strictSelect } from '../row-sql.js'
import { loadStrictly, loadText, type Reading, type StrictReading, type TextShape } from '../text-source.js'
import { plainTimestamp, timeExpression } from '../times.js'
import type { Reader, ReadOptions, Staged } from './format.js'

const MAX_COLUMNS = 2000

/** csv: quoted; the delimiter is the one of , ; | that splits the first line most. */
export const csv: Reader = async (reading, options) => {
  const [first = ''] = await firstLines(reading.files[0]!)
  const delimiter = [',', ';', '|'].reduce((best, d) => (first.split(d).length > first.split(best).length ? d : best))
  return readDelimited(reading, options, delimiter, '"')
}

/** tsv: quotes are ordinary text. Also what AOL published. */
export const tsv: Reader = (reading, options) => readDelimited(reading, options, '\t', undefined)

/** Excite 1997: user, yymmddHHMMSS, query; no header. */
export const excite: Reader = (reading, options) =>
  readDelimited(
    reading,
    {
      ...options,
      columns: { ...(options.unit === undefined ? { user: '1' } : {}), time: '2', query: '3', ...options.columns },
    },
    '\t',
    undefined,
    false,
  )

async function readDelimited(
  reading: Reading,
  options: ReadOptions,
  delimiter: string,
  quote: '"' | undefined,
  header?: boolean,
): Promise<Staged> {
  const split = splitter(delimiter, quote)
  const heads = await firstLinesOfAll(reading.files)
  const cellsOf = (line: string) => {
    const cells = split(Buffer.from(line, 'latin1').toString('utf8'))
    return typeof cells === 'string' ? [] : cells
  }
  const first = cellsOf(heads[0]?.[0] ?? '')
  if (first.length > MAX_COLUMNS) {
    fail(
      'input',
      `the log has ${first.length} columns, more than Lethe reads (${MAX_COLUMNS})`,
      'Cut it down to the columns that matter first.',
    )
  }
  const hasHeader = header ?? looksLikeHeader(first, options.columns)
  if (hasHeader) {
    const other = heads.findIndex((lines) => lines[0] !== heads[0]?.[0])
    if (other !== -1)
      fail(
        'input',
        `${reading.files[other]?.label} has another header line than ${reading.files[0]?.label}`,
        'Read files of one shape at a time.',
      )
  }
  const found = layout(hasHeader ? first : undefined, first.length, options.columns, options.unit)
  const columns = first.map((_, at) => `c${at}`)
  const shape: TextShape = { delimiter, quote, header: hasHeader, columns }
  const sample = heads.flatMap((lines) =>
    lines.slice(hasHeader ? 1 : 0).map((line) => cellsOf(line)[found.roles.time ?? -1] ?? ''),
  )
  const { sql: parsedTime, notes } =
    found.roles.time === undefined
      ? { sql: undefined, notes: [] }
      : timeExpression(`c${found.roles.time}`, sample, options.zone, options.timeFormat)
  const fields: Fields = {
    roles: Object.fromEntries(
      ROLES.flatMap((role) => (found.roles[role] === undefined ? [] : [[role, `c${found.roles[role]}`]])),
    ),
    extras: found.extras.map((extra) => ({ name: extra.name, sql: name(`c${extra.at}`) })),
    parsedTime,
  }
  const select = rowSelect(fields, options.keepRaw)
  const strict = strictReading(shape, fields, options)
  const clean = strict !== undefined && (await loadStrictly(reading, 'staged', shape, strict))
  const rejects = clean ? 'clean' : await loadText(reading, 'staged', shape, select)
  const unread = unreadOf(found, hasHeader ? first : undefined, first.length)
  return { rejects, ...described(found), notes, unread }
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
  return { types, select: strictSelect(fields, options), odd: options.textsOnly ? 'odd' : 'isinf(time)' }
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
