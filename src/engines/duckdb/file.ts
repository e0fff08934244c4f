import { DuckDBInstance } from '@duckdb/node-api'
import { text } from '../sql.js'
import { spell } from './dialect.js'

/** A database of DuckDB in a file of somebody's, opened to read only. What stands in it can open nothing else: no file, no address, no extension. */
export interface DuckDBFile {
  /** Tables and views, with their schema where it is not the usual one. */
  tables(): Promise<string[]>
  /** Writes the rows of a query as Parquet to the one path that was named when it was opened. */
  copyOut(select: string): Promise<void>
  close(): void
}

interface Opening {
  readonly spill: string
  /** Where rows may be written. */
  readonly target: string
  readonly signal?: AbortSignal | undefined
}

export async function openDuckDBFile(path: string, { spill, target, signal }: Opening): Promise<DuckDBFile> {
  const instance = await DuckDBInstance.create(path, {
    access_mode: 'READ_ONLY',
    threads: '1', // rows come in one order, so that the same database gives the same digest
    memory_limit: '1GiB',
    temp_directory: spill,
    autoinstall_known_extensions: 'false',
    autoload_known_extensions: 'false',
    allow_community_extensions: 'false',
  })
  const connection = await instance.connect()
  await connection.run(
    spell(
      `SET TimeZone = 'UTC'; SET allowed_paths = [${text(target)}]; SET enable_external_access = false; SET lock_configuration = true`,
    ),
  )
  const stop = () => connection.interrupt()
  signal?.addEventListener('abort', stop)
  return {
    async tables() {
      const found = await connection.runAndReadAll(
        `SELECT CASE table_schema WHEN 'main' THEN '' ELSE table_schema || '.' END || table_name FROM information_schema.tables ORDER BY ALL`,
      )
      return found.getRows().map(([table]) => String(table))
    },
    async copyOut(select) {
      signal?.throwIfAborted()
      await connection.run(
        spell(`COPY (${select}\n) TO ${text(target)} (FORMAT parquet, COMPRESSION zstd, USE_TMP_FILE false)`),
      )
    },
    close() {
      signal?.removeEventListener('abort', stop)
      connection.closeSync()
      instance.closeSync()
    },
  }
}
