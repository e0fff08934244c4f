import type { DuckDBConnection } from '@duckdb/node-api'
import { type DelimitedFiles, MAX_LINE_BYTES, type Refused } from '../engine.js'
import { fresh, name, text } from '../sql.js'
import { byName, nameOf } from './by-name.js'
import { spell } from './dialect.js'

export async function readDelimited(
  connection: DuckDBConnection,
  table: string,
  files: DelimitedFiles,
  select: string,
  more = '',
): Promise<number> {
  const quote = files.quote ?? ''
  const columns = files.columns
    .map((column) => `${text(column)}: '${files.strict?.types[column] ?? 'VARCHAR'}'`)
    .join(', ')
  const paths = files.paths.map(byName).join(', ')
  const several = files.paths.length > 1
  // Bad rows are left out and not stored: DuckDB keeps a copy of the line for each column too many, gigabytes for a wide file.
  const source = `read_csv([${paths}], columns = {${columns}}, header = ${files.header},
    delim = ${text(files.delimiter)}, quote = ${text(quote)}, escape = ${text(quote)}, auto_detect = false, strict_mode = true,
    ${handling(files)}${more}${several ? ", filename = '__path'" : ''})`
  const index = several
    ? `(list_position([${files.paths.map(nameOf).join(', ')}], __path) - 1)::USMALLINT AS __file`
    : '0::USMALLINT AS __file'
  const before = files.more ? await rowsIn(connection, table) : 0
  await connection.run(
    spell(
      `${files.more ? `INSERT INTO ${name(table)}` : `CREATE TABLE ${name(table)} AS`} SELECT ${select} FROM (SELECT *, ${index} FROM ${source})`,
    ),
  )
  return (await rowsIn(connection, table)) - before
}

async function rowsIn(connection: DuckDBConnection, table: string): Promise<number> {
  const found = await connection.runAndReadAll(spell(`SELECT count(*)::DOUBLE AS n FROM ${name(table)}`))
  return found.getRowsJS()[0]?.[0] as number
}

/** What counts as null, how long a line may be, and what becomes of one that does not split. */
function handling({ strict }: DelimitedFiles): string {
  if (strict === undefined) return `nullstr = '\u0001', max_line_size = ${2 * MAX_LINE_BYTES}, ignore_errors = true`
  return strict.texts
    ? `nullstr = '\u0001', max_line_size = ${MAX_LINE_BYTES / 2}`
    : `max_line_size = ${MAX_LINE_BYTES}`
}

/** Lines that do not fit are kept with their places, up to a limit: they may be long. */
export async function readAround(
  connection: DuckDBConnection,
  table: string,
  files: DelimitedFiles,
  select: string,
  most: number,
): Promise<{ readonly made: number; readonly refused: readonly Refused[] } | undefined> {
  const [refused, scans] = [fresh('refused'), fresh('scans')]
  const storing = `, store_rejects = true, rejects_table = '${refused}', rejects_scan = '${scans}', rejects_limit = ${most + 1}`
  const made = await readDelimited(connection, table, files, select, storing)
  const found = await connection.runAndReadAll(
    spell(`SELECT list_position([${files.paths.map(nameOf).join(', ')}], s.file_path)::DOUBLE - 1 AS file, r.line_byte_position::DOUBLE - 1 AS place, count(*)::DOUBLE AS faults
      FROM ${refused} r LEFT JOIN ${scans} s USING (scan_id, file_id) GROUP BY ALL ORDER BY file, place`),
  )
  await connection.run(spell(`DROP TABLE ${refused}; DROP TABLE ${scans}`))
  const rows = found.getRowsJS() as [number | null, number | null, number][]
  const known = rows.flatMap(([file, at]) => (file === null || at === null ? [] : [{ file, at }]))
  const faults = rows.reduce((sum, [, , n]) => sum + n, 0)
  return faults > most || known.length < rows.length ? undefined : { made, refused: known }
}
