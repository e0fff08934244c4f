import { randomBytes } from 'node:crypto'
import { lstatSync, mkdirSync, rmSync, type Stats, statSync } from 'node:fs'
import { tmpdir, userInfo } from 'node:os'
import { join, resolve } from 'node:path'
import { fail, LetheError } from './errors.js'
import { makeFolders } from './folders.js'
import { type Nameless, nameless } from './nameless.js'
import { THIS_PROCESS } from './process-start.js'
import { enterRun, leftIn, mend, ownedByMe, sweepRuns } from './runs.js'

/** A private folder for one run: spilled data, spooled input. It goes when the run ends; after a crash, at the next start. */
export interface Workspace {
  readonly dir: string
  /** Notes what the run is about to make elsewhere, so that it too is mended after a crash. */
  own(partial: string): void
  /** A file in it that a killed run does not leave behind; it goes at the latest when the run ends. */
  nameless(name: string): Nameless
  close(): void
}

/** Opens a workspace under `base` (default: LETHE_TEMP, else the system's temporary folder) and sweeps those of dead runs. */
export function openWorkspace(base = process.env.LETHE_TEMP || join(tmpdir(), `lethe-${userInfo().uid}`)): Workspace {
  const dir = join(base, `run-${THIS_PROCESS}-${randomBytes(4).toString('hex')}`)
  sweepRuns()
  const run = enterRun()
  try {
    makeFolders(base, 0o700)
    if (!ownedByMe(lstatSync(base)) && !shared(statSync(base)))
      fail('refused', `the temporary folder ${base} belongs to another user`, 'Name another with --temp DIR.')
    mend(leftIn(base), false)
    run.own(resolve(dir))
    mkdirSync(dir, { mode: 0o700 })
  } catch (cause) {
    run.close()
    if (cause instanceof LetheError && cause.code !== 'output') throw cause
    fail('output', `the temporary folder ${base} cannot be made or written`, 'Name another with --temp DIR.', cause)
  }
  const hidden: Nameless[] = []
  const close = () => {
    process.off('exit', close)
    for (const file of hidden) file.close()
    rmSync(dir, { recursive: true, force: true })
    run.close()
  }
  process.on('exit', close)
  return {
    dir,
    own: (path) => run.own(resolve(path)),
    nameless(name) {
      const file = nameless(join(dir, name))
      hidden.push(file)
      return file
    },
    close,
  }
}

/** A folder such as /tmp: anyone may write there, and nobody may touch what is not theirs. */
function shared(folder: Stats): boolean {
  return (folder.mode & 0o1000) !== 0
}
