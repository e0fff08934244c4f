import { fail } from '../base/errors.js'
import { tryCast } from '../engines/dialect/index.js'
import type { Sql } from '../engines/engine.js'
import { countOf, name } from '../engines/sql.js'
import type { Log } from '../log/log.js'
import type { ColumnInfo } from './columns.js'
import { type Rows, readReleased, SQL_TYPES } from './data.js'
import type { Manifest } from './manifest.js'
import { dataFileOf, pathOf, type Release } from './reader.js'

/** A release as anyone sees it: its tables read as text, and its manifest. Foreign data has no manifest. */
export interface Seen {
  readonly manifest: Manifest | undefined
  /** pseudonym, query, tag, host, day ...; or item, count; whatever the data file has. */
  readonly rows: Rows
  /** Tables beside the rows, by name. */
  readonly side: Readonly<Record<string, Rows>>
  readonly dir?: string
}

/** Who became whom, in tables of text: `truth`, and what methods wrote beside it. Attacks never look at it; their scores do. */
export interface Truth {
  readonly tables: Readonly<Record<string, Rows>>
  /** The log that the release was made from, for scores that go by it. */
  readonly original?: Log
}

/** Reads all tables of a release. */
export async function readSeen(engine: Sql, release: Release): Promise<Seen> {
  const { dir, manifest } = release
  const rows = await readSound(engine, release, dataFileOf(release), manifest.columns)
  const side: Record<string, Rows> = {}
  for (const { file, columns } of manifest.tables ?? [])
    side[file.slice(0, file.lastIndexOf('.'))] = await readSound(engine, release, file, columns)
  return { manifest, rows, side, dir }
}

/** Reads a table whose numbers and times are some: whoever measures or attacks counts with them. */
async function readSound(engine: Sql, release: Release, file: string, described: readonly ColumnInfo[]): Promise<Rows> {
  const rows = await readReleased(engine, pathOf(release, file), described)
  const odd = described.flatMap(({ name: column, type }) => {
    if (!(type in SQL_TYPES) || !rows.columns.includes(column)) return []
    const cell = name(column)
    return [`(${cell} IS NOT NULL AND ${tryCast(cell, SQL_TYPES[type as keyof typeof SQL_TYPES])} IS NULL)`]
  })
  if (odd.length > 0 && (await countOf(engine, `${rows.table} WHERE ${odd.join(' OR ')}`)) > 0)
    fail(
      'input',
      `${file} holds values that are not of the type of their column`,
      'The release is damaged: lethe verify says more.',
    )
  return rows
}
