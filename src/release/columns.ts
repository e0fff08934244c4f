import { fail } from '../base/errors.js'
import { ROW_NUMBER } from '../engines/dialect/dialect.js'
import { cast, hmacSql, replaceAll, secondsBetween, startOf } from '../engines/dialect/index.js'
import { name } from '../engines/sql.js'
import { hostSql } from '../log/host-sql.js'
import type { Log } from '../log/log.js'
import { USUAL_GAP, withSessionsSql } from '../log/session-sql.js'

export const LINKS = ['none', 'session', 'user'] as const
export const TIMES = ['day', 'hour', 'exact', 'relative'] as const

/** What a row of a release may show beside its text. */
export interface ColumnOptions {
  /** Pseudonyms: none, one per session (an hour without a query ends it, unless a method cut the histories), one per person. */
  readonly link: (typeof LINKS)[number]
  readonly time: (typeof TIMES)[number]
  readonly rank: boolean
}

export const DEFAULT_COLUMNS: ColumnOptions = { link: 'none', time: 'day', rank: false }

/** A column of the data files, as the manifest describes it. */
export interface ColumnInfo {
  readonly name: string
  readonly type: 'text' | 'date' | 'timestamp' | 'integer' | 'bytes'
  readonly meaning: string
  /** In a file for spreadsheets: an apostrophe stands before what would begin a formula (spreadsheet.ts). */
  readonly guarded?: true
}

/** What wider choices give away; it goes into the guarantee. */
export function widened({ link, time, rank }: ColumnOptions, extras: readonly string[]): string[] {
  return [
    ...(link === 'user'
      ? ['All rows of a person carry one pseudonym: common queries together can still point at somebody.']
      : []),
    ...(link === 'session' ? ['The rows of a session carry one pseudonym: what is asked in it stays together.'] : []),
    ...(time === 'exact' ? ['Exact times can be joined with the logs of the sites that were clicked.'] : []),
    ...(time === 'hour' ? ['The hour of a query narrows down who asked it.'] : []),
    ...(time === 'relative' ? ['The rhythm of a session can be recognised.'] : []),
    ...(rank ? ['Rank and host together let anyone restore the full URL by asking the engine again.'] : []),
    ...extras.map((extra) => `The column ${extra} is released as it stands in the log, beside every shown text.`),
  ]
}

/** Released columns in their order, each with its SQL over the log's table. */
export function releasedColumns(
  log: Log,
  options: ColumnOptions,
  pseudonymKey: Uint8Array,
): { info: ColumnInfo; sql: string }[] {
  if (options.time === 'relative' && options.link === 'none') {
    fail('usage', '--time relative needs pseudonyms', 'Add --link session or --link user, or choose --time day.')
  }
  if (options.link !== 'none' && log.unit === undefined)
    fail(
      'refused',
      'the log has no persons to give pseudonyms to',
      'Name the column with --columns user=NAME or --unit NAME.',
    )
  if (options.link === 'session' && !log.has.time && !log.has.session)
    fail('refused', 'the log has no times to cut sessions by', 'Choose --link none or --link user.')
  const columns: { info: ColumnInfo; sql: string }[] = []
  const add = (info: ColumnInfo, sql: string) => columns.push({ info, sql })
  if (options.link !== 'none') {
    const whose = options.link === 'user' ? 'a person' : 'a session'
    const identity = options.link === 'user' ? 'person' : `person || chr(0) || session`
    add({ name: 'pseudonym', type: 'text', meaning: `random, one for ${whose}` }, hmacSql(pseudonymKey, identity))
  }
  if (log.sealed) add({ name: 'tag', type: 'bytes', meaning: 'stands for a query; see the table of shares' }, 'tag')
  else add({ name: 'query', type: 'text', meaning: 'normalised query' }, 'query')
  if (log.has.tag && !log.sealed) add({ name: 'tag', type: 'text', meaning: 'stands for a withheld query' }, 'tag')
  if (log.has.url && !log.sealed)
    add({ name: 'host', type: 'text', meaning: 'host of the clicked result' }, hostSql('url'))
  if (log.has.time) for (const column of timeColumns(options.time, stops(log, options))) add(column.info, column.sql)
  if (options.rank && log.has.rank && !log.sealed)
    add({ name: 'rank', type: 'integer', meaning: 'rank of the clicked result' }, 'rank')
  if (log.synthetic)
    add(
      { name: 'synthetic', type: 'text', meaning: 'made up: a query of the lexicon, or composed of bigrams' },
      'synthetic',
    )
  for (const extra of log.extras) {
    if (isTaken(extra))
      fail(
        'usage',
        `a further column cannot be called '${extra}': releases have a column of that name, or engines add one`,
        'Give it another name in --columns.',
      )
    // Data files hold one row a line: control characters of foreign columns become blanks.
    add(
      { name: extra, type: 'text', meaning: 'as in the log' },
      // Empty and missing look the same in a data file, so they must sort the same.
      `nullif(${replaceAll(name(`x_${extra}`), '[\\x00-\\x1f\\x7f]', ' ')}, '')`,
    )
  }
  return columns
}

/** The columns of rows that Lethe names; all others are the custodian's. */
export const OUR_COLUMNS: readonly string[] = [
  'pseudonym',
  'query',
  'tag',
  'host',
  'day',
  'hour',
  'time',
  'seconds',
  'rank',
  'synthetic',
]

/** Is the name one of ours in some letters, whether this release shows it or not, or one that engines add by themselves? */
function isTaken(column: string): boolean {
  const plain = column.normalize('NFKC').toLowerCase()
  return OUR_COLUMNS.includes(plain) || plain === ROW_NUMBER || plain.startsWith('__')
}

function timeColumns(time: ColumnOptions['time'], clockStops: boolean): { info: ColumnInfo; sql: string }[] {
  switch (time) {
    case 'day':
      return [{ info: { name: 'day', type: 'date', meaning: 'day of the query' }, sql: cast('time', 'day') }]
    case 'hour':
      return [{ info: { name: 'hour', type: 'timestamp', meaning: 'hour of the query' }, sql: startOf('hour', 'time') }]
    case 'exact':
      return [{ info: { name: 'time', type: 'timestamp', meaning: 'time of the query' }, sql: 'time' }]
    case 'relative':
      return [
        {
          info: { name: 'day', type: 'date', meaning: 'day on which the pseudonym first appears' },
          sql: cast('started', 'day'),
        },
        {
          info: {
            name: 'seconds',
            type: 'integer',
            meaning: `seconds since the pseudonym's first query${clockStops ? ', pauses cut to an hour' : ''}`,
          },
          // A year with a slip of the pen is further off than 31 bits of seconds reach.
          sql: cast(clockStops ? 'clock' : secondsBetween('started', 'time'), 'long'),
        },
      ]
  }
}

/** The rows to release as SQL, sorted by all released columns, so that no order of the input shows. */
export function releaseSql(
  log: Log,
  options: ColumnOptions,
  columns: readonly { info: ColumnInfo; sql: string }[],
): string {
  const rows = withSessions(log, options)
  const selected = columns.map((column) => `${column.sql} AS ${name(column.info.name)}`).join(', ')
  const shown = log.has.tag ? 'query IS NOT NULL OR tag IS NOT NULL' : 'query IS NOT NULL'
  const pseudonym = columns.find((column) => column.info.name === 'pseudonym')
  if (pseudonym === undefined || options.link !== 'user')
    return `SELECT ${selected} FROM (${rows}) WHERE ${shown} ORDER BY ALL`
  // A hash per person, not per row: it costs more than all else that is done with a row.
  const persons = `SELECT person, ${pseudonym.sql} AS pseudonym FROM (SELECT DISTINCT person FROM ${log.table} WHERE ${shown})`
  const others = columns.map((column) =>
    column === pseudonym ? 'pseudonym' : `${column.sql} AS ${name(column.info.name)}`,
  )
  return `SELECT ${others.join(', ')} FROM (${rows}) JOIN (${persons}) USING (person) WHERE ${shown} ORDER BY ALL`
}

/** Names a person's sessions and finds where each pseudonym starts, as far as the chosen columns need it. */
function withSessions(log: Log, options: ColumnOptions): string {
  const rows = options.link === 'session' ? withSessionsSql(log) : `SELECT * FROM ${log.table}`
  if (options.time !== 'relative') return rows
  const pseudonym = `PARTITION BY person ${options.link === 'session' ? ', session' : ''}`
  const started = `min(time) OVER (${pseudonym}) AS started`
  const before = `coalesce(lag(time) OVER (${pseudonym} ORDER BY time), time)`
  if (!stops(log, options)) return `SELECT *, ${started} FROM (${rows})`
  return `SELECT *, sum(pause) OVER (${pseudonym} ORDER BY time RANGE UNBOUNDED PRECEDING) AS clock FROM (
    SELECT *, ${started}, CASE WHEN time IS NOT NULL THEN
      least(${secondsBetween(before, 'time')}, ${USUAL_GAP * 60}) END AS pause FROM (${rows}))`
}

/** Two sessions of a person that ran side by side over weeks have the same long pauses: as good as one pseudonym. */
function stops(log: Log, options: ColumnOptions): boolean {
  return log.overlapping === true && options.link === 'session'
}
