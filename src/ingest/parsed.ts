import { isUtf8 } from 'node:buffer'
import { once } from 'node:events'
import { createWriteStream } from 'node:fs'
import { finished } from 'node:stream/promises'
import { fail } from '../base/errors.js'
import { cast, each, some, upTo } from '../engines/dialect/index.js'
import { MAX_LINE_BYTES } from '../engines/engine.js'
import type { BadRow } from '../log/log.js'
import { isBlankText } from './blank-lines.js'
import { type ColumnChoice, type Layout, layout, placeSql, placesOf, ROLES, unreadOf } from './columns.js'
import { firstLinesOfAll } from './detect.js'
import { described } from './formats/delimited.js'
import type { ReadOptions, Staged } from './formats/format.js'
import type { InputFile } from './input-file.js'
import { wholeLines } from './line-by-line.js'
import { MAX_BAD_ROWS } from './row-numbers.js'
import { type Fields, fixedSelect, rowSelect } from './row-sql.js'
import type { Reading } from './text-source.js'
import { fixedTimeExpression, timeExpression } from './times.js'

/** What a line says: rows of fields in the order of the columns, that it is no search, or why it cannot be read. */
export type Parsed = readonly (readonly string[])[] | typeof NO_SEARCH | { readonly bad: string }

export const NO_SEARCH = 'no search'

/** A log whose lines are not rows of columns, but tell such. Each line is read by itself. */
export interface LineLog {
  readonly columns: readonly string[]
  /** `line` counts from 1, blank ones apart. */
  parse(text: string, line: number): Parsed
  /** Where known columns stand unless they are named. */
  readonly usual: ColumnChoice
  /** The column that says how often a row stands for itself. */
  readonly times?: string
  /** May a line give several rows? */
  readonly several?: boolean
  readonly notes?: readonly string[]
  /** How the log writes times, where `parse` gives them in another notation. */
  readonly notation?: string
  /** What else names the same reading again. */
  readonly found?: Omit<Staged['found'], 'columns'>
}

/** Makes such a log of files, by what was said and what their first lines show. */
export type LineFormat = (reading: Reading, options: ReadOptions) => Promise<LineLog>

/** The first lines of the files as text. */
export async function sampleLines(reading: Reading): Promise<string[]> {
  return (await firstLinesOfAll(reading.files)).flat().map((line) => Buffer.from(line, 'latin1').toString('utf8'))
}

/** Reads files of such lines into rows of a log. */
export async function readParsed(reading: Reading, options: ReadOptions, log: LineLog): Promise<Staged> {
  const choice = { ...log.usual, ...options.columns }
  if (options.unit !== undefined && options.columns.user === undefined) delete (choice as Record<string, string>).user
  const found = layout(log.columns, log.columns.length, choice, options.unit)
  const at = (place: Layout['extras'][number]['place']) => placeSql(place, (n) => `c${n}`)
  const time = found.roles.time && (await timeIn(reading, options, log, found, at(found.roles.time)))
  const fields: Fields = {
    roles: Object.fromEntries(
      ROLES.flatMap((role) => (found.roles[role] === undefined ? [] : [[role, at(found.roles[role])]])),
    ),
    extras: found.extras.map((extra) => ({ name: extra.name, sql: at(extra.place) })),
    parsedTime: time?.sql,
    record: cast('record', 'long'),
  }
  const select = options.fixed ? fixedSelect(fields, options) : rowSelect(fields, options)
  const loaded = await load(reading, { log, used: usedBy(found, log), fixed: options.fixed }, select)
  return {
    ...loaded,
    passedOver: [],
    ...(log.several || log.times
      ? {
          documents: async (table, good) => ({
            ...(await linesOf(reading, table, good)),
            notSearches: loaded.notSearches,
          }),
        }
      : {}),
    ...described(found),
    notes: [...(log.notes ?? []), ...(time?.notes ?? [])],
    notation: log.notation ?? time?.notation,
    unread: unreadOf(found, log.columns, log.columns.length),
    found: {
      ...log.found,
      columns: placesOf(found, log.columns),
      ...(time?.dateOrder === undefined ? {} : { dateOrder: time.dateOrder }),
    },
  }
}

/** The columns that anything is made of: no others are written. */
function usedBy({ roles, extras }: Layout, { columns, times }: LineLog): readonly number[] {
  const places = [...Object.values(roles), ...extras.map((extra) => extra.place)].flatMap((place) => place.at)
  return [...new Set([...places, ...(times === undefined ? [] : [columns.indexOf(times)])])]
}

/** How times are read: as was said, or as the first of them show. */
async function timeIn(reading: Reading, options: ReadOptions, log: LineLog, found: Layout, sql: string) {
  if (options.fixed) return fixedTimeExpression(sql, options)
  const columns = found.roles.time?.at ?? []
  const rows = (await sampleLines(reading)).flatMap((text, i) => {
    const parsed = log.parse(text, i + 1)
    return Array.isArray(parsed) ? (parsed as readonly (readonly string[])[]) : []
  })
  const sample = rows.map((row) => columns.map((column) => row[column] ?? '').join(' '))
  return timeExpression(sql, sample, options)
}

/** How many lines gave a good row, and how many bad ones alone. */
async function linesOf({ engine }: Reading, table: string, good: string) {
  const [counted] = await engine.all<{ read: number; all: number }>(
    `SELECT count(*) FILTER (WHERE good) AS read, count(*) AS "all" FROM (SELECT ${some(good)} AS good FROM ${table} GROUP BY file, record)`,
  )
  const { read = 0, all = 0 } = counted ?? {}
  return { read, bad: all - read }
}

interface Loaded {
  readonly rejects: readonly BadRow[]
  readonly unlisted: number
  readonly blank: number
  readonly notSearches: number
}

/** How lines become rows, and which columns of these are written. */
interface Rewriting {
  readonly log: LineLog
  readonly used: readonly number[]
  readonly fixed: boolean
}

async function load(reading: Reading, rewriting: Rewriting, select: string): Promise<Loaded> {
  const { engine, workspace, files, into, signal } = reading
  const { log, used, fixed } = rewriting
  const passed: Passed[] = []
  const targets: ReturnType<typeof workspace.nameless>[] = []
  for (const [index, file] of files.entries()) {
    const target = workspace.nameless(`parsed-${into}-${index}`)
    targets.push(target)
    passed.push(await rewriteParsed(file, target.path, rewriting, signal))
  }
  const columns = columnsOf(used)
  const shape = { paths: targets.map(({ path }) => path), delimiter: '\t', quote: undefined, header: true, columns }
  const made = log.times
    ? await repeated(reading, shape, select, `c${log.columns.indexOf(log.times)}`)
    : await engine.readDelimited(into, shape, select)
  for (const target of targets) target.close()
  const sum = (of: (file: Passed) => number) => passed.reduce((total, file) => total + of(file), 0)
  const lost = sum(({ rows }) => rows) - made
  if (lost !== 0 && !fixed) fail('internal', `${lost} rows went missing between two readings`)
  return {
    rejects: passed.flatMap(({ bad }, file) => [...bad].map(([row, reason]) => ({ file, row, reason }))),
    unlisted: sum(({ unlisted }) => unlisted) + lost,
    blank: sum(({ blank }) => blank),
    notSearches: sum(({ notSearches }) => notSearches),
  }
}

/** Each row as often as it stands for itself; how many there were before. */
async function repeated(
  { engine, into }: Reading,
  shape: Parameters<Reading['engine']['readDelimited']>[1],
  select: string,
  times: string,
): Promise<number> {
  const once = `${into}_once`
  const made = await engine.readDelimited(once, shape, `__file, ${shape.columns.join(', ')}`)
  await engine.materialise(
    into,
    `SELECT ${select} FROM (SELECT *, ${each(upTo(cast(times, 'long')))} AS nth FROM ${once})`,
  )
  await engine.drop(once)
  return made
}

interface Passed {
  readonly bad: ReadonlyMap<number, string>
  readonly unlisted: number
  readonly rows: number
  readonly blank: number
  readonly notSearches: number
}

function columnsOf(used: readonly number[]): string[] {
  return ['record', ...used.map((n) => `c${n}`)]
}

/** Writes the rows that lines tell as plain tab-separated text, each behind the number of its line. */
async function rewriteParsed(
  file: InputFile,
  target: string,
  { log, used, fixed }: Rewriting,
  signal: AbortSignal | undefined,
): Promise<Passed> {
  const out = createWriteStream(target, { mode: 0o600, highWaterMark: 1 << 20 })
  const done = finished(out)
  done.catch(() => {}) // awaited below; a full disk must not count as unhandled while lines still come
  const bad = new Map<number, string>()
  let [line, unlisted, rows, blank, notSearches] = [0, 0, 0, 0, 0]
  const setAside = (reason: string) => {
    if (bad.size < MAX_BAD_ROWS) bad.set(line, reason)
    else if (fixed) unlisted++
    else fail('input', `more than a million lines of ${file.label} do not parse`, 'Check --format and --pattern.')
  }
  const look = (text: string): string => {
    if (isBlankText(text)) {
      blank++
      return ''
    }
    line++
    const parsed = log.parse(text, line)
    if (parsed === NO_SEARCH) notSearches++
    else if ('bad' in parsed) setAside(parsed.bad)
    else return written(parsed)
    return ''
  }
  const written = (found: readonly (readonly string[])[]): string => {
    let text = ''
    for (const fields of found) {
      const row = rowText(line, fields, used)
      if (row.length > MAX_LINE_BYTES / 4 && Buffer.byteLength(row) >= MAX_LINE_BYTES) {
        setAside('line too long')
        return ''
      }
      text += row
    }
    rows += found.length
    return text
  }
  try {
    out.write(`${columnsOf(used).join('\t')}\n`)
    for await (const piece of wholeLines(file, MAX_LINE_BYTES)) {
      signal?.throwIfAborted()
      let text = ''
      if (piece === 'giant') {
        line++
        setAside('line too long')
      } else if (isUtf8(piece)) for (const one of textsOf(piece.toString('utf8'))) text += look(one)
      else
        for (const one of textsOf(piece.toString('latin1'))) {
          const bytes = Buffer.from(one, 'latin1')
          if (isUtf8(bytes)) text += look(bytes.toString('utf8'))
          else {
            line++
            setAside('invalid UTF-8')
          }
        }
      if (text !== '') out.write(text)
      if (out.writableNeedDrain) await once(out, 'drain')
    }
    out.end()
    await done
    return { bad, unlisted, rows, blank, notSearches }
  } finally {
    out.destroy()
  }
}

/** The lines of a piece of text, each without its end and without a mark of the byte order. */
function* textsOf(piece: string): Generator<string> {
  for (let start = 0; start < piece.length; ) {
    const end = piece.indexOf('\n', start)
    const stop = piece.charCodeAt(end - 1) === 13 ? end - 1 : end
    yield piece.slice(piece.charCodeAt(start) === 0xfeff ? start + 1 : start, Math.max(stop, start))
    start = end + 1
  }
}

/** A row as tab-separated text, of the columns that are used. */
function rowText(line: number, fields: readonly string[], used: readonly number[]): string {
  let row = String(line)
  for (const at of used) {
    const field = fields[at] ?? ''
    row += SEPARATOR.test(field) ? `\t${field.replace(SEPARATORS, ' ')}` : `\t${field}`
  }
  return `${row}\n`
}

const SEPARATOR = /[\t\r\n]/
const SEPARATORS = /[\t\r\n]/g
