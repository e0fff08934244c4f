import { randomBytes } from 'node:crypto'
import { accessSync, constants, linkSync, lstatSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { partialOf } from './commit.js'
import { fail } from './errors.js'
import { enterRun } from './runs.js'

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

/** Writes a file whole or not at all, over another only with `force`. */
export function writeOutputFile(path: string, text: string, options: { mode: number; force: boolean }): void {
  const partial = partialOf(resolve(path), randomBytes(4).toString('hex'))
  const run = enterRun()
  run.own(partial)
  try {
    writeFileSync(partial, text, { mode: options.mode, flag: 'wx', flush: true })
    if (options.force) renameSync(partial, path)
    else linkSync(partial, path) // which takes no name that is taken
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code !== 'EEXIST') throw cause
    fail('refused', `${path} exists`, 'Choose another place, or replace it with --force.', cause)
  } finally {
    rmSync(partial, { force: true })
    run.close()
  }
}

/** Refuses a place where something stands already: what is written there is for one reader alone. */
export function checkNewFile(path: string): void {
  checkOutputFile(path)
  if (lstatSync(path, { throwIfNoEntry: false }) !== undefined)
    fail('output', `${path} is there already`, 'Choose another name: it is not written over.')
}
