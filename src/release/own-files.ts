import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { fail } from '../base/errors.js'

const NAME = /^[\p{L}\p{N}][\p{L}\p{N}_-]*\.(parquet|tsv|csv|ndjson)$/u

/** The name of a data file: no path, no pattern that an engine would spell out. */
export function isFileName(file: unknown): boolean {
  return typeof file === 'string' && NAME.test(file)
}

const PART = /^part-\d{5}-[0-9a-f-]{36}[-.a-z0-9]*\.parquet$/

/** The name of a part of a table, as a cluster gives it. */
export function isPartName(file: unknown): boolean {
  return typeof file === 'string' && PART.test(file)
}

/** Refuses a folder with links or pipes in it: in a release that came from somebody else they may lead anywhere. */
export function checkOwnFiles(dir: string): void {
  const entries = readdirSync(dir, { withFileTypes: true })
  for (const folder of entries.filter((entry) => entry.isDirectory() && isFileName(entry.name)))
    checkOwnFiles(join(dir, folder.name)) // the parts of a table
  const odd = entries.find((entry) => !entry.isFile() && !entry.isDirectory())
  if (odd !== undefined)
    fail(
      'refused',
      `${odd.name} in ${dir} is no file of that folder`,
      'A release holds its files itself: copy it without links.',
    )
}
