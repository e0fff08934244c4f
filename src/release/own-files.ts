import { readdirSync } from 'node:fs'
import { fail } from '../base/errors.js'

const NAME = /^[\p{L}\p{N}][\p{L}\p{N}_-]*\.(parquet|tsv|csv|ndjson)$/u

/** The name of a data file: no path, no pattern that an engine would spell out. */
export function isFileName(file: unknown): boolean {
  return typeof file === 'string' && NAME.test(file)
}

/** Refuses a folder with links or pipes in it: in a release that came from somebody else they may lead anywhere. */
export function checkOwnFiles(dir: string): void {
  const odd = readdirSync(dir, { withFileTypes: true }).find((entry) => !entry.isFile() && !entry.isDirectory())
  if (odd !== undefined)
    fail(
      'refused',
      `${odd.name} in ${dir} is no file of that folder`,
      'A release holds its files itself: copy it without links.',
    )
}
