import { defined } from '../../base/defined.js'
import { fail } from '../../base/errors.js'
import { cast, rowNumber } from '../dialect/index.js'
import { openDuckDB } from '../duckdb/index.js'
import type { Batch, DelimitedFiles, Engine, EngineOptions, OutFormat, Sql } from '../engine.js'
import { fresh, name } from '../sql.js'
import { localType, sparkType } from './types.js'

/** Parquet files of this machine, such as those of a release: read here and sent to the cluster. */
export async function parquetOf(
  engine: Engine,
  options: EngineOptions,
  paths: readonly string[],
): ReturnType<Sql['parquet']> {
  const [raw, table] = [fresh('sent'), fresh('parquet')]
  return withLocal(options, async (local) => {
    const { columns, types, from } = await local.parquet(paths)
    const nested = types.find((type) => /^(STRUCT|MAP|UNION)\b|\[\d*\]$/.test(type))
    if (nested !== undefined)
      fail('refused', 'a Parquet file here has columns inside columns', 'Let the cluster read it itself.')
    const all = [...columns, '__file']
    const asText = columns.map((column, i) =>
      types[i] === 'BLOB'
        ? `hex(${name(column)}) AS ${name(column)}`
        : `${cast(name(column), 'text')} AS ${name(column)}`,
    )
    await local.materialise(
      'rows',
      `SELECT ${[...asText, `${cast('__file', 'text')} AS __file`].join(', ')} FROM ${from}`,
    )
    await engine.append(raw, all, local.batchesOf('rows', all))
    const typed = columns.map((column, i) =>
      types[i] === 'BLOB'
        ? `unhex(${name(column)}) AS ${name(column)}`
        : `CAST(${name(column)} AS ${sparkType(types[i]!)}) AS ${name(column)}`,
    )
    await engine.materialise(
      table,
      `SELECT ${[...typed, `${cast('__file', 'integer')} AS __file`].join(', ')} FROM ${raw} ORDER BY ${rowNumber()}`,
    )
    await engine.drop(raw)
    return { columns, types, from: name(table) }
  })
}

/** The embedded engine for the length of some work: what reads and writes files of this machine. */
export async function withLocal<T>(
  { spill, threads, memory }: EngineOptions,
  work: (local: Engine) => Promise<T>,
): Promise<T> {
  const local = await openDuckDB({ spill, ...defined({ threads, memory }) })
  try {
    return await work(local)
  } finally {
    await local.close()
  }
}

/** Files of this machine, read here and sent to the cluster. */
export async function sendUp(
  engine: Engine,
  options: EngineOptions,
  table: string,
  files: DelimitedFiles,
  select: string,
): Promise<number> {
  const raw = fresh('sent')
  return withLocal(options, async (local) => {
    const rows = await local.readDelimited('lines', files, '*')
    await engine.append(raw, [...files.columns, '__file'], local.batchesOf('lines', [...files.columns, '__file']))
    const typed = files.columns.map((column) => {
      const type = files.strict?.types[column]
      return type === undefined
        ? name(column)
        : `${cast(name(column), type === 'integer' ? 'integer' : 'time')} AS ${name(column)}`
    })
    await engine.materialise(
      table,
      `SELECT ${select} FROM (SELECT ${[...typed, `${cast('__file', 'integer')} AS __file`].join(', ')} FROM ${raw} ORDER BY ${rowNumber()})`,
    )
    await engine.drop(raw)
    return rows
  })
}

/** Brings rows here and writes them as the embedded engine does, so that a file is the same wherever its rows were counted. */
export async function writeLocally(
  engine: Engine,
  options: EngineOptions,
  sql: string,
  path: string,
  format: OutFormat,
): Promise<void> {
  const columns = await engine.schema(sql)
  if (columns.some(({ type }) => /^(STRUCT|MAP)|\[\]$/.test(type)))
    fail('internal', 'a column of lists cannot be written')
  const asText = columns.map(({ name: column, type }) =>
    type === 'BLOB' ? `hex(${name(column)}) AS ${name(column)}` : `${cast(name(column), 'text')} AS ${name(column)}`,
  )
  await withLocal(options, async (local) => {
    const rows: AsyncIterable<Batch> = engine.stream(`SELECT ${asText.join(', ')} FROM (${sql})`)
    await local.append(
      'rows',
      columns.map((column) => column.name),
      rows,
    )
    const typed = columns.map(({ name: column, type }) =>
      type === 'BLOB'
        ? `unhex(${name(column)}) AS ${name(column)}`
        : type === 'VARCHAR'
          ? name(column)
          : `CAST(${name(column)} AS ${localType(type)}) AS ${name(column)}`,
    )
    await local.write(`SELECT ${typed.join(', ')} FROM rows`, path, format)
  })
}
