import { fail, type LetheError } from '../../base/errors.js'
import { bytesIn, cast, fieldOf, fieldsIn, replaceFirst, textOf } from '../../engines/dialect/index.js'
import type { ColumnType, Sql } from '../../engines/engine.js'
import { MAX_LINE_BYTES } from '../../engines/engine.js'
import { name } from '../../engines/sql.js'
import { layout, type Place, parsePlace, placeSql, placesOf, ROLES, unreadOf } from '../columns.js'
import { asTexts, normalised, refuseOurNames } from '../from-cluster.js'
import { refuseObjects, waysOf } from '../json-paths.js'
import { fixedSelect, rowSelect } from '../row-sql.js'
import { firstBytes } from '../spool.js'
import type { Reading } from '../text-source.js'
import { fixedTimeExpression, type TimeReading, timeExpression } from '../times.js'
import { described } from './delimited.js'
import type { Reader, ReadOptions, Staged } from './format.js'

/** A column of a schema, or a field inside one. */
interface Column {
  readonly sql: string
  readonly type: string
}

const DEEPEST = 4

/** Types whose texts are digits and signs, which are in their normal form. */
const PLAIN_TYPE = /^(TINYINT|SMALLINT|INTEGER|BIGINT)$/

/** Parquet: columns by name, fields inside them by path (user.id); whatever their type, they are read as text and parsed like all others. */
export const parquet: Reader = async (reading, options) => {
  const { engine, files } = reading
  const foreign = files.find((file) => firstBytes(file.path, 4).toString('latin1') !== 'PAR1')
  if (foreign) fail('input', `${foreign.label} is no Parquet file`, 'Name its format with --format.')
  const { from } = await engine.parquet(files.map((file) => file.path)).catch(damaged)
  return readRelation(reading, options, from)
}

/** The same of whatever has columns with names and types: `from` is a subquery with `__file`. */
export async function readRelation(
  reading: Reading,
  options: ReadOptions,
  from: string,
  known?: readonly ColumnType[],
): Promise<Staged> {
  const { engine } = reading
  const schema = await schemaFor(engine, from, options, known)
  const names = [...schema.keys()]
  if (engine.cluster) refuseOurNames(names)
  const found = layout(names, names.length, options.columns, options.unit)
  const { roles, extras } = found
  const column = (index: number) => schema.get(names[index]!)!
  for (const role of ROLES)
    for (const at of roles[role]?.at ?? [])
      if (isNested(column(at).type))
        refuseObjects(role, names[at]!, await pathsInside(engine, from, column(at), names[at]!))
  const text = (index: number) => `coalesce(${textOf(column(index).sql, column(index).type)}, '')`
  const at = (place: Place) => placeSql(place, text)
  const written = Object.fromEntries(
    ROLES.flatMap((role) => {
      const place = roles[role]
      if (place === undefined) return []
      return [[role, role === 'user' ? idSql(at(place), column(place.at[0]).type) : at(place)]]
    }),
  )
  const source = engine.cluster ? asTexts(from, written) : { from, roles: written }
  const read = roles.time === undefined ? undefined : await timeIn(engine, source.from, source.roles.time!, options)
  const moment = engine.cluster && roles.time && momentAt(roles.time, column, options)
  const time = read && moment ? { ...read, sql: moment } : read
  const texts = [roles.user, roles.query, roles.url].filter((place) => place !== undefined)
  const fields = {
    roles: moment ? { ...source.roles, time: `''` } : source.roles, // what is no moment there is nothing
    extras: extras.map((extra) => ({ name: extra.name, sql: at(extra.place) })),
    parsedTime: time?.sql,
    parsedRank: engine.cluster && roles.rank && wholeAt(roles.rank, column),
    tooLong: texts.map((place) => `${bytesIn(at(place))} > ${MAX_LINE_BYTES}`).join(' OR '),
  }
  const isPlain = (role: 'user' | 'query') => roles[role]?.at.every((at) => PLAIN_TYPE.test(column(at).type)) ?? true
  const told =
    engine.cluster &&
    (await normalised(engine.cluster, source.from, fields, {
      query: isPlain('query') ? undefined : 'query',
      user: isPlain('user') ? undefined : options.foldUsers ? 'folded-person' : 'person',
    }))
  const all = told ? { ...told.fields, record: '__row' } : fields
  const select = options.fixed ? fixedSelect(all, options) : rowSelect(all, options)
  await engine.materialise(reading.into, `SELECT ${select} FROM ${told?.from ?? from}`).catch(damaged)
  if (told) await engine.drop(...told.tables)
  return {
    rejects: [],
    ...(told ? { passedOver: [] } : {}),
    blank: 0,
    ...described(found),
    notes: time?.notes ?? [],
    notation: time?.notation,
    unread: await unreadIn(engine, from, schema, unreadOf(found, names, names.length), options),
    found: {
      columns: placesOf(found, names),
      ...(time?.dateOrder === undefined ? {} : { dateOrder: time.dateOrder }),
    },
  }
}

/** The columns that were not read; where they are listed for somebody to choose from, those that hold fields by the paths to these. */
async function unreadIn(
  engine: Sql,
  from: string,
  schema: ReadonlyMap<string, Column>,
  unread: readonly string[],
  { listUnread }: ReadOptions,
): Promise<readonly string[]> {
  if (listUnread !== 'choices') return unread
  const named = unread.map(async (name) => {
    const column = schema.get(name)
    const inside = column && isNested(column.type) ? await pathsInside(engine, from, column, name) : []
    return inside.length === 0 ? [name] : inside.filter((path) => !schema.has(path)) // those that were asked for are columns by now
  })
  return (await Promise.all(named)).flat()
}

/** The columns of a file, and the fields inside them that were asked for by path. */
async function schemaFor(
  engine: Sql,
  from: string,
  { columns, unit }: Pick<ReadOptions, 'columns' | 'unit'>,
  known?: readonly ColumnType[],
): Promise<Map<string, Column>> {
  const schema = known ? named(known, name) : await columnsOf(engine, `SELECT * FROM ${from}`, name)
  for (const ours of ['__path', '__file', '__row']) schema.delete(ours)
  const asked = [...Object.values(columns), ...(unit === undefined ? [] : [unit])].flatMap((asked) => [
    asked,
    ...parsePlace(asked).at,
  ])
  for (const path of asked.filter((path) => path.includes('.') && !schema.has(path))) {
    const inside = await fieldAt(engine, from, schema, path)
    if (inside) schema.set(path, inside)
  }
  return schema
}

/** A column of moments without a zone, which need not be written out and read again; a cluster feels that in every row. */
function momentAt(
  { at, parameter }: Place,
  column: (index: number) => Column,
  { timeFormat }: ReadOptions,
): string | undefined {
  const { sql, type } = column(at[0])
  const asItIs = at.length === 1 && parameter === undefined && timeFormat === undefined
  return asItIs && type === 'TIMESTAMP' ? sql : undefined
}

/** A column of whole numbers, for which the same holds. What has no place among those of a rank is none. */
function wholeAt({ at, parameter }: Place, column: (index: number) => Column): string | undefined {
  const { sql, type } = column(at[0])
  if (at.length > 1 || parameter !== undefined || !PLAIN_TYPE.test(type)) return undefined
  return `CASE WHEN ${sql} BETWEEN -2147483648 AND 2147483647 THEN ${cast(sql, 'integer')} END`
}

/** How times are read: as was said, or as the first of them show. */
async function timeIn(engine: Sql, from: string, sql: string, options: ReadOptions): Promise<TimeReading> {
  if (options.fixed) return fixedTimeExpression(sql, options)
  const sample = await engine.all<{ value: string }>(`SELECT ${sql} AS value FROM ${from} LIMIT 1000`).catch(damaged)
  return timeExpression(
    sql,
    sample.map((row) => row.value),
    options,
  )
}

/** Where ids were stored as numbers with a fraction, 1.0 is 1. */
function idSql(value: string, type: string): string {
  return /^(DOUBLE|FLOAT|DECIMAL)/.test(type) ? replaceFirst(value, '\\.0+$', '') : value
}

export function isNested(type: string): boolean {
  return /^(STRUCT|MAP|UNION)\b|\[\d*\]$/.test(type)
}

/** Names and types of what a query gives. */
async function columnsOf(engine: Sql, query: string, sqlOf: (column: string) => string): Promise<Map<string, Column>> {
  return named(await engine.schema(query).catch(damaged), sqlOf)
}

function named(columns: readonly ColumnType[], sqlOf: (column: string) => string): Map<string, Column> {
  return new Map(columns.map((at) => [at.name, { sql: sqlOf(at.name), type: at.type }]))
}

function fieldsOf(engine: Sql, from: string, { sql, type }: Column): Promise<Map<string, Column>> {
  if (!type.startsWith('STRUCT(')) return Promise.resolve(new Map())
  return columnsOf(engine, `SELECT ${fieldsIn(sql)} FROM ${from}`, (field) => fieldOf(sql, field))
}

/** What a path leads to; names may hold dots themselves, and the longest comes first. */
async function fieldAt(
  engine: Sql,
  from: string,
  schema: ReadonlyMap<string, Column>,
  path: string,
): Promise<Column | undefined> {
  for (const way of waysOf(path)) {
    let fields: ReadonlyMap<string, Column> = schema
    let at: Column | undefined
    for (const [depth, step] of way.entries()) {
      at = fields.get(step)
      if (at === undefined) break
      if (depth < way.length - 1) fields = await fieldsOf(engine, from, at)
    }
    if (at !== undefined) return at
  }
  return undefined
}

/** Paths to the values inside a column, by the schema. */
async function pathsInside(engine: Sql, from: string, column: Column, path: string, depth = 0): Promise<string[]> {
  const found: string[] = []
  for (const [field, inner] of await fieldsOf(engine, from, column)) {
    if (!isNested(inner.type)) found.push(`${path}.${field}`)
    else if (depth < DEEPEST) found.push(...(await pathsInside(engine, from, inner, `${path}.${field}`, depth + 1)))
  }
  return found
}

/** Whatever the engine finds wrong with a Parquet file is the file's fault. */
export function damaged(error: LetheError): never {
  if (error.code !== 'internal') throw error
  fail('input', 'a Parquet file is damaged, or the files differ in their columns', 'Check the files one by one.')
}
