import type { DuckDBConnection } from '@duckdb/node-api'
import { fail } from '../../errors.js'
import type { DelimitedFiles, Reject } from '../engine.js'
import { name, text } from '../sql.js'

/** The longest line that DuckDB reads without dropping it in silence; longer ones are taken out before. */
export const MAX_LINE_BYTES = 1 << 20

/** Beyond this many bad rows there is no point in numbering them. */
export const MAX_REJECTS = 1_000_000

const REASONS: Readonly<Record<string, Reject['reason']>> = {
  'MISSING COLUMNS': 'too few columns',
  'TOO MANY COLUMNS': 'too many columns',
  'INVALID ENCODING': 'invalid UTF-8',
  'UNQUOTED VALUE': 'unbalanced quote',
}

export async function readDelimited(
  connection: DuckDBConnection,
  table: string,
  files: DelimitedFiles,
  select: string,
): Promise<readonly Reject[]> {
  const quote = files.quote ?? ''
  const columns = files.columns.map((column) => `${text(column)}: 'VARCHAR'`).join(', ')
  const source = `read_csv([${files.paths.map(text).join(', ')}], columns = {${columns}}, header = ${files.header},
    delim = ${text(files.delimiter)}, quote = ${text(quote)}, escape = ${text(quote)}, auto_detect = false, nullstr = '\u0001',
    max_line_size = ${2 * MAX_LINE_BYTES}, strict_mode = true, store_rejects = true, rejects_limit = ${MAX_REJECTS}${files.paths.length > 1 ? ", filename = '__path'" : ''})`
  const index =
    files.paths.length > 1
      ? `(list_position([${files.paths.map(text).join(', ')}], __path) - 1)::USMALLINT AS __file`
      : '0::USMALLINT AS __file'
  await connection.run('DROP TABLE IF EXISTS reject_errors; DROP TABLE IF EXISTS reject_scans')
  await connection.run(`CREATE TABLE ${name(table)} AS SELECT ${select} FROM (SELECT *, ${index} FROM ${source})`)
  const skipped = files.header ? 1 : 0
  const reader = await connection.runAndReadAll(`
    SELECT s.file_path AS path, (e.line - ${skipped})::INTEGER AS "row", min(e.error_type::VARCHAR) AS kind,
      max(1 + length(e.csv_line) - length(replace(e.csv_line, chr(10), '')))::INTEGER AS lines
    FROM (SELECT * REPLACE (trim(csv_line, chr(10) || chr(13)) AS csv_line) FROM reject_errors) e JOIN reject_scans s USING (scan_id, file_id) GROUP BY ALL ORDER BY ALL`)
  await connection.run('DROP TABLE reject_errors; DROP TABLE reject_scans')
  const rejects = reader.getRowObjectsJS()
  if (rejects.length >= MAX_REJECTS) {
    fail(
      'input',
      `a million rows or more do not split into ${files.columns.length} columns`,
      'Check --format and --columns.',
    )
  }
  return rejects.map((row) => ({
    path: String(row.path),
    row: Number(row.row),
    reason: REASONS[String(row.kind)] ?? 'unreadable',
    lines: Number(row.lines),
  }))
}
