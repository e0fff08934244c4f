import { lstatSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { DuckDBConnection } from '@duckdb/node-api'
import { fail } from '../../base/errors.js'
import type { Sql } from '../engine.js'
import { byName, nameOf } from './by-name.js'
import { spell } from './dialect.js'

type Answer<V extends 'parquet' | 'parquetNotes'> = ReturnType<Sql[V]>

/** The columns of Parquet files, and their rows with the index of each one's file. */
export async function parquet(connection: DuckDBConnection, paths: readonly string[]): Answer<'parquet'> {
  const files = paths.flatMap((path, at) => partsOf(path).map((file) => ({ file, at })))
  const read = (more: string) =>
    `read_parquet([${files.map(({ file }) => byName(file)).join(', ')}], hive_partitioning = false${more})`
  const found = await connection.runAndReadAll(spell(`SELECT * FROM ${read('')} LIMIT 0`))
  const taken = found.columnNames().find((column) => /^__(file|path)$/i.test(column))
  if (taken !== undefined)
    fail('input', `a Parquet file has a column ${taken}, which Lethe keeps for itself`, 'Give the column another name.')
  const place = `list_position([${files.map(({ file }) => nameOf(file)).join(', ')}], __path)`
  return {
    columns: found.columnNames(),
    types: found.columnTypes().map(String),
    from: `(SELECT *, ${files.length === paths.length ? `(${place} - 1)` : `[${files.map(({ at }) => at).join(', ')}][${place}]`}::USMALLINT AS __file FROM ${read(", filename = '__path'")})`,
  }
}

/** The files of a folder in the order of their names: parts of one table. */
function partsOf(path: string): string[] {
  if (!lstatSync(path, { throwIfNoEntry: false })?.isDirectory()) return [path]
  const parts = readdirSync(path).filter((file) => /^[^._].*\.parquet$/.test(file))
  if (parts.length === 0) fail('input', `${path} holds no Parquet files`, 'Name a folder that does.')
  return parts.sort().map((part) => join(path, part))
}

/** Who wrote a Parquet file, and how many notes it carries beside its rows. */
export async function parquetNotes(connection: DuckDBConnection, path: string): Answer<'parquetNotes'> {
  const reader = await connection.runAndReadAll(
    spell(`SELECT (SELECT any_value(created_by) FROM parquet_file_metadata(${byName(path)})),
      (SELECT count(*) FROM parquet_kv_metadata(${byName(path)}))::DOUBLE
      + (SELECT count(*) FROM parquet_metadata(${byName(path)}) WHERE cardinality(key_value_metadata) > 0)::DOUBLE`),
  )
  const [writer, notes] = reader.getRowsJS()[0] ?? []
  return { writer: String(writer), notes: Number(notes) }
}
