import type { Engine } from '../../engines/engine.js'
import { text } from '../../engines/sql.js'
import { fail } from '../../errors.js'
import type { BadRow } from '../../log/log.js'
import { layout, ROLES, unreadOf } from '../columns.js'
import { firstLinesOfAll } from '../detect.js'
import { inFile, MAX_BAD_ROWS } from '../row-numbers.js'
import { rowSelect } from '../row-sql.js'
import { loadText, type Reading, type TextShape } from '../text-source.js'
import { timeExpression } from '../times.js'
import { described } from './delimited.js'
import type { Reader } from './format.js'

const NO_OBJECT = 'no JSON object'

// A separator that JSON forbids inside a document: each line comes through whole.
const LINES: TextShape = { delimiter: '\x1f', quote: undefined, header: false, columns: ['line'] }

/** Loads lines of JSON into a table (file, row, doc); lines that are no JSON objects are set aside. */
export async function loadJsonLines(
  reading: Reading,
  table: string,
): Promise<{ readonly rejects: readonly BadRow[]; readonly passedOver: readonly BadRow[] }> {
  const passedOver = await loadText(reading, `${table}_lines`, LINES, '__file, line')
  const isObject = `json_valid(line) AND json_type(CASE WHEN json_valid(line) THEN line END) = 'OBJECT'`
  // A blank line is no document and no error.
  await reading.engine.run(`
    CREATE TABLE ${table} AS SELECT __file, row_number() OVER (PARTITION BY __file ORDER BY rowid) AS "row",
      CASE WHEN ${isObject} THEN line::JSON END AS doc FROM ${table}_lines WHERE trim(line) <> '' ORDER BY rowid;
    DROP TABLE ${table}_lines`)
  const broken = await reading.engine.all<{ file: number; nth: number }>(
    `SELECT __file AS file, "row" AS nth FROM ${table} WHERE doc IS NULL ORDER BY ALL LIMIT ${MAX_BAD_ROWS + 1}`,
  )
  if (broken.length > MAX_BAD_ROWS)
    fail('input', 'a million lines or more hold no JSON object', 'Name another format with --format.')
  const rejects = [...passedOver, ...inFile(broken, passedOver).map((at) => ({ ...at, reason: NO_OBJECT }))]
  return { rejects, passedOver }
}

/** ndjson: one flat JSON object a line; columns are its keys, or paths such as user.id. */
export const ndjson: Reader = async (reading, options) => {
  const samples = (await firstLinesOfAll(reading.files)).flat().flatMap((line) => {
    try {
      const doc: unknown = JSON.parse(Buffer.from(line, 'latin1').toString('utf8'))
      return typeof doc === 'object' && doc !== null && !Array.isArray(doc) ? [doc as Record<string, unknown>] : []
    } catch {
      return []
    }
  })
  if (samples.length === 0) fail('input', 'no line holds a JSON object', 'Name another format with --format.')
  const keys = new Set(samples.flatMap((doc) => Object.keys(doc)))
  const asked = [...Object.values(options.columns), ...(options.unit === undefined ? [] : [options.unit])]
  const paths = [...new Set([...keys, ...asked.filter((path) => path.includes('.'))])]
  // A key may hold dots itself: only what is no key is a path.
  const steps = (path: string) => (keys.has(path) ? [path] : path.split('.'))
  const found = layout(paths, paths.length, options.columns, options.unit)
  const at = (index: number) => `json_extract_string(doc, ${text(pointer(steps(paths[index] as string)))})`
  const loaded = await loadJsonLines(reading, 'documents')
  const sample =
    found.roles.time === undefined
      ? []
      : samples.map((doc) => valueAt(doc, steps(paths[found.roles.time as number] as string)))
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
  await reading.engine.run(`CREATE TABLE staged AS SELECT ${select} FROM documents WHERE doc IS NOT NULL`)
  const unread = options.listUnread ? await unreadKeys(reading.engine, paths, unreadOf(found, paths, paths.length)) : []
  await reading.engine.run('DROP TABLE documents')
  return { rejects: loaded.rejects, ...described(found), notes: time.notes, unread }
}

/** Keys that were not read: those of the first lines, and all that appear later. */
async function unreadKeys(engine: Engine, known: readonly string[], unread: readonly string[]): Promise<string[]> {
  const all = await engine.all<{ key: string }>(
    'SELECT DISTINCT unnest(json_keys(doc)) AS key FROM documents WHERE doc IS NOT NULL ORDER BY key LIMIT 1000',
  )
  // A key that stands twice in a line is read once.
  const [twice] = await engine.all<{ n: number }>(
    'SELECT count(*) AS n FROM documents WHERE doc IS NOT NULL AND len(json_keys(doc)) > len(list_distinct(json_keys(doc)))',
  )
  const later = all.map(({ key }) => key).filter((key) => !known.includes(key))
  return [...new Set([...unread, ...later, ...(twice && twice.n > 0 ? ['keys that stand twice'] : [])])]
}

/** The value at the end of a path of keys, as text. */
function valueAt(doc: Record<string, unknown>, keys: readonly string[]): string {
  const value = keys.reduce<unknown>((at, key) => (at as Record<string, unknown> | null | undefined)?.[key], doc)
  return String(value ?? '')
}

/** A path of keys as JSON pointer. */
function pointer(keys: readonly string[]): string {
  return keys.map((key) => `/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`).join('')
}
