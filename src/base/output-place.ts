import { accessSync, constants, statSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { fail } from './errors.js'

/** Refuses a file early that could only fail to be written late: its folder must be there and take it. */
export function checkOutputFile(path: string): void {
  const parent = dirname(resolve(path))
  if (!statSync(parent, { throwIfNoEntry: false })?.isDirectory())
    fail('output', `there is no folder ${parent}`, 'Make it first.')
  if (statSync(path, { throwIfNoEntry: false })?.isDirectory())
    fail('output', `${path} is a folder`, 'Name a file in it.')
  try {
    accessSync(parent, constants.W_OK | constants.X_OK)
  } catch (cause) {
    fail('output', `${parent} cannot be written to`, 'Check its rights, or choose another place.', cause)
  }
}
