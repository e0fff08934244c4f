import { existsSync, mkdirSync, statSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { fail } from './errors.js'

/**
 * Makes a folder and those above it that are missing. Each level is tried once: Node's own way (`recursive`) never comes back where a parent is there and
 * takes no folders, such as /proc.
 */
export function makeFolders(path: string, mode = 0o777): void {
  const missing: string[] = []
  for (let at = resolve(path); !existsSync(at) && at !== dirname(at); at = dirname(at)) missing.unshift(at)
  try {
    for (const folder of missing) makeOne(folder, mode)
    if (statSync(path).isDirectory()) return
  } catch (cause) {
    const { code } = cause as NodeJS.ErrnoException
    if (code === 'ENOSPC' || code === 'EDQUOT') throw cause // told as what it is
    fail('output', `the folder ${path} cannot be made (${code})`, 'Name another place, or check its rights.', cause)
  }
  fail('output', `${path} is no folder`, 'Name another place.')
}

function makeOne(folder: string, mode: number): void {
  try {
    mkdirSync(folder, { mode })
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code !== 'EEXIST') throw cause // another run may have been first
  }
}
