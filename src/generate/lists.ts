import { existsSync, readFileSync } from 'node:fs'
import { fail } from '../base/errors.js'

/** The shipped lists stand in data/generate at the root of the package, two or three folders up (source or build). */
function folder(): URL {
  for (const up of ['../../', '../../../']) {
    const place = new URL(`${up}data/generate/`, import.meta.url)
    if (existsSync(place)) return place
  }
  return fail('internal', 'the lists of the generator (data/generate) are missing', 'Install the package again.')
}

/** Lines of a shipped list, each split at tabs. */
export function readList(name: string): string[][] {
  const text = readFileSync(new URL(name, folder()), 'utf8')
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => line.split('\t'))
}

/** A shipped list of single words. */
export function readWords(name: string): string[] {
  return readList(name).map((line) => line[0]!)
}
