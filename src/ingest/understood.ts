import { number, percent } from '../base/format.js'
import { fullMatch } from '../engines/dialect/index.js'
import type { Sql } from '../engines/engine.js'
import type { By, Understood } from '../log/understood.js'
import { ROLES } from './columns.js'
import type { Format } from './format-names.js'
import type { Staged } from './formats/format.js'
import type { InputFile } from './input-file.js'
import type { InputOptions } from './options.js'

/** Formats whose columns have names of their own, in a header line, as keys or in a schema. */
const NAMED_COLUMNS: readonly Format[] = ['aol', 'csv', 'tsv', 'ndjson', 'parquet']

/** Formats in which it is seen from the first lines who is a person. */
const FOUND_PERSONS: readonly Format[] = ['access', 'chat', 'elasticsearch']

/** What was understood of a log and how it was decided, and what is to be said of it. */
export async function understand(
  engine: Sql,
  table: string,
  staged: Staged,
  files: readonly InputFile[],
  format: Format,
  options: InputOptions,
): Promise<{ readonly understood: Understood; readonly notes: readonly string[] }> {
  const columns = columnsOf(staged, format, options)
  const isTyped = files[0]?.written !== undefined // what a database gives has its format, and no encoding is guessed
  const isDecoded = files.some((file) => file.decoded)
  const { doubts, notes } = options.fixed
    ? { doubts: [], notes: [] }
    : await doubtsOf(engine, table, columns, format, staged.documents !== undefined)
  const understood: Understood = {
    format: {
      name: format,
      by: isTyped ? 'format' : options.format !== undefined ? 'named' : options.fixed ? 'header' : 'content',
    },
    encoding: {
      name: options.encoding ?? (isDecoded ? 'utf-16' : 'utf-8'),
      by: options.encoding !== undefined ? 'named' : isDecoded ? 'content' : 'format',
    },
    columns,
    time:
      staged.notation === undefined || !staged.has.time
        ? null
        : { notation: staged.notation, zone: options.zone ?? 'UTC' },
    doubts,
  }
  return { understood, notes: [...notes, ...doubts] }
}

function columnsOf({ found, has, extras }: Staged, format: Format, options: InputOptions): Understood['columns'] {
  const usually: By = NAMED_COLUMNS.includes(format) ? 'header' : 'format'
  const roles = ROLES.map((column): Understood['columns'][number] => {
    const named = options.columns?.[column] !== undefined || (column === 'user' && options.unit !== undefined)
    const there = column === 'query' || has[column]
    const seen: By = column === 'user' && FOUND_PERSONS.includes(format) ? 'content' : usually
    return { column, from: there ? (found.columns[column] ?? column) : null, by: named ? 'named' : seen }
  })
  return [
    ...roles,
    ...extras.map((column) => ({ column, from: found.columns[column] ?? column, by: 'named' as const })),
  ]
}

const SAMPLE = 100_000
const LEAST = 1000
/** In so many rows somebody usually comes twice. */
const FEWEST = 100
const ALL_DISTINCT = 0.98
const IDS = 0.8
const LEAST_QUERIES = 20

interface Doubts {
  /** What a release is refused for until columns are named. */
  readonly doubts: readonly string[]
  /** What is said and hinders nothing: of few rows, and of a column that was named. */
  readonly notes: readonly string[]
}

/** A column of persons in which hardly any comes twice, and one of queries that are ids, are other columns than they were taken for. */
async function doubtsOf(
  engine: Sql,
  table: string,
  columns: Understood['columns'],
  format: Format,
  several: boolean,
): Promise<Doubts> {
  const there = (column: string) => columns.find((one) => one.column === column && one.from !== null)
  const [user, query] = [there('user'), there('query')]
  const guessed = (one: typeof user) => one !== undefined && one.by !== 'named'
  if (format === 'transactions' || format === 'aol' || (user === undefined && !guessed(query)))
    return { doubts: [], notes: [] }
  // A conversation has several rows, and one person: it counts once.
  const of = several ? 'DISTINCT (file, record)' : '*'
  const few = await lookAt(engine, `(SELECT * FROM ${table} LIMIT ${SAMPLE})`, of)
  const looksOdd = (user !== undefined && (allDistinct(few) || eachAlone(few))) || (guessed(query) && allIds(few))
  const seen = looksOdd && few.all === SAMPLE ? await lookAt(engine, table, of) : few // the first rows may be of one hour
  const rows = several ? 'conversations' : 'rows'
  const alone = `every ${several ? 'conversation' : 'row'} would be a person of its own`
  const doubted = guessed(user) && allDistinct(seen)
  return {
    doubts: [
      ...(doubted
        ? [
            `the column ${user!.from} was taken for persons, and has ${percent(seen.persons / seen.rows)} as many values as ${rows}: it may name requests${eachAlone(seen) ? `, and ${alone}` : ''}`,
          ]
        : []),
      ...(guessed(query) && allIds(seen)
        ? [
            `the column ${query!.from} was taken for queries, and ${percent(seen.ids / seen.queries)} of its values look like ids`,
          ]
        : []),
    ],
    notes:
      user !== undefined && !doubted && eachAlone(seen)
        ? [`the column ${user.from} has another value in each of ${number(seen.rows)} ${rows}: ${alone}`]
        : [],
  }
}

interface Seen {
  readonly all: number
  readonly rows: number
  readonly persons: number
  readonly queries: number
  readonly ids: number
}

async function lookAt(engine: Sql, from: string, of: string): Promise<Seen> {
  const [seen] = await engine.all<Seen>(
    `SELECT count(*) AS "all", count(${of}) FILTER (WHERE person IS NOT NULL) AS "rows", count(DISTINCT person) AS persons, count(query) AS queries,
      count(*) FILTER (WHERE ${fullMatch('query', '[0-9]{6,}|[0-9a-f]{8,}(-[0-9a-f]{4,})*')}) AS ids FROM ${from}`,
  )
  return seen ?? { all: 0, rows: 0, persons: 0, queries: 0, ids: 0 }
}

const allDistinct = ({ rows, persons }: Seen) => rows >= LEAST && persons > ALL_DISTINCT * rows
const eachAlone = ({ rows, persons }: Seen) => rows >= FEWEST && persons === rows
const allIds = ({ queries, ids }: Seen) => queries >= LEAST_QUERIES && ids > IDS * queries
