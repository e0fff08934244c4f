import { text } from '../../engines/sql.js'
import { fail } from '../../errors.js'
import type { BadRow } from '../../log/log.js'
import { layout, ROLES } from '../columns.js'
import { firstLines } from '../detect.js'
import { rowSelect } from '../row-sql.js'
import { loadText, type Reading, type TextLoad, type TextShape } from '../text-source.js'
import { timeExpression } from '../times.js'
import { described } from './delimited.js'
import type { Reader } from './format.js'

// A separator that JSON forbids inside a document: each line comes through whole.
const LINES: TextShape = { delimiter: '\x1f', quote: undefined, header: false, columns: ['line'] }

/** Loads lines of JSON into a table (file, row, doc); lines that are no JSON objects are set aside. */
export async function loadJsonLines(reading: Reading, table: string): Promise<TextLoad> {
  const loaded = await loadText(reading, `${table}_lines`, LINES, '__file, line')
  const isObject = `json_valid(line) AND json_type(CASE WHEN json_valid(line) THEN line END) = 'OBJECT'`
  // A blank line is no document and no error.
  await reading.engine.run(`
    CREATE TABLE ${table} AS SELECT __file, row_number() OVER (PARTITION BY __file ORDER BY rowid) AS "row",
      CASE WHEN ${isObject} THEN line::JSON END AS doc FROM ${table}_lines WHERE trim(line) <> '' ORDER BY rowid;
    DROP TABLE ${table}_lines`)
  const broken = await reading.engine.all<{ file: number; row: number }>(
    `SELECT __file AS file, "row" FROM ${table} WHERE doc IS NULL ORDER BY ALL`,
  )
  const rejects: BadRow[] = [
    ...loaded.rejects,
    ...broken.map(({ file, row }) => ({ file, row, reason: 'no JSON object' })),
  ]
  return { ...loaded, rejects }
}

/** ndjson: one flat JSON object a line; columns are its keys, or paths such as user.id. */
export const ndjson: Reader = async (reading, options) => {
  const samples = (await Promise.all(reading.files.map(firstLines))).flat().flatMap((line) => {
    try {
      return [JSON.parse(Buffer.from(line, 'latin1').toString('utf8')) as Record<string, unknown>]
    } catch {
      return []
    }
  })
  if (samples.length === 0) fail('input', 'no line holds a JSON object', 'Name another format with --format.')
  const paths = [
    ...new Set(
      samples
        .flatMap((doc) => Object.keys(doc))
        .concat(Object.values(options.columns).filter((asked) => asked.includes('.'))),
    ),
  ]
  const found = layout(paths, paths.length, options.columns, options.unit)
  const at = (index: number) => `json_extract_string(doc, ${text(pointer(paths[index] as string))})`
  const loaded = await loadJsonLines(reading, 'documents')
  const sample =
    found.roles.time === undefined
      ? []
      : samples.map((doc) => String(doc[paths[found.roles.time as number] as string] ?? ''))
  const time =
    found.roles.time === undefined
      ? { sql: undefined, notes: [] }
      : timeExpression(at(found.roles.time), sample, options.zone, options.timeFormat)
  const select = rowSelect(
    {
      roles: Object.fromEntries(
        ROLES.flatMap((role) =>
          found.roles[role] === undefined ? [] : [[role, `coalesce(${at(found.roles[role])}, '')`]],
        ),
      ),
      extras: found.extras.map((extra) => ({ name: extra.name, sql: at(extra.at) })),
      parsedTime: time.sql,
    },
    options.keepRaw,
  )
  await reading.engine.run(
    `CREATE TABLE staged AS SELECT ${select} FROM documents WHERE doc IS NOT NULL; DROP TABLE documents`,
  )
  return { ...loaded, ...described(found), notes: time.notes }
}

/** A key, or a path of keys with dots, as JSON pointer. */
function pointer(key: string): string {
  return (
    '/' +
    key
      .split('.')
      .map((part) => part.replaceAll('~', '~0').replaceAll('/', '~1'))
      .join('/')
  )
}
