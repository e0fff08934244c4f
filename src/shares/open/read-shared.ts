import { existsSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { fail } from '../../base/errors.js'
import { cast } from '../../engines/dialect/index.js'
import type { Engine } from '../../engines/engine.js'
import { fresh, name } from '../../engines/sql.js'
import { readSharedTable } from '../../release/data.js'
import { judged } from '../../release/experiment.js'
import { dataFileOf, openRelease } from '../../release/reader.js'
import type { Sharing } from '../scheme.js'
import { headerIn, sharingIn, valuesIn } from './header.js'
import type { Numbers } from './numbers.js'
import { readEncoded } from './read-encoded.js'

/** Shared queries as they were found, in an engine: bytes as bytes, the rest as text. */
export interface Shared {
  readonly sharing: Pick<Sharing, 'scheme' | 't'>
  /** Columns of rows, beside the tag. */
  readonly columns: readonly string[]
  /** SQL for FROM: rows (tag and their columns), shares (tag, x, y), texts (tag, text). */
  readonly rows: string
  readonly shares: string
  readonly texts: string
  /** Lines that are no rows. */
  readonly unreadable: number
  /** The same in numbers, where all of it can be. */
  readonly numbers?: Numbers
}

/** Reads a release by its folder, or what `lethe encode` wrote by its file, or by the folder of its files. */
export async function readShared(engine: Engine, path: string): Promise<Shared> {
  const stat = statSync(path, { throwIfNoEntry: false })
  if (stat === undefined)
    fail('input', `there is no ${path}`, 'Name a release folder, or a file that lethe encode wrote.')
  if (!stat.isDirectory())
    return path.endsWith('.parquet') ? readParquet(engine, path, [path]) : readStream(engine, path)
  const files = readdirSync(path).filter((file) => HOURLY.test(file))
  if (files.length === 0 || existsSync(join(path, 'manifest.json'))) return readReleaseFolder(engine, path)
  return readParquet(
    engine,
    path,
    files.sort().map((file) => join(path, file)),
  )
}

/** Files that lethe encode writes hour by hour. */
const HOURLY = /^\d{4}-\d\d-\d\dT\d\dZ-.*\.parquet$/

async function readReleaseFolder(engine: Engine, dir: string): Promise<Shared> {
  const { manifest } = openRelease(dir)
  const guarantee = judged(manifest)
  if (guarantee.kind !== 'threshold-reveal')
    fail('usage', `${dir} holds no shared queries`, 'Only releases of the method secret-shares can be decoded.')
  const side = (table: string) =>
    manifest.tables?.find(({ file }) => file.startsWith(`${table}.`)) ??
    fail('input', `${dir} has no table of ${table}`, 'The release is damaged.')
  const read = (file: string, columns: typeof manifest.columns) => readSharedTable(engine, join(dir, file), columns)
  const [shares, texts] = [side('shares'), side('ciphertexts')]
  const tables = {
    rows: await read(dataFileOf({ dir, manifest }), manifest.columns),
    shares: await read(shares.file, shares.columns),
    texts: await read(texts.file, texts.columns),
  }
  return {
    sharing: { scheme: guarantee.scheme, t: guarantee.t },
    columns: manifest.columns.map((column) => column.name).filter((column) => column !== 'tag'),
    rows: tables.rows.from,
    shares: tables.shares.from,
    texts: tables.texts.from,
    unreadable: tables.rows.unreadable + tables.shares.unreadable + tables.texts.unreadable,
  }
}

async function readStream(engine: Engine, path: string): Promise<Shared> {
  const { header, values, sharing } = await headerIn(path)
  const numbers = path.endsWith('.ndjson') ? undefined : await readEncoded(engine, path, header, values)
  if (numbers !== undefined) return { sharing, columns: numbers.others, ...numbers.plain, unreadable: 0, numbers }
  const bytes = ['tag', 'x', 'text', values]
  const { from, unreadable } = await readSharedTable(
    engine,
    path,
    header.map((column) => ({ name: column, type: bytes.includes(column) ? 'bytes' : 'text', meaning: '' })),
  )
  return sharedIn(engine, from, header, values, unreadable)
}

async function readParquet(engine: Engine, path: string, files: readonly string[]): Promise<Shared> {
  const { columns, from } = await engine.parquet(files)
  const values = valuesIn(path, columns)
  const shown = columns.map((column) =>
    ['tag', 'x', 'text', values].includes(column) ? name(column) : `${cast(name(column), 'text')} AS ${name(column)}`,
  )
  return sharedIn(engine, `(SELECT ${shown.join(', ')} FROM ${from})`, columns, values, 0)
}

async function sharedIn(
  engine: Engine,
  from: string,
  header: readonly string[],
  values: string,
  unreadable: number,
): Promise<Shared> {
  const columns = header.filter((column) => !['tag', 'x', 'text', values].includes(column))
  const texts = fresh('texts')
  await engine.materialise(texts, `SELECT DISTINCT tag, text FROM ${from} WHERE tag IS NOT NULL`)
  return {
    sharing: sharingIn(values),
    columns,
    rows: `(SELECT ${['tag', ...columns.map(name)].join(', ')} FROM ${from})`,
    shares: `(SELECT tag, x, ${name(values)} AS y FROM ${from} WHERE tag IS NOT NULL)`,
    texts,
    unreadable,
  }
}
