import { randomBytes } from 'node:crypto'
import {
  closeSync,
  fsyncSync,
  linkSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeSync,
} from 'node:fs'
import { join } from 'node:path'
import { fail } from '../base/errors.js'
import { makeFolders } from '../base/folders.js'
import { THIS_PROCESS } from '../base/process-start.js'
import { enterRun, leftIn, mend } from '../base/runs.js'
import { stateDir } from '../base/state.js'
import { type Entry, LEDGER_FORMAT, type Line } from './entry.js'
import { isEntry } from './entry-shape.js'

/** The population of a release that names none. */
export const DEFAULT_POPULATION = 'default'

/** Where ledgers are kept: LETHE_LEDGER, else the user's folder for state. */
export function ledgerDir(named?: string): string {
  return named ?? (process.env.LETHE_LEDGER || join(stateDir(), 'ledger'))
}

/**
 * The book of one population: a folder of numbered files, one an entry. A number is taken by linking a finished, synced file to it,
 * which succeeds for one taker only: so two releases at once cannot both take the last of a budget, a crash leaves no half entry,
 * and no lock is ever left behind.
 */
export interface Book {
  readonly population: string
  entries(): Entry[]
  /** Adds a line. `decide` looks at all entries before it and fails if the line must not be written. */
  add(line: Line, decide: (before: readonly Entry[]) => void): void
}

export function openBook(dir: string, population: string): Book {
  if (!/^[\p{L}\p{N}_][\p{L}\p{N}_.-]{0,79}$/u.test(population))
    fail(
      'usage',
      'a population is named by letters, digits, dots, dashes and underscores',
      'Choose such a --population.',
    )
  const folder = join(dir, population)
  const entries = () => numbers(folder).map((number) => readEntry(join(folder, fileOf(number))))
  return {
    population,
    entries,
    add(line, decide) {
      try {
        makeFolders(folder, 0o700)
      } catch (cause) {
        fail('output', `the ledger ${folder} cannot be made`, 'Name another with --ledger DIR.', cause)
      }
      mend(leftIn(folder), false) // drafts of runs that were killed
      for (;;) {
        const taken = numbers(folder)
        decide(taken.map((number) => readEntry(join(folder, fileOf(number)))))
        const entry = { format: LEDGER_FORMAT, at: new Date().toISOString(), ...line } as const
        // JSON has no word for what is not finite: it would be written as nothing, and forgotten.
        if (!isEntry(entry)) fail('refused', 'a spend that is no number cannot be entered', 'Ask for another epsilon.')
        if (take(folder, (taken.at(-1) ?? 0) + 1, entry)) return
      }
    },
  }
}

/** All populations that have a book. */
export function populations(dir: string): string[] {
  try {
    return readdirSync(dir)
      .filter((name) => statSync(join(dir, name)).isDirectory())
      .sort()
  } catch {
    return []
  }
}

/** Writes an entry under a number; false if somebody else took the number meanwhile. */
function take(folder: string, number: number, entry: Entry): boolean {
  const draft = join(folder, `.draft-${THIS_PROCESS}-${randomBytes(6).toString('hex')}`)
  const run = enterRun()
  run.own(draft) // a later start finds it, wherever the ledger is
  try {
    const fd = openSync(draft, 'wx', 0o600)
    writeSync(fd, `${JSON.stringify(entry, null, 2)}\n`)
    fsyncSync(fd)
    closeSync(fd)
    linkSync(draft, join(folder, fileOf(number)))
    const parent = openSync(folder, 'r')
    fsyncSync(parent)
    closeSync(parent)
    return true
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code === 'EEXIST') return false
    return fail('output', `the ledger ${folder} cannot be written`, 'Name another with --ledger DIR.', cause)
  } finally {
    rmSync(draft, { force: true })
    run.close()
  }
}

function fileOf(number: number): string {
  return `${String(number).padStart(8, '0')}.json`
}

function numbers(folder: string): number[] {
  let files: string[]
  try {
    files = readdirSync(folder)
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code === 'ENOENT') return []
    return fail('output', `the ledger ${folder} cannot be read`, 'Check its rights.', cause)
  }
  return files
    .filter((file) => /^\d{8}\.json$/.test(file))
    .map((file) => Number(file.slice(0, 8)))
    .sort((a, b) => a - b)
}

function readEntry(path: string): Entry {
  let read: unknown
  try {
    read = JSON.parse(readFileSync(path, 'utf8'))
  } catch (cause) {
    fail('refused', `the entry ${path} of the ledger cannot be read`, 'Repair it: what it says has been spent.', cause)
  }
  if ((read as Partial<Entry> | null)?.format !== LEDGER_FORMAT)
    fail('refused', `the entry ${path} of the ledger is of another version`, 'Use the version that wrote it.')
  if (!isEntry(read))
    fail('refused', `the entry ${path} of the ledger is damaged`, 'Repair it: what was spent does not come back.')
  return read
}
