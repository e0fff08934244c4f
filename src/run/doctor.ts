import { statSync } from 'node:fs'
import { tmpdir, userInfo } from 'node:os'
import { join, resolve } from 'node:path'
import { fail } from '../base/errors.js'
import { type Leftover, leftIn, mend, sweepRuns } from '../base/runs.js'
import { ledgerDir, populations } from '../ledger/ledger.js'

export interface DoctorOptions {
  /** A folder to look into besides those that are known. */
  readonly dir?: string
  /** Only tell what there is. */
  readonly look?: boolean
  readonly ledger?: string
}

export interface Diagnosis {
  readonly found: readonly Leftover[]
  /** Is there something that was not mended? */
  readonly left: boolean
}

/** Finds what runs that are gone left behind: temporary folders, half-written outputs, unfinished moves, drafts of the ledger; and mends it. */
export function doctor({ dir, look = false, ledger }: DoctorOptions = {}): Diagnosis {
  if (dir !== undefined && !statSync(dir, { throwIfNoEntry: false })?.isDirectory())
    fail('input', `there is no folder ${dir}`, 'Name the folder in which releases were made.')
  const ledgers = ledgerDir(ledger)
  const folders = [
    process.env.LETHE_TEMP || join(tmpdir(), `lethe-${userInfo().uid}`),
    ...populations(ledgers).map((population) => join(ledgers, population)),
    ...(dir === undefined ? [] : [dir]),
  ]
  const known = sweepRuns(look)
  const there = folders.flatMap((folder) => mend(leftIn(resolve(folder)), look))
  const found = [...new Map([...known, ...there].map((one) => [one.path, one])).values()]
  return { found, left: found.some(({ done }) => done === 'stays' || done === 'found') }
}
