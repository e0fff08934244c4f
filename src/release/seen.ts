import { join } from 'node:path'
import type { Engine } from '../engines/engine.js'
import { type Rows, readReleased } from './data.js'
import type { Manifest } from './manifest.js'
import { dataFileOf, type Release } from './reader.js'

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
}

/** Reads all tables of a release. */
export async function readSeen(engine: Engine, { dir, manifest }: Release): Promise<Seen> {
  const rows = await readReleased(engine, join(dir, dataFileOf({ dir, manifest })), manifest.columns)
  const side: Record<string, Rows> = {}
  for (const { file, columns } of manifest.tables ?? [])
    side[file.slice(0, file.lastIndexOf('.'))] = await readReleased(engine, join(dir, file), columns)
  return { manifest, rows, side, dir }
}
