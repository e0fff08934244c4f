import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { rowNumber, tryCast, tuple } from '../engines/dialect/index.js'
import type { Sql } from '../engines/engine.js'
import { countOf, name } from '../engines/sql.js'
import type { ColumnInfo } from '../release/columns.js'
import type { Rows } from '../release/data.js'
import { digestOf, filesOf, filesThere, isPlainFile, type Release } from '../release/reader.js'
import { SIGNATURE_FILE } from '../release/signing.js'
import { type Check, count } from './check.js'

export { statedPromise } from './stated-promise.js'

/** Every file is listed once with its digest, and none is there that is not listed; a signature over the list cannot be in it. */
export async function checksums(release: Release): Promise<Check> {
  if (!isPlainFile(release, 'SHA256SUMS')) return { name: 'checksums', holds: false, detail: 'SHA256SUMS is missing' }
  const lines = readFileSync(join(release.dir, 'SHA256SUMS'), 'utf8').split('\n')
  const sums = lines.slice(0, -1).map((line) => /^([0-9a-f]{64}) {2}([^/]+(?:\/[^/]+)?)$/.exec(line))
  const listed = new Map(sums.flatMap((sum) => (sum === null ? [] : [[sum[2]!, sum[1]!] as const])))
  const present = filesThere(release).filter((file) => file !== 'SHA256SUMS' && file !== SIGNATURE_FILE)
  const unlisted = present.filter((file) => !listed.has(file))
  const missing = [...listed.keys()].filter((file) => !present.includes(file))
  const changed: string[] = []
  for (const file of present.filter((f) => listed.has(f)))
    if (!isPlainFile(release, file) || (await digestOf(release, file)) !== listed.get(file)) changed.push(file)
  const wrong = [
    ...(lines.at(-1) === '' && listed.size === sums.length ? [] : ['SHA256SUMS holds more than one sum for each file']),
    ...changed.map((file) => `${file} has changed`),
    ...missing.map((file) => `${file} is missing`),
    ...unlisted.map((file) => `${file} is not listed`),
  ]
  return {
    name: 'checksums',
    holds: wrong.length === 0,
    detail: wrong.length === 0 ? `${count(listed.size, 'file')} as listed` : wrong.join('; '),
  }
}

const DATA = /^data\.(parquet|tsv|csv|ndjson)$/

/** The folder holds what the manifest names and nothing else: a file beside the data would go unchecked, and a link leads elsewhere. */
export function files(release: Release): Check {
  const { manifest } = release
  const [data = '', ...others] = manifest.files
  const named = [...filesOf(manifest), 'manifest.json', 'SHA256SUMS', SIGNATURE_FILE]
  const present = filesThere(release)
  const format = DATA.exec(data)?.[1]
  const wrong = [
    ...present.filter((file) => !named.includes(file)).map((file) => `${file} is not named in the manifest`),
    ...present
      .filter((file) => named.includes(file) && !isPlainFile(release, file))
      .map((file) => `${file} is no plain file`),
    ...(others.join() === (manifest.tables ?? []).map(({ file }) => file).join()
      ? []
      : ['there is not exactly one data file']),
    ...(format !== undefined && others.every((file) => file.endsWith(`.${format}`))
      ? []
      : ['the data is called otherwise than in a release']),
  ]
  return {
    name: 'files',
    holds: wrong.length === 0,
    detail: wrong.length === 0 ? `${data} and what describes it` : wrong.join('; '),
  }
}

/** The data has the columns that the manifest names, in that order, and all its rows can be read. */
export function columns(described: readonly ColumnInfo[], rows: Rows & { readonly rejected: number }): Check {
  const stated = described.map((column) => column.name)
  const same = stated.length === rows.columns.length && stated.every((column, i) => column === rows.columns[i])
  const holds = same && rows.rejected === 0
  return {
    name: 'columns',
    holds,
    detail: !same
      ? 'the data has other columns than the manifest says'
      : rows.rejected > 0
        ? `${count(rows.rejected, 'row')} cannot be read`
        : stated.join(', '),
  }
}

/** Rows are sorted by all columns, so that their order tells nothing. */
export async function sorted(engine: Sql, rows: Rows, described: readonly ColumnInfo[]): Promise<Check> {
  const typed = rows.columns.map((column, i) =>
    described[i]?.type === 'integer' ? tryCast(name(column), 'long') : name(column),
  )
  const result = await countOf(
    engine,
    `(SELECT ${tuple(typed)} AS here, lag(${tuple(typed)}) OVER (ORDER BY ${rowNumber()}) AS before FROM ${rows.table})
    WHERE here < before`,
  )
  return {
    name: 'sorted',
    holds: result === 0,
    detail: result === 0 ? 'rows stand in the order of their columns' : `${count(result, 'row')} out of order`,
  }
}

/** A row that shows no text shows nothing else that would give it away. */
export async function withheldRowsAreBare(engine: Sql, rows: Rows, bare: readonly string[]): Promise<Check> {
  const beside = bare.filter((column) => rows.columns.includes(column))
  const shows = beside.map((column) => `${name(column)} IS NOT NULL`)
  const standsForNothing = rows.columns.includes('tag') ? 'tag IS NULL' : 'true'
  const wrong = await countOf(
    engine,
    `${rows.table} WHERE query IS NULL AND (${[standsForNothing, ...shows].join(' OR ')})`,
  )
  return {
    name: 'withheld rows',
    holds: wrong === 0,
    detail:
      wrong === 0
        ? 'nothing beside withheld text'
        : `${count(wrong, 'row')} without a text show more than they may, or stand for nothing`,
  }
}
