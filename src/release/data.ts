import { createReadStream } from 'node:fs'
import { basename } from 'node:path'
import { fail, type LetheError } from '../base/errors.js'
import { cast, fromHex, isJson, tryCast, valuesAt } from '../engines/dialect/index.js'
import type { Sql } from '../engines/engine.js'
import { countOf, fresh, name } from '../engines/sql.js'
import type { ColumnInfo } from './columns.js'
import { guardSql, unguardSql } from './spreadsheet.js'

/** Rows whose claim is checked, in an engine: a release of ours, or a foreign file. */
export interface Rows {
  readonly table: string
  readonly columns: readonly string[]
}

/** The rows of a data file, and what is needed to hold the file itself against them. */
export interface Released extends Rows {
  /** Lines that are no rows. */
  readonly rejected: number
  /** SQL of the rows with their types, in the order of the file: what a writer would have been given. */
  readonly typed: string
  /** SQL types, where the file has them. */
  readonly types?: readonly string[]
}

export const SQL_TYPES = { date: 'day', timestamp: 'time', integer: 'long' } as const

/** Reads a data file of a release as text, with nothing but its columns: what anyone with the file would do. Bytes become hex. */
export async function readReleased(
  engine: Sql,
  path: string,
  described: readonly Pick<ColumnInfo, 'name' | 'type' | 'guarded'>[],
): Promise<Released> {
  return readTable(engine, path, described).catch((error: LetheError) => {
    if (error.code !== 'internal') throw error
    return fail('input', `${basename(path)} cannot be read`, 'The release is damaged.', error)
  })
}

async function readTable(
  engine: Sql,
  path: string,
  described: readonly Pick<ColumnInfo, 'name' | 'type' | 'guarded'>[],
): Promise<Released> {
  const table = fresh('released')
  const columns = described.map((column) => column.name)
  const casts = described.map(({ name: n, type, guarded }) => {
    if (guarded) return `${guardSql(name(n))} AS ${name(n)}`
    return type in SQL_TYPES ? `${tryCast(name(n), SQL_TYPES[type as keyof typeof SQL_TYPES])} AS ${name(n)}` : name(n)
  })
  const typed = `SELECT ${casts.join(', ')} FROM ${table}`
  if (path.endsWith('.parquet')) {
    const { columns: found, types, from } = await engine.parquet([path])
    const bytes = described.filter((column) => column.type === 'bytes').map((column) => column.name)
    const asText = (c: string) => (bytes.includes(c) ? `lower(hex(${name(c)}))` : cast(name(c), 'text'))
    await engine.materialise(table, `SELECT ${found.map((c) => `${asText(c)} AS ${name(c)}`).join(', ')} FROM ${from}`)
    return { table, columns: found, rejected: 0, types, typed: `SELECT ${found.map(name).join(', ')} FROM ${from}` }
  }
  if (path.endsWith('.ndjson')) {
    const lines = fresh('lines')
    const made = await engine.readDelimited(
      lines,
      { paths: [path], delimiter: '\x1f', quote: undefined, header: false, columns: ['line'] },
      'line',
    )
    const fields = columns.map(
      (c) =>
        `CASE WHEN ${isJson('line')} THEN ${valuesAt('line', `/${c.replaceAll('~', '~0').replaceAll('/', '~1')}`)} END AS ${name(c)}`,
    )
    await engine.materialise(table, `SELECT ${fields.join(', ')}, ${isJson('line')} AS lethe_valid FROM ${lines}`)
    const broken = await countOf(engine, `${table} WHERE NOT lethe_valid`)
    return { table, columns, rejected: (await linesOf(path)) - made + broken, typed }
  }
  const quote = path.endsWith('.csv') ? '"' : undefined
  const select = columns.map((c) => `nullif(${name(c)}, '') AS ${name(c)}`).join(', ')
  const guarded = described.flatMap((column) => (column.guarded ? [column.name] : []))
  const read = guarded.length === 0 ? table : fresh('guarded')
  const made = await engine.readDelimited(
    read,
    { paths: [path], delimiter: quote ? ',' : '\t', quote, header: true, columns },
    select,
  )
  const misguarded = guarded.length === 0 ? 0 : await unguard(engine, read, table, columns, guarded)
  return { table, columns, rejected: (await linesOf(path)) - 1 - made + misguarded, typed }
}

/**
 * Takes the guard of a file for spreadsheets off, and counts the rows that are not guarded as they should be: two texts that differ in
 * the file must not be read as one.
 */
async function unguard(
  engine: Sql,
  read: string,
  table: string,
  columns: readonly string[],
  guarded: readonly string[],
): Promise<number> {
  const bare = columns.map((c) => (guarded.includes(c) ? `${unguardSql(name(c))} AS ${name(c)}` : name(c)))
  const odd = guarded.map((c) => `${guardSql(unguardSql(name(c)))} IS DISTINCT FROM ${name(c)}`)
  await engine.materialise(table, `SELECT ${bare.join(', ')} FROM ${read}`)
  const misguarded = await countOf(engine, `${read} WHERE ${odd.join(' OR ')}`)
  await engine.drop(read)
  return misguarded
}

/**
 * A table of shared queries with its bytes as bytes, as SQL for FROM: Parquet as it lies there, text read into the engine. What
 * is no hexadecimal becomes null.
 */
export async function readSharedTable(
  engine: Sql,
  path: string,
  described: readonly ColumnInfo[],
): Promise<{ readonly from: string; readonly unreadable: number }> {
  const isBytes = (column: string) => described.some(({ name: n, type }) => n === column && type === 'bytes')
  if (path.endsWith('.parquet')) {
    const { columns, from } = await engine.parquet([path])
    const missing = described.find((column) => !columns.includes(column.name))
    if (missing) fail('input', `${path} has no column ${missing.name}`, 'The release is damaged.')
    const shown = described.map(({ name: n, type }) =>
      type === 'bytes' ? name(n) : `${cast(name(n), 'text')} AS ${name(n)}`,
    )
    return { from: `(SELECT ${shown.join(', ')} FROM ${from})`, unreadable: 0 }
  }
  const { table, rejected } = await readReleased(engine, path, described)
  const bytes = fresh('bytes')
  const shown = described.map(({ name: n }) => (isBytes(n) ? `${fromHex(name(n))} AS ${name(n)}` : name(n)))
  await engine.materialise(bytes, `SELECT ${shown.join(', ')} FROM ${table}`)
  await engine.drop(table)
  return { from: bytes, unreadable: rejected }
}

/** Lines that are not blank: what the engine does not make a row of is missing from its count. */
async function linesOf(path: string): Promise<number> {
  let lines = 0
  let open = false
  for await (const chunk of createReadStream(path, { highWaterMark: 1 << 20 })) {
    let start = 0
    for (let at = chunk.indexOf(10); at !== -1; at = chunk.indexOf(10, start)) {
      if (open || at > start) lines++
      open = false
      start = at + 1
    }
    open ||= start < chunk.length
  }
  return open ? lines + 1 : lines
}
