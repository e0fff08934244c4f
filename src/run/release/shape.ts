import { cast } from '../../engines/dialect/index.js'
import type { OutFormat } from '../../engines/engine.js'
import type { Log } from '../../log/log.js'
import type { Random } from '../../random/random.js'
import { type ColumnOptions, releasedColumns, releaseSql } from '../../release/columns.js'
import { type Made, tableSql } from '../../release/made.js'
import type { TableFile } from '../../release/writer.js'
import type { ReadyRelease } from './prepare.js'
import { columnsFor } from './spreadsheet.js'

/** The rows of a release: the log that the last step left, and what is shown of it. */
export interface ReleasedRows {
  readonly log: Log
  readonly columns: ReturnType<typeof releasedColumns>
  readonly sql: string
}

/** What was made, as it will stand in files. */
export interface Shaped {
  readonly rows: ReleasedRows | undefined
  readonly tables: readonly TableFile[]
  readonly format: OutFormat
}

export function shape(made: Made, { options, shows }: ReadyRelease, random: Random): Shaped {
  const format = options.format ?? 'parquet'
  const rows = made.log && rowsOf(made.log, shows, random)
  const data = rows && { name: 'data', sql: rows.sql, columns: rows.columns.map(({ info }) => info) }
  const own = (made.tables ?? []).map((table) => ({ ...table, sql: tableSql(table) }))
  const tables = [...(data ? [data] : []), ...own].map(({ name, sql, columns }) => ({
    file: `${name}.${format}`,
    sql,
    columns: columnsFor(options, columns),
  }))
  return { rows, tables, format }
}

/** The rows of a log as they are released. */
function rowsOf(log: Log, shows: ColumnOptions, random: Random): ReleasedRows {
  const columns = releasedColumns(log, shows, random.bytes(32))
  return { log, columns, sql: releaseSql(log, shows, columns) }
}

/** Who became whom: pseudonyms with their persons, or, where there are none, released rows with theirs. Nobody became people who do not exist. */
export function truthSql({ log, columns }: ReleasedRows, shows: ColumnOptions): string {
  const wanted = shows.link === 'none' ? columns : columns.filter((column) => column.info.name === 'pseudonym')
  const person = {
    info: { name: 'person', type: 'text' as const, meaning: 'as in the log' },
    sql: log.synthetic ? cast('NULL', 'text') : 'person',
  }
  // Text has no bytes: they stand there as hex, as everywhere.
  const asText = wanted.map((column) =>
    column.info.type === 'bytes' ? { ...column, sql: `lower(hex(${column.sql}))` } : column,
  )
  const rows = releaseSql(log, shows, [person, ...asText])
  return shows.link === 'none' ? rows : rows.replace('SELECT', 'SELECT DISTINCT')
}
