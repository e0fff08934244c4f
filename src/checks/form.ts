import { createHash } from 'node:crypto'
import { createReadStream, existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import type { Engine } from '../engines/engine.js'
import { name } from '../engines/sql.js'
import { VERSION } from '../package-root.js'
import type { ColumnInfo } from '../release/columns.js'
import type { Rows } from '../release/data.js'
import type { Guarantee } from '../release/guarantee.js'
import type { Release } from '../release/reader.js'
import { SIGNATURE_FILE } from '../release/signing.js'
import { type Check, count } from './check.js'

/** Every file is listed with its digest, and none is there that is not listed; a signature over the list cannot be in it. */
export async function checksums({ dir }: Release): Promise<Check> {
  const path = join(dir, 'SHA256SUMS')
  if (!existsSync(path)) return { name: 'checksums', holds: false, detail: 'SHA256SUMS is missing' }
  const listed = new Map(
    readFileSync(path, 'utf8')
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => [line.slice(66), line.slice(0, 64)] as const),
  )
  const present = readdirSync(dir).filter((file) => file !== 'SHA256SUMS' && file !== SIGNATURE_FILE)
  const unlisted = present.filter((file) => !listed.has(file))
  const missing = [...listed.keys()].filter((file) => !present.includes(file))
  const changed: string[] = []
  for (const file of present.filter((f) => listed.has(f)))
    if (!statSync(join(dir, file)).isFile() || (await sha256(join(dir, file))) !== listed.get(file)) changed.push(file)
  const wrong = [
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

/** The folder holds what the manifest names and nothing else: a file beside the data would go unchecked. */
export function files({ dir, manifest }: Release): Check {
  const named = new Set([...manifest.files, 'manifest.json', 'SHA256SUMS', SIGNATURE_FILE])
  const odd = readdirSync(dir).filter((file) => !named.has(file))
  const wrong = [
    ...odd.map((file) => `${file} is not named in the manifest`),
    ...(manifest.files.length === 1 + (manifest.tables?.length ?? 0) ? [] : ['there is not exactly one data file']),
  ]
  return {
    name: 'files',
    holds: wrong.length === 0,
    detail: wrong.length === 0 ? `${manifest.files[0]} and what describes it` : wrong.join('; '),
  }
}

/** The manifest promises what its steps and columns amount to, in numbers, and in words where this version wrote them. */
export function statedPromise({ manifest }: Release, derived: Guarantee | undefined): Check {
  const name = 'stated promise'
  if (derived === undefined)
    return { name, holds: null, detail: 'the manifest names steps that this version does not know' }
  const numbers = ({ sentence, assumptions, notProtected, ...rest }: Guarantee) => rest
  const ours = manifest.software?.version === VERSION
  const holds = ours
    ? isDeepStrictEqual(manifest.guarantee, derived)
    : isDeepStrictEqual(numbers(manifest.guarantee), numbers(derived))
  return {
    name,
    holds,
    detail: holds ? 'the promise follows from the steps' : 'the manifest promises something else than its steps do',
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
export async function sorted(engine: Engine, rows: Rows, described: readonly ColumnInfo[]): Promise<Check> {
  const typed = rows.columns.map((column, i) =>
    described[i]?.type === 'integer' ? `try_cast(${name(column)} AS BIGINT)` : name(column),
  )
  const [result] = await engine.all<{ n: number }>(`
    SELECT count(*) AS n FROM (SELECT row(${typed.join(', ')}) AS here, lag(row(${typed.join(', ')})) OVER (ORDER BY rowid) AS before FROM ${rows.table})
    WHERE here < before`)
  return {
    name: 'sorted',
    holds: result?.n === 0,
    detail:
      result?.n === 0 ? 'rows stand in the order of their columns' : `${count(result?.n ?? 0, 'row')} out of order`,
  }
}

/** A row that shows no text shows nothing else that would give it away. */
export async function withheldRowsAreBare(engine: Engine, rows: Rows, bare: readonly string[]): Promise<Check> {
  const beside = bare.filter((column) => rows.columns.includes(column))
  if (beside.length === 0) return { name: 'withheld rows', holds: true, detail: 'no column stands beside the text' }
  const [result] = await engine.all<{ n: number }>(
    `SELECT count(*) AS n FROM ${rows.table} WHERE query IS NULL AND (${beside.map((column) => `${name(column)} IS NOT NULL`).join(' OR ')})`,
  )
  return {
    name: 'withheld rows',
    holds: result?.n === 0,
    detail:
      result?.n === 0 ? `nothing beside withheld text` : `${count(result?.n ?? 0, 'row')} show more than they may`,
  }
}

async function sha256(path: string): Promise<string> {
  const hash = createHash('sha256')
  for await (const chunk of createReadStream(path)) hash.update(chunk as Buffer)
  return hash.digest('hex')
}
