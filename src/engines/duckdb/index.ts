import { availableParallelism, totalmem } from 'node:os'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { type DuckDBConnection, DuckDBDataChunk, DuckDBInstance, VARCHAR } from '@duckdb/node-api'
import { LetheError } from '../../base/errors.js'
import type { Batch, Columns, Engine, EngineOptions, OutFormat, Value } from '../engine.js'
import { name, names, text } from '../sql.js'
import { readDelimited } from './delimited.js'
import { spell } from './dialect.js'
import { translate } from './errors.js'
import { columnMemory, lookUp, memoryAtOnce } from './memory.js'
import { appendMemory, appendNumbers } from './numbers.js'
import { parquet, parquetNotes } from './parquet.js'

/** What an engine takes by default: half of what the machine has, at most 3 GiB. */
function defaultMemory(): number {
  return Math.min(3 * 2 ** 30, Math.floor(totalmem() / 2))
}

// The engine's own buffers count against its limit; the reader's lines and the sorter's runs come on top.
const SHARE_OF_LIMIT = 0.8

/** DuckDB, embedded, in memory, spilling to a private folder. */
export async function openDuckDB(options: EngineOptions): Promise<Engine & { readonly columns: Columns }> {
  const memory = options.memory ?? defaultMemory()
  const { instance, connection } = await connect(options, memory).catch((cause: unknown) => {
    throw translate(cause)
  })
  const guarded = guard(connection, options)

  return {
    name: 'duckdb',
    ...tableVerbs((sql) => guarded(() => connection.run(spell(sql))).then(() => undefined)),
    all: <T extends object>(sql: string) =>
      guarded(async () => {
        const reader = await connection.runAndReadAll(spell(sql))
        return reader.getRowObjectsJS().map((row) => plainRecord(row)) as T[]
      }),
    stream: (sql) => stream(connection, guarded, sql),
    append: (table, columns, batches) => append(connection, guarded, table, columns, batches),
    readDelimited: (table, files, select) => guarded(() => readDelimited(connection, table, files, select)),
    parquet: (paths) => guarded(() => parquet(connection, paths)),
    schema: (select) =>
      guarded(async () => {
        const found = await connection.runAndReadAll(spell(`DESCRIBE ${select}`))
        return found.getRowObjectsJS().map((row) => ({ name: String(row.column_name), type: String(row.column_type) }))
      }),
    batchesOf: (table, columns) => batchesOf(connection, guarded, table, columns),
    parquetNotes: (path) => guarded(() => parquetNotes(connection, path)),
    write: (sql, path, format, notes = {}) =>
      guarded(() => connection.run(spell(`COPY (${sql}) TO ${text(path)} (${WRITE[format]}${noted(notes)})`))).then(
        () => undefined,
      ),
    columns: columnVerbs(connection, guarded, memory),
    async close() {
      connection.closeSync()
      instance.closeSync()
    },
  }
}

async function connect({ threads, spill }: EngineOptions, memory: number) {
  const instance = await DuckDBInstance.create(':memory:', {
    threads: String(threads ?? availableParallelism()),
    memory_limit: `${Math.floor((memory * SHARE_OF_LIMIT) / 2 ** 20)}MiB`,
    temp_directory: spill,
    autoinstall_known_extensions: 'false',
    autoload_known_extensions: 'false',
    allow_community_extensions: 'false',
    preserve_insertion_order: 'true',
  })
  const connection = await instance.connect()
  await connection.run("SET TimeZone = 'UTC'; SET enable_progress_bar = true; SET enable_progress_bar_print = false")
  return { instance, connection }
}

function tableVerbs(run: (sql: string) => Promise<void>): Pick<Engine, 'materialise' | 'view' | 'insert' | 'drop'> {
  const views = new Set<string>()
  return {
    materialise: (table, select) => run(`CREATE TABLE ${name(table)} AS ${select}`),
    view(table, select) {
      views.add(table)
      return run(`CREATE VIEW ${name(table)} AS ${select}`)
    },
    insert: (table, select) => run(`INSERT INTO ${name(table)} ${select}`),
    drop: (...tables) =>
      run(tables.map((one) => `DROP ${views.delete(one) ? 'VIEW' : 'TABLE'} IF EXISTS ${name(one)}`).join('; ')),
  }
}

function columnVerbs(connection: DuckDBConnection, guarded: Guarded, limit: number): Columns {
  return {
    wide: (bytes, sure) => (sure ? `${bytes}::UUID` : `CASE WHEN octet_length(${bytes}) = 16 THEN ${bytes}::UUID END`),
    limit,
    memory: (columns, from) => columnMemory(connection, guarded, columns, from),
    memoryAtOnce: (columns, from) => guarded(() => memoryAtOnce(connection, columns, from)),
    lookUp: (numbers, work) => lookUp(connection, numbers, work),
    appendNumbers: (table, columns) => guarded(() => appendNumbers(connection, table, columns)),
    appendMemory: (table, columns, batches) => guarded(() => appendMemory(connection, table, columns, batches)),
  }
}

const WRITE: Readonly<Record<OutFormat, string>> = {
  parquet: 'FORMAT parquet, COMPRESSION zstd',
  tsv: `FORMAT csv, DELIMITER '\t', HEADER true, QUOTE '', ESCAPE ''`, // values hold no tabs or line ends, so quotes can be what they are
  csv: `FORMAT csv, HEADER true`,
  ndjson: 'FORMAT json',
}

function noted(notes: Readonly<Record<string, string>>): string {
  const pairs = Object.entries(notes).map(([key, value]) => `${name(key)}: ${text(value)}`)
  return pairs.length === 0 ? '' : `, KV_METADATA {${pairs.join(', ')}}`
}

type Guarded = <T>(work: () => Promise<T>) => Promise<T>

/** Runs one statement at a time with progress and interruption, and turns the engine's errors into ours. */
function guard(connection: DuckDBConnection, { onProgress, signal }: EngineOptions): Guarded {
  return async (work) => {
    if (signal?.aborted) throw new LetheError('interrupted', 'stopped')
    let again: NodeJS.Timeout | undefined
    const interrupt = () => {
      connection.interrupt()
      again = setInterval(() => connection.interrupt(), 50) // a statement that is just about to start misses the first
    }
    signal?.addEventListener('abort', interrupt, { once: true })
    const timer = onProgress && setInterval(() => onProgress(Math.max(0, connection.progress.percentage) / 100), 200)
    try {
      return await work()
    } catch (cause) {
      throw signal?.aborted ? new LetheError('interrupted', 'stopped') : translate(cause)
    } finally {
      clearInterval(timer)
      clearInterval(again)
      signal?.removeEventListener('abort', interrupt)
    }
  }
}

async function* stream(connection: DuckDBConnection, guarded: Guarded, sql: string): AsyncGenerator<Batch> {
  const result = await guarded(() => connection.stream(spell(sql)))
  for (;;) {
    const chunk = await guarded(() => result.fetchChunk())
    if (chunk === null || chunk.rowCount === 0) return
    yield chunk.getColumns().map((column) => column.map(plain))
  }
}

const BATCH = 1 << 16

/** By the numbers of rows: a stream would end with the next statement. */
async function* batchesOf(
  connection: DuckDBConnection,
  guarded: Guarded,
  table: string,
  columns: readonly string[],
): AsyncGenerator<Batch> {
  for (let start = 0; ; start += BATCH) {
    const reader = await guarded(() =>
      connection.runAndReadAll(
        spell(
          `SELECT ${names(columns)} FROM ${name(table)} WHERE rowid >= ${start} AND rowid < ${start + BATCH} ORDER BY rowid`,
        ),
      ),
    )
    const rows = reader.currentRowCount
    if (rows === 0) return
    yield reader.getColumnsJS().map((column) => column.map(plain))
    if (rows < BATCH) return
  }
}

async function append(
  connection: DuckDBConnection,
  guarded: Guarded,
  table: string,
  columns: readonly string[],
  batches: AsyncIterable<Batch> | Iterable<Batch>,
): Promise<void> {
  await guarded(() =>
    connection.run(spell(`CREATE TABLE ${name(table)} (${columns.map((c) => `${name(c)} VARCHAR`).join(', ')})`)),
  )
  const appender = await guarded(() => connection.createAppender(table))
  const types = columns.map(() => VARCHAR)
  for await (const batch of batches) {
    const rows = batch[0]?.length ?? 0
    for (let from = 0; from < rows; from += 2048) {
      const chunk = DuckDBDataChunk.create(types)
      chunk.setColumns(batch.map((column) => column.slice(from, from + 2048)))
      appender.appendDataChunk(chunk)
    }
    await nextTurn() // the driver frees chunks between turns of the event loop only
  }
  appender.closeSync()
}

/** Engine values as plain JavaScript: 64-bit integers as numbers, dates and times as ISO text. */
function plain(value: unknown): Value {
  if (value === null || typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean')
    return value
  if (typeof value === 'bigint') return Number(value)
  if (value instanceof Date) return value.toISOString()
  return String(value)
}

function plainRecord(row: Record<string, unknown>): Record<string, Value> {
  return Object.fromEntries(Object.entries(row).map(([key, value]) => [key, plain(value)]))
}
