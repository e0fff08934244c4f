import { resolve } from 'node:path'
import { fail } from '../../base/errors.js'
import { text } from '../sql.js'

/**
 * A file as the engine must be told of it: it takes `*`, `?` and `[` in a path for a pattern, and what is relative may begin like the
 * address of a server. So `goo[d]` is never read as its neighbour `good`.
 */
export function byName(path: string): string {
  const whole = resolve(path)
  if (!/[*?[]/.test(whole)) return text(whole)
  // The engine takes a backslash in a pattern for the end of a folder's name.
  if (whole.includes('\\'))
    fail(
      'input',
      'a path with a backslash and with one of * ? [ cannot be read',
      'Give the file or folder another name.',
    )
  return text(whole.replace(/[*?[]/g, '[$&]'))
}

/** The path that the engine tells of a file that it was told of by `byName`. */
export function nameOf(path: string): string {
  return text(resolve(path))
}
