import { fail } from '../../base/errors.js'
import { isShared } from '../../base/storage/index.js'
import type { Batch, Engine, EngineOptions, Value } from '../engine.js'
import { name, names, text } from '../sql.js'
import { parseAddress } from './address.js'
import { arrowOf } from './arrow.js'
import { connectTo } from './client.js'
import { failedStatement, isFailureThere } from './errors.js'
import { parquetOf, sendUp, withLocal, writeLocally } from './files.js'
import { relationOf } from './relation.js'
import { PREFIX, type Runner, runnerOf } from './runner.js'
import { alive, BEAT_MS, databaseName, isUnderWay } from './runs.js'
import { filesAt, partsFrom, writeParts } from './storage.js'
import { textMapper } from './transform.js'
import { saidType } from './types.js'

/** Rows, and characters of texts, that go to the cluster in one message at most. */
const [MOST_ROWS, MOST_TEXT] = [100_000, 8 << 20]

const SETTINGS = {
  'spark.sql.session.timeZone': 'UTC',
  'spark.sql.ansi.enabled': 'true',
  'spark.sql.timestampType': 'TIMESTAMP_NTZ',
  'spark.sql.caseSensitive': 'false',
  'spark.sql.csv.parser.columnPruning.enabled': 'false', // what does not split must not depend on which columns are asked for
  // As they are by default, whatever a server was told: a text with ${...} in it is that text and never a variable of the server,
  'spark.sql.variable.substitute': 'false',
  'spark.sql.parser.escapedStringLiterals': 'false',
  'spark.sql.parser.quotedRegexColumnNames': 'false',
  'spark.sql.ansi.enforceReservedKeywords': 'false',
  'spark.sql.function.concatBinaryAsString': 'false',
  'spark.sql.groupByOrdinal': 'true',
  'spark.sql.orderByOrdinal': 'true',
  'spark.sql.legacy.timeParserPolicy': 'CORRECTED',
  'spark.sql.columnNameOfCorruptRecord': '_corrupt_record',
  'spark.sql.variant.allowDuplicateKeys': 'true', // else such a document were none
  // no row is left out in silence,
  'spark.sql.files.ignoreCorruptFiles': 'false',
  'spark.sql.files.ignoreMissingFiles': 'false',
  // and a task writes one file, by whose name its rows are numbered.
  'spark.sql.files.maxRecordsPerFile': '0',
}

/** Spark on a cluster, over Spark Connect. Tables are those of a database of the run's own, which goes when the engine closes. */
export async function openSpark(given: string, options: EngineOptions): Promise<Engine> {
  const address = parseAddress(given)
  const client = await connectTo(address, options)
  const runner = runnerOf(client, address.label)
  const database = databaseName()
  try {
    await client.set(SETTINGS)
    const place = address.scratch === undefined ? '' : ` LOCATION ${text(`${address.scratch}/${database}`)}`
    await runner.run(`CREATE DATABASE ${database}${place} WITH ${alive()}`).catch(noDatabase)
    await runner.run(`USE DATABASE ${database}`)
  } catch (cause) {
    await client.close()
    throw cause
  }
  return engineOf(runner, database, options)
}

function noDatabase(cause: unknown): never {
  if (!isFailureThere(cause)) throw cause
  fail(
    'refused',
    `the cluster makes no database for the tables of a run${failedStatement(cause)?.said ?? ''}`,
    'Ask for the right to make one there, or name a place that it may write to: ;scratch=s3a://bucket/folder in the address. lethe engine check ADDRESS tries it.',
    cause,
  )
}

function engineOf(runner: Runner, database: string, options: EngineOptions): Engine {
  const { client, run } = runner
  const sayAlive = () => run(`ALTER DATABASE ${database} SET ${alive()}`)
  const beat = setInterval(() => void sayAlive().catch(() => undefined), BEAT_MS).unref()
  const views = new Set<string>()
  const all = async <T extends object>(sql: string): Promise<T[]> => {
    const found: Record<string, Value>[] = []
    for await (const { names: called, batch } of runner.rows(sql, true))
      for (let i = 0; i < (batch[0]?.length ?? 0); i++)
        found.push(Object.fromEntries(called.map((column, c) => [column, batch[c]![i]!])))
    return found as T[]
  }
  const stream = async function* (sql: string): AsyncGenerator<Batch> {
    for await (const { batch } of runner.rows(sql)) if ((batch[0]?.length ?? 0) > 0) yield batch
  }
  const materialise = (table: string, select: string) => run(`CREATE TABLE ${name(table)} USING parquet AS ${select}`)
  const schema = async (select: string) => {
    const found = await all<{ col_name: string; data_type: string }>(`DESCRIBE QUERY ${select}`)
    return found.map((column) => ({ name: column.col_name, type: saidType(column.data_type) }))
  }
  const engine: Engine = {
    name: 'spark',
    columns: undefined,
    materialise,
    view(table, select) {
      views.add(table)
      return run(`CREATE TEMPORARY VIEW ${name(table)} AS ${select}`)
    },
    insert: (table, select) => run(`INSERT INTO ${name(table)} ${select}`),
    async drop(...tables) {
      for (const one of tables) await run(`DROP ${views.delete(one) ? 'VIEW' : 'TABLE'} IF EXISTS ${name(one)}`)
    },
    all,
    stream,
    schema,
    batchesOf: (table, columns) => stream(`SELECT ${names(columns)} FROM ${name(table)}`),
    append: (table, columns, batches) => append(runner, table, columns, batches),
    parquet: (paths) => (paths.every(isShared) ? partsFrom(engine, paths) : parquetOf(engine, options, paths)),
    parquetNotes: (path) => withLocal(options, (local) => local.parquetNotes(path)),
    readDelimited: (table, files, select) => sendUp(engine, options, table, files, select),
    write: (sql, path, format) => writeLocally(engine, options, sql, path, format),
    cluster: {
      label: runner.label,
      relation(paths, reading) {
        void texts.ready().catch(() => undefined) // asked meanwhile; whoever maps hears of it
        return relationOf(engine, runner, paths, reading)
      },
      mapTexts: (values) => texts.map(values),
      writeParts: (select, dir) => writeParts(engine, runner, select, dir),
      beside: (work) => withLocal(options, work),
      filesAt: (place) => filesAt(engine, place),
      run: database,
      isUnderWay: (named) => isUnderWay(runner, named),
    },
    async close() {
      clearInterval(beat)
      await run(`DROP DATABASE IF EXISTS ${database} CASCADE`, { evenIfStopped: true }).catch(() => undefined)
      await client.close()
    },
  }
  const texts = textMapper(engine, runner)
  return engine
}

/** The place of a row among those that were sent. */
const NTH = `${PREFIX}nth`

/** A table from rows that JavaScript made, in messages that the cluster takes; they stand in it as they were sent. */
async function append(
  { client, run }: Runner,
  table: string,
  columns: readonly string[],
  batches: AsyncIterable<Batch> | Iterable<Batch>,
): Promise<void> {
  const raw = `${PREFIX}raw_${table}`
  const all = [...columns, NTH]
  await run(`CREATE TABLE ${name(raw)} (${all.map((column) => `${name(column)} STRING`).join(', ')}) USING parquet`)
  let nth = 0
  const view = `${PREFIX}rows_of_${table}`
  for await (const batch of batches)
    for (const part of inParts(batch)) {
      const places = part[0]!.map(() => String(nth++))
      const data = await arrowOf(all, [...part, places])
      const schema = all.map((column) => `\`${column.replaceAll('`', '``')}\` STRING`).join(', ')
      const input = { localRelation: { data, schema } }
      for await (const _ of client.execute({
        command: { createDataframeView: { input, name: view, isGlobal: false, replace: true } },
      })) {
        // nothing comes of it
      }
      await run(`INSERT INTO ${name(raw)} SELECT * FROM ${name(view)}`)
      await run(`DROP VIEW IF EXISTS ${name(view)}`)
    }
  await run(
    `CREATE TABLE ${name(table)} USING parquet AS SELECT ${names(columns)} FROM ${name(raw)} ORDER BY CAST(${NTH} AS BIGINT)`,
  )
  await run(`DROP TABLE ${name(raw)}`)
}

function* inParts(batch: Batch): Generator<Batch> {
  const rows = batch[0]?.length ?? 0
  let [from, size] = [0, 0]
  for (let i = 0; i < rows; i++) {
    for (const column of batch) size += String(column[i] ?? '').length
    if (i + 1 - from < MOST_ROWS && size < MOST_TEXT) continue
    yield batch.map((column) => column.slice(from, i + 1))
    ;[from, size] = [i + 1, 0]
  }
  if (from < rows) yield batch.map((column) => column.slice(from))
}
