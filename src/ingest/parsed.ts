import { statSync } from 'node:fs'
import { fail } from '../base/errors.js'
import { cast, each, some, upTo } from '../engines/dialect/index.js'
import type { BadRow } from '../log/log.js'
import { type Layout, layout, placeSql, placesOf, ROLES, unreadOf } from './columns.js'
import { described } from './formats/delimited.js'
import type { ReadOptions, Staged } from './formats/format.js'
import { type LineFormatName, lineFormat, type Parsing, parserOf } from './formats/line-formats.js'
import { type LineLog, sampleLines } from './line-log.js'
import type { Rewriting } from './parse-piece.js'
import { type Passed, parsingCrew, rewriteParsed } from './rewrite-parsed.js'
import { type Fields, fixedSelect, rowSelect } from './row-sql.js'
import type { Reading } from './text-source.js'
import { fixedTimeExpression, timeExpression } from './times.js'

/** Reads files whose lines tell rows into rows of a log. */
export async function readParsed(reading: Reading, options: ReadOptions, format: LineFormatName): Promise<Staged> {
  const log = await lineFormat(format).open(reading, options)
  const parsing = { format, how: log.how }
  const choice = { ...log.usual, ...options.columns }
  if (options.unit !== undefined && options.columns.user === undefined) delete (choice as Record<string, string>).user
  const found = layout(log.columns, log.columns.length, choice, options.unit)
  const at = (place: Layout['extras'][number]['place']) => placeSql(place, (n) => `c${n}`)
  const time = found.roles.time && (await timeIn(reading, options, parsing, found, at(found.roles.time)))
  const fields: Fields = {
    roles: Object.fromEntries(
      ROLES.flatMap((role) => (found.roles[role] === undefined ? [] : [[role, at(found.roles[role])]])),
    ),
    extras: found.extras.map((extra) => ({ name: extra.name, sql: at(extra.place) })),
    parsedTime: time?.sql,
    record: cast('record', 'long'),
  }
  const select = options.fixed ? fixedSelect(fields, options) : rowSelect(fields, options)
  const rewriting = { ...parsing, used: usedBy(found, log) }
  const loaded = await load(reading, log, rewriting, options.fixed, select)
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
async function timeIn(reading: Reading, options: ReadOptions, parsing: Parsing, found: Layout, sql: string) {
  if (options.fixed) return fixedTimeExpression(sql, options)
  const columns = found.roles.time?.at ?? []
  const parse = parserOf(parsing)
  const rows = (await sampleLines(reading)).flatMap((text, i) => {
    const parsed = parse(text, i + 1)
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

/** Less than this is read sooner by one thread than others start. */
const WORTH_THREADS = 16 << 20

async function load(
  reading: Reading,
  { columns: all, times }: LineLog,
  rewriting: Rewriting,
  fixed: boolean,
  select: string,
): Promise<Loaded> {
  const { engine, workspace, files, into, signal } = reading
  const columns = columnsOf(rewriting.used)
  const passed: Passed[] = []
  const targets: ReturnType<typeof workspace.nameless>[] = []
  const size = files.reduce((sum, { path }) => sum + statSync(path).size, 0)
  const crew = parsingCrew(rewriting, size < WORTH_THREADS ? 1 : (reading.threads ?? 1), signal)
  try {
    for (const [index, file] of files.entries()) {
      const target = workspace.nameless(`parsed-${into}-${index}`)
      targets.push(target)
      passed.push(await rewriteParsed(file, target.path, { columns, fixed, signal, crew }))
    }
  } finally {
    await crew.close()
  }
  const shape = { paths: targets.map(({ path }) => path), delimiter: '\t', quote: undefined, header: true, columns }
  const made = times
    ? await repeated(reading, shape, select, `c${all.indexOf(times)}`)
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

function columnsOf(used: readonly number[]): string[] {
  return ['record', ...used.map((n) => `c${n}`)]
}
