import { randomBytes } from 'node:crypto'
import { linkSync, lstatSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { fail } from './errors.js'
import { makeFolders } from './folders.js'
import { THIS_PROCESS } from './process-start.js'

/** The user's folder for what outlives a run: LETHE_STATE, else where the system keeps state. */
export function stateDir(): string {
  const state = process.env.XDG_STATE_HOME || join(homedir(), '.local', 'state')
  return process.env.LETHE_STATE || join(state, 'lethe')
}

/** Makes a folder for state, where there can be one: a home that cannot be written keeps none. What the user named must be there. */
export function makeStateFolder(dir = stateDir()): void {
  try {
    makeFolders(dir, 0o700)
  } catch (cause) {
    const named = process.env.LETHE_STATE
    if (named)
      fail('output', `the folder for state ${named} cannot be made or written`, 'Name another in LETHE_STATE.', cause)
  }
}

const BYTES = 32

/**
 * The secret by which runs of this user know each other's journals: a file in a folder may have come from anyone. Undefined where
 * the folder for state cannot be written.
 */
export function stateKey(): Buffer | undefined {
  const path = join(stateDir(), 'journal-key')
  return readKey(path) ?? makeKey(path)
}

function readKey(path: string): Buffer | undefined {
  const file = lstatSync(path, { throwIfNoEntry: false })
  if (!file?.isFile() || (process.getuid !== undefined && file.uid !== process.getuid())) return undefined
  const key = readFileSync(path)
  return key.length === BYTES ? key : undefined
}

/** Of two runs that make one at once, the first to give it its name decides. */
function makeKey(path: string): Buffer | undefined {
  const draft = join(stateDir(), `.draft-${THIS_PROCESS}-${randomBytes(4).toString('hex')}`)
  makeStateFolder()
  try {
    writeFileSync(draft, randomBytes(BYTES), { mode: 0o600, flush: true })
    try {
      linkSync(draft, path)
    } finally {
      rmSync(draft, { force: true })
    }
  } catch {
    // a home that cannot be written, or the other run was first
  }
  return readKey(path)
}
