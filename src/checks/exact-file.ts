import { rmSync } from 'node:fs'
import { basename, join } from 'node:path'
import { LetheError } from '../base/errors.js'
import { isOneOf, type Type } from '../engines/dialect/index.js'
import type { OutFormat, Sql } from '../engines/engine.js'
import type { ColumnInfo } from '../release/columns.js'
import type { Released } from '../release/data.js'
import { digest } from '../release/digest.js'
import { type Check, count } from './check.js'

/**
 * The file is, byte for byte, its rows as a release writes them. Whatever else a file can carry falls under it: other headers, further keys of a
 * row, a time behind a day, notes in a Parquet file, bytes between its pages, words of a dictionary that no row uses.
 */
export async function exactFile(engine: Sql, scratch: string, path: string, rows: Released): Promise<Check> {
  const name = 'bytes'
  const file = basename(path)
  const format = file.slice(file.lastIndexOf('.') + 1) as OutFormat
  const again = join(scratch, `again-${file}`)
  try {
    await engine.write(rows.typed, again, format)
    if ((await digest(path)) === (await digest(again)))
      return { name, holds: true, detail: 'its rows and nothing else' }
    if (format !== 'parquet')
      return { name, holds: false, detail: 'the file holds more than its rows, or writes them otherwise' }
    const [theirs, ours] = [await engine.parquetNotes(path), await engine.parquetNotes(again)]
    if (theirs.notes > 0) return { name, holds: false, detail: 'the file carries notes beside its rows' }
    return theirs.writer === ours.writer
      ? { name, holds: false, detail: 'the file holds more than its rows, or writes them otherwise' }
      : {
          name,
          holds: null,
          detail: 'the file was written by another version of the engine; what it holds beside its rows cannot be told',
          toShow: 'Verify it with the version that made it.',
        }
  } catch (error) {
    // Rows that can be counted and not written hold something that no release wrote.
    if (!(error instanceof LetheError) || error.code !== 'internal') throw error
    return { name, holds: false, detail: 'its rows cannot be written as they stand there' }
  } finally {
    rmSync(again, { force: true })
  }
}

/**
 * Parts that a cluster wrote are not written again here: its version and its settings shape their bytes. The record of the run names the digest of each, and
 * whoever has it knows that they are what the cluster wrote of the rows.
 */
export function exactParts(parts: number, recorded: boolean): Check {
  const name = 'bytes'
  if (recorded)
    return {
      name,
      holds: true,
      detail: `${count(parts, 'part')} as the cluster wrote ${parts === 1 ? 'it' : 'them'}`,
      believing: 'that the parts hold nothing beside their rows',
    }
  return {
    name,
    holds: null,
    detail: 'a cluster wrote the parts; what they hold beside their rows cannot be told',
    toShow: 'Give the private folder of the run, which names what was written: --private DIR.',
  }
}

const PARQUET_TYPES: Readonly<Record<ColumnInfo['type'], readonly Type[]>> = {
  text: ['text'],
  bytes: ['bytes'],
  date: ['day'],
  timestamp: ['time'],
  integer: ['integer', 'long'],
}

/** Where a file has types, they are those that the manifest states. */
export function statedTypes(described: readonly ColumnInfo[], { types }: Released): Check[] {
  if (types === undefined) return []
  const wrong = described.filter(({ type }, i) => !isOneOf(PARQUET_TYPES[type] ?? [], types[i]!))
  return [
    {
      name: 'types',
      holds: wrong.length === 0,
      detail:
        wrong.length === 0
          ? 'as the manifest states'
          : `of another type than stated: ${wrong.map((column) => column.name).join(', ')}`,
    },
  ]
}
