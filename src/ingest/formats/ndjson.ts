import { fail } from '../../base/errors.js'
import {
  bytesIn,
  cast,
  each,
  fullMatch,
  isObject,
  keysOf,
  lengthOf,
  once,
  rowNumber,
} from '../../engines/dialect/index.js'
import { type Cluster, MAX_LINE_BYTES, type Sql } from '../../engines/engine.js'
import { countOf } from '../../engines/sql.js'
import type { BadRow } from '../../log/log.js'
import { layout, mapPlace, type Place, parsePlace, placeName, placeSql, ROLES, type Role, USUAL } from '../columns.js'
import { firstLinesOfAll } from '../detect.js'
import { asTexts, normalised } from '../from-cluster.js'
import {
  type Document,
  type JsonValues,
  jsonValues,
  objectIn,
  pathsIn,
  refuseNoValues,
  valueAt,
} from '../json-paths.js'
import { inFile, MAX_BAD_ROWS } from '../row-numbers.js'
import { type Fields, fixedSelect, rowSelect } from '../row-sql.js'
import { BLANK_LINE, type Loaded, loadFixed, loadText, type Reading, type TextShape } from '../text-source.js'
import { fixedTimeExpression, type TimeReading, timeExpression } from '../times.js'
import type { Reader, ReadOptions, Staged } from './format.js'

const NO_OBJECT = 'no JSON object'

/** Of the lines that a cluster gives first, by which keys are found. */
const FIRST_LINES = 1000

/** Said where a key stands twice in a document: it is read once. */
export const KEYS_TWICE = 'keys that stand twice'

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

/** Where a value stands in documents: at the first of some paths that leads to one. */
type JsonPlace = Place<readonly string[]>

interface Places {
  readonly roles: Readonly<Partial<Record<Role, JsonPlace>>>
  readonly extras: readonly { readonly name: string; readonly place: JsonPlace }[]
}

/** ndjson: one flat JSON object a line; columns are its keys, or paths such as user.id. */
export const ndjson: Reader = async (reading, options) => {
  const asked = askedOf(options.fixed ? [] : await sampleDocuments(reading), options)
  const fields = fieldsOf(asked, asked.texts, options)
  const loaded = await loadJsonLines(reading, 'documents', options.fixed)
  await reading.engine.materialise(reading.into, `SELECT ${selectOf(fields, options)} FROM ${heldIn(asked)}`)
  return stagedOf(reading.engine, asked, fields, options, loaded)
}

/** The same of files that a cluster reads: `from` is a subquery with `line` and `__file`. Lines are in no order there, and have no numbers. */
export async function ndjsonThere(
  cluster: Cluster,
  reading: Reading,
  options: ReadOptions,
  from: string,
): Promise<Staged> {
  const { engine, into } = reading
  const first = options.fixed ? [] : await engine.all<{ line: string }>(`SELECT line FROM ${from} LIMIT ${FIRST_LINES}`)
  const asked = askedOf(options.fixed ? [] : objectsIn(first.map(({ line }) => line)), options)
  const isDocument = `${bytesIn('line')} <= ${MAX_LINE_BYTES} AND ${isObject('line')}`
  await engine.view(
    'documents',
    `SELECT __file, __row, CASE WHEN ${isDocument} THEN line END AS doc FROM ${from} WHERE NOT ${fullMatch('line', '[ \\t]*')}`,
  )
  const source = asTexts(heldIn(asked), asked.texts)
  const fields = fieldsOf(asked, source.roles, options)
  const person = options.foldUsers ? 'folded-person' : 'person'
  const told = await normalised(cluster, source.from, fields, { query: 'query', user: person })
  await engine.materialise(into, `SELECT ${selectOf({ ...told.fields, record: '__row' }, options)} FROM ${told.from}`)
  await engine.drop(...told.tables)
  const unlisted = await countBroken(reading, 'documents')
  return { ...(await stagedOf(engine, asked, fields, options, { rejects: [], unlisted, blank: 0 })), passedOver: [] }
}

/** What is asked of documents: places and their values, as SQL over `doc` and `held`. */
interface Asked extends Places {
  readonly samples: readonly Document[]
  readonly read: readonly string[]
  readonly values: JsonValues
  readonly texts: Readonly<Partial<Record<Role, string>>>
}

function askedOf(samples: readonly Document[], options: ReadOptions): Asked {
  const { roles, extras } = options.fixed ? namedPlaces(options) : foundPlaces(samples, options)
  for (const role of ROLES) for (const path of roles[role]?.at.flat() ?? []) refuseNoValues(samples, role, path)
  const read = [...Object.values(roles), ...extras.map((extra) => extra.place)].flatMap((place) => place.at.flat())
  const values = jsonValues(read)
  const texts = ROLES.flatMap((role) => {
    const place = roles[role]
    if (place === undefined) return []
    const one = place.at.length === 1 && place.parameter === undefined
    return [[role, role === 'user' && one ? `coalesce(${values.id(place.at[0])}, '')` : textAt(values, place)]]
  })
  return { roles, extras, samples, read, values, texts: Object.fromEntries(texts) }
}

function textAt(values: JsonValues, place: JsonPlace): string {
  return placeSql(place, (paths) => `coalesce(${values.text(paths)}, '')`)
}

/** What rows are made of, where texts of the known columns are called so; and how times are read. */
function fieldsOf({ roles, extras, samples, values }: Asked, texts: Fields['roles'], options: ReadOptions) {
  const time = roles.time && timeOf(roles.time, samples, texts.time!, options)
  return {
    roles: texts,
    extras: extras.map((extra) => ({ name: extra.name, sql: textAt(values, extra.place) })),
    parsedTime: time?.sql,
    time,
    noValue: Object.values(roles)
      .flatMap((place) => place.at.map((paths) => `coalesce(${values.isNone(paths)}, false)`))
      .join(' OR '),
  }
}

function heldIn({ values }: Asked): string {
  return `(SELECT *, ${values.all} AS held FROM documents WHERE doc IS NOT NULL)`
}

function selectOf(fields: Fields, options: ReadOptions): string {
  return options.fixed ? fixedSelect(fields, options) : rowSelect(fields, options)
}

async function stagedOf(
  engine: Sql,
  { roles, extras, read, samples }: Asked,
  { time }: { readonly time: TimeReading | undefined },
  { listUnread }: ReadOptions,
  { rejects, unlisted, blank }: Loaded,
): Promise<Staged> {
  const unread = listUnread ? await unreadKeys(engine, new Set(read), listUnread === 'choices' ? samples : []) : []
  await engine.drop('documents')
  const has = (role: Role) => roles[role] !== undefined
  return {
    ...{ rejects, unlisted, blank, unread },
    has: { user: has('user'), time: has('time'), rank: has('rank'), url: has('url') },
    extras: extras.map((extra) => extra.name),
    notes: time?.notes ?? [],
    notation: time?.notation,
    found: {
      columns: Object.fromEntries([
        ...Object.entries(roles).map(([role, place]) => [role, nameOf(place)]),
        ...extras.map((extra) => [extra.name, nameOf(extra.place)]),
      ]),
      ...(time?.dateOrder === undefined ? {} : { dateOrder: time.dateOrder }),
    },
  }
}

/** What of the documents was not read whole: keys, and of what holds documents in these samples the paths to its values, by which they can be named. */
async function unreadKeys(engine: Sql, read: ReadonlySet<string>, samples: readonly Document[]): Promise<string[]> {
  const all = await engine.all<{ key: string }>(
    `SELECT DISTINCT ${each(keysOf('doc'))} AS key FROM documents WHERE doc IS NOT NULL ORDER BY key LIMIT 1000`,
  )
  // A key that stands twice in a line is read once.
  const twice = await countOf(
    engine,
    `documents WHERE doc IS NOT NULL AND ${lengthOf(keysOf('doc'))} > ${lengthOf(once(keysOf('doc')))}`,
  )
  const inside = pathsIn(samples)
  const unread = all.flatMap(({ key }) => {
    const paths = inside.filter((path) => path.startsWith(`${key}.`))
    const lists = paths.length === 0 || samples.some((one) => holdsLists(valueAt(one, key)))
    return [...paths, ...(lists ? [key] : [])].filter((one) => !read.has(one))
  })
  return [...unread, ...(twice > 0 ? [KEYS_TWICE] : [])]
}

function holdsLists(value: unknown): boolean {
  if (Array.isArray(value)) return true
  return typeof value === 'object' && value !== null && Object.values(value).some(holdsLists)
}

function timeOf({ at }: JsonPlace, samples: readonly Document[], sql: string, options: ReadOptions): TimeReading {
  if (options.fixed) return fixedTimeExpression(sql, options)
  const written = (doc: Document) => at.map(([path = '']) => String(valueAt(doc, path) ?? ''))
  const sample = samples.map((doc) => written(doc).join(' ').trim())
  return timeExpression(sql, sample, options)
}

/** A place as --columns would say it. */
function nameOf(place: JsonPlace): string {
  return placeName(mapPlace(place, ([path = '']) => path))
}

/** The objects among the first lines. */
export async function sampleDocuments(reading: Reading): Promise<Document[]> {
  const lines = (await firstLinesOfAll(reading.files)).flat()
  return objectsIn(lines.map((line) => Buffer.from(line, 'latin1').toString('utf8')))
}

function objectsIn(lines: readonly string[]): Document[] {
  const samples = lines.map(objectIn).filter((document) => document !== undefined)
  if (samples.length === 0) fail('input', 'no line holds a JSON object', 'Name another format with --format.')
  return samples
}

/** Columns by the keys of the documents that were looked at, or by paths; one that leads to nothing in any of them is a mistake. */
function foundPlaces(samples: readonly Document[], { columns, unit }: ReadOptions): Places {
  const keys = new Set(samples.flatMap((doc) => Object.keys(doc)))
  const asked = [...Object.values(columns), ...(unit === undefined ? [] : [unit])]
  const led = asked
    .flatMap((path) => [path, ...parsePlace(path).at])
    .filter((path) => path.includes('.') && samples.some((doc) => valueAt(doc, path) !== undefined))
  const paths = [...new Set([...keys, ...led])]
  const names = [...new Set([...paths, ...pathsIn(samples)])] // what may be named instead
  const { roles, extras } = layout(names, paths.length, columns, unit)
  const placed = (place: Place): JsonPlace => mapPlace(place, (at) => [names[at]!])
  return {
    roles: Object.fromEntries(Object.entries(roles).map(([role, place]) => [role, placed(place)])),
    extras: extras.map((extra) => ({ name: extra.name, place: placed(extra.place) })),
  }
}

/** Columns as they were named; what was not named stands in each document under one of its usual names, or not at all. */
function namedPlaces({ columns, unit }: ReadOptions): Places {
  const named = (asked: string): JsonPlace => mapPlace(parsePlace(asked), (path) => [path])
  const placeOf = (role: Role): JsonPlace | undefined => {
    const asked =
      role === 'user' && unit !== undefined && columns.user === undefined ? (columns[unit] ?? unit) : columns[role]
    return asked === undefined ? { at: [USUAL[role]] } : asked === '' ? undefined : named(asked)
  }
  const roles = ROLES.flatMap((role) => {
    const place = placeOf(role)
    return place === undefined ? [] : [[role, place] as const]
  })
  if (!roles.some(([role]) => role === 'query'))
    fail('input', 'no column holds the query', 'Name it with --columns query=NAME.')
  return {
    roles: Object.fromEntries(roles),
    extras: Object.entries(columns)
      .filter(([key]) => !(ROLES as readonly string[]).includes(key) && key !== unit)
      .map(([name, asked]) => ({ name, place: named(asked) })),
  }
}
