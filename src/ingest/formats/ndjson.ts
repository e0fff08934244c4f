import { fail } from '../../base/errors.js'
import { cast, each, isObject, keysOf, lengthOf, once, rowNumber } from '../../engines/dialect/index.js'
import type { Sql } from '../../engines/engine.js'
import { countOf } from '../../engines/sql.js'
import type { BadRow } from '../../log/log.js'
import { type Layout, layout, ROLES, type Role, USUAL } from '../columns.js'
import { firstLinesOfAll } from '../detect.js'
import { type JsonValues, jsonValues, refuseNoValues, valueAt } from '../json-paths.js'
import { inFile, MAX_BAD_ROWS } from '../row-numbers.js'
import { fixedSelect, rowSelect } from '../row-sql.js'
import { BLANK_LINE, type Loaded, loadFixed, loadText, type Reading, type TextShape } from '../text-source.js'
import { fixedTimeExpression, type TimeReading, timeExpression } from '../times.js'
import type { Reader, ReadOptions } from './format.js'

const NO_OBJECT = 'no JSON object'

// A separator that JSON forbids inside a document: each line comes through whole.
const LINES: TextShape = { delimiter: '\x1f', quote: undefined, header: false, columns: ['line'] }

/** Loads lines of JSON into a table (file, row, doc); lines that are no JSON objects are set aside. */
export async function loadJsonLines(
  reading: Reading,
  table: string,
  fixed: boolean,
): Promise<Loaded & { readonly passedOver: readonly BadRow[] }> {
  const lines = `${table}_lines`
  const {
    rejects: passedOver,
    unlisted,
    blank,
  } = fixed
    ? await loadFixed(reading, lines, LINES, '__file, ltrim(line, chr(65279)) AS line', BLANK_LINE)
    : await loadText(reading, lines, LINES, '__file, line')
  // Blank lines are not among them. What the engine takes for nothing is a line of control characters.
  await reading.engine.materialise(
    table,
    `SELECT __file, row_number() OVER (PARTITION BY __file ORDER BY ${rowNumber()}) AS "row",
      CASE WHEN ${isObject('line')} THEN ${cast('line', 'json')} END AS doc FROM ${lines} ORDER BY ${rowNumber()}`,
  )
  await reading.engine.drop(lines)
  const broken = await reading.engine.all<{ file: number; nth: number }>(
    `SELECT __file AS file, "row" AS nth FROM ${table} WHERE doc IS NULL ORDER BY ALL LIMIT ${MAX_BAD_ROWS + 1}`,
  )
  if (broken.length > MAX_BAD_ROWS && !fixed)
    fail('input', 'a million lines or more hold no JSON object', 'Name another format with --format.')
  const more = broken.length > MAX_BAD_ROWS ? await countBroken(reading, table) : broken.length
  const listed = inFile(broken.slice(0, MAX_BAD_ROWS), passedOver).map((at) => ({ ...at, reason: NO_OBJECT }))
  return { rejects: [...passedOver, ...listed], passedOver, unlisted: unlisted + more - listed.length, blank }
}

async function countBroken({ engine }: Reading, table: string): Promise<number> {
  return countOf(engine, `${table} WHERE doc IS NULL`)
}

/** Where the known columns of documents are: each at the first of its paths that leads to a value. */
interface Places {
  readonly roles: Readonly<Partial<Record<Role, readonly string[]>>>
  readonly extras: readonly { readonly name: string; readonly paths: readonly string[] }[]
}

/** ndjson: one flat JSON object a line; columns are its keys, or paths such as user.id. */
export const ndjson: Reader = async (reading, options) => {
  const samples = options.fixed ? [] : await sampleDocuments(reading)
  const { roles, extras } = options.fixed ? namedPlaces(options) : foundPlaces(samples, options)
  for (const role of ROLES) for (const path of roles[role] ?? []) refuseNoValues(samples, role, path)
  const values = jsonValues([...Object.values(roles).flat(), ...extras.flatMap((extra) => extra.paths)])
  const time = timeOf(roles.time, samples, values, options)
  const fields = {
    roles: Object.fromEntries(
      ROLES.flatMap((role) => {
        const paths = roles[role]
        if (paths === undefined) return []
        return [[role, `coalesce(${role === 'user' ? values.id(paths) : values.text(paths)}, '')`]]
      }),
    ),
    extras: extras.map((extra) => ({ name: extra.name, sql: values.text(extra.paths) })),
    parsedTime: time?.sql,
    noValue: Object.values(roles)
      .map((paths) => `coalesce(${values.isNone(paths)}, false)`)
      .join(' OR '),
  }
  const loaded = await loadJsonLines(reading, 'documents', options.fixed)
  const select = options.fixed ? fixedSelect(fields, options) : rowSelect(fields, options.keepRaw)
  await reading.engine.materialise(
    reading.into,
    `SELECT ${select} FROM (SELECT *, ${values.all} AS held FROM documents WHERE doc IS NOT NULL)`,
  )
  const read = new Set([...Object.values(roles).flat(), ...extras.flatMap((extra) => extra.paths)])
  const unread = options.listUnread ? await unreadKeys(reading.engine, read) : []
  await reading.engine.drop('documents')
  const has = (role: Role) => roles[role] !== undefined
  return {
    rejects: loaded.rejects,
    unlisted: loaded.unlisted,
    blank: loaded.blank,
    has: { user: has('user'), time: has('time'), rank: has('rank'), url: has('url') },
    extras: extras.map((extra) => extra.name),
    notes: time?.notes ?? [],
    unread,
    found: {
      columns: Object.fromEntries([
        ...Object.entries(roles).map(([role, [path = '']]) => [role, path]),
        ...extras.map((extra) => [extra.name, extra.paths[0] ?? '']),
      ]),
      ...(time?.dateOrder === undefined ? {} : { dateOrder: time.dateOrder }),
    },
  }
}

/** Keys of the documents that were not read whole. */
async function unreadKeys(engine: Sql, read: ReadonlySet<string>): Promise<string[]> {
  const all = await engine.all<{ key: string }>(
    `SELECT DISTINCT ${each(keysOf('doc'))} AS key FROM documents WHERE doc IS NOT NULL ORDER BY key LIMIT 1000`,
  )
  // A key that stands twice in a line is read once.
  const twice = await countOf(
    engine,
    `documents WHERE doc IS NOT NULL AND ${lengthOf(keysOf('doc'))} > ${lengthOf(once(keysOf('doc')))}`,
  )
  const unread = all.map(({ key }) => key).filter((key) => !read.has(key))
  return [...unread, ...(twice > 0 ? ['keys that stand twice'] : [])]
}

function timeOf(
  paths: readonly string[] | undefined,
  samples: readonly Record<string, unknown>[],
  values: JsonValues,
  options: ReadOptions,
): TimeReading | undefined {
  if (paths === undefined) return undefined
  const value = values.text(paths)
  if (options.fixed) return fixedTimeExpression(value, options)
  const sample = samples.map((doc) => String(valueAt(doc, paths[0]!) ?? ''))
  return timeExpression(value, sample, options)
}

/** The objects among the first lines. */
export async function sampleDocuments(reading: Reading): Promise<Record<string, unknown>[]> {
  const samples = (await firstLinesOfAll(reading.files)).flat().flatMap((line) => {
    try {
      const doc: unknown = JSON.parse(Buffer.from(line, 'latin1').toString('utf8'))
      return typeof doc === 'object' && doc !== null && !Array.isArray(doc) ? [doc as Record<string, unknown>] : []
    } catch {
      return []
    }
  })
  if (samples.length === 0) fail('input', 'no line holds a JSON object', 'Name another format with --format.')
  return samples
}

/** Columns by the keys of the documents that were looked at, or by paths. */
function foundPlaces(samples: readonly Record<string, unknown>[], { columns, unit }: ReadOptions): Places {
  const keys = new Set(samples.flatMap((doc) => Object.keys(doc)))
  const asked = [...Object.values(columns), ...(unit === undefined ? [] : [unit])]
  const paths = [...new Set([...keys, ...asked.filter((path) => path.includes('.'))])]
  const { roles, extras }: Layout = layout(paths, paths.length, columns, unit)
  return {
    roles: Object.fromEntries(
      ROLES.flatMap((role) => (roles[role] === undefined ? [] : [[role, [paths[roles[role]]!]]])),
    ),
    extras: extras.map((extra) => ({ name: extra.name, paths: [paths[extra.at]!] })),
  }
}

/** Columns as they were named; what was not named stands in each document under one of its usual names, or not at all. */
function namedPlaces({ columns, unit }: ReadOptions): Places {
  const placeOf = (role: Role): readonly string[] => {
    const asked =
      role === 'user' && unit !== undefined && columns.user === undefined ? (columns[unit] ?? unit) : columns[role]
    return asked === undefined ? USUAL[role] : asked === '' ? [] : [asked]
  }
  const roles = ROLES.map((role) => [role, placeOf(role)] as const).filter(([, paths]) => paths.length > 0)
  if (!roles.some(([role]) => role === 'query'))
    fail('input', 'no column holds the query', 'Name it with --columns query=NAME.')
  return {
    roles: Object.fromEntries(roles),
    extras: Object.entries(columns)
      .filter(([key]) => !(ROLES as readonly string[]).includes(key) && key !== unit)
      .map(([name, asked]) => ({ name, paths: [asked] })),
  }
}
