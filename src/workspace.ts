import { randomBytes } from 'node:crypto'
import {
  appendFileSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  type Stats,
  statSync,
} from 'node:fs'
import { tmpdir, userInfo } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { fail, LetheError } from './errors.js'

/** Marks a half-written output that stands beside its final place. */
export const PARTIAL = '.lethe-partial-'

/** A private folder for one run: spilled data, spooled input. It goes when the run ends; after a crash, at the next start. */
export interface Workspace {
  readonly dir: string
  /** Notes a half-written output elsewhere, so that it too goes after a crash. */
  own(partial: string): void
  close(): void
}

/** Opens a workspace under `base` (default: LETHE_TEMP, else the system's temporary folder) and sweeps those of dead runs. */
export function openWorkspace(base = process.env.LETHE_TEMP || join(tmpdir(), `lethe-${userInfo().uid}`)): Workspace {
  const dir = join(base, `run-${process.pid}-${startOf(process.pid)}-${randomBytes(4).toString('hex')}`)
  try {
    makeFolder(base)
    if (!mine(lstatSync(base)) && !shared(statSync(base)))
      fail('refused', `the temporary folder ${base} belongs to another user`, 'Name another with --temp DIR.')
    sweep(base)
    mkdirSync(dir, { mode: 0o700 })
  } catch (cause) {
    if (cause instanceof LetheError) throw cause
    fail('output', `the temporary folder ${base} cannot be made or written`, 'Name another with --temp DIR.', cause)
  }
  const close = () => {
    process.off('exit', close)
    remove(dir)
  }
  process.on('exit', close)
  return { dir, own: (partial) => appendFileSync(join(dir, 'owned'), partial + '\0', { mode: 0o600 }), close }
}

function makeFolder(path: string): void {
  if (existsSync(path)) return
  try {
    // Not recursive without need: where a parent exists but takes no folders, such a call does not come back.
    mkdirSync(path, { recursive: !existsSync(dirname(path)), mode: 0o700 })
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code !== 'EEXIST') throw cause // another run may have been first
  }
}

/** Removes what runs that are no longer alive left behind. */
function sweep(base: string): void {
  for (const entry of readdirSync(base)) {
    const run = /^run-(\d+)-(\d+)-/.exec(entry)
    if (!run || startOf(Number(run[1])) === run[2]) continue
    try {
      if (mine(lstatSync(join(base, entry)))) remove(join(base, entry))
    } catch {
      // another run sweeps too, or the file system refuses: what is left is tried again at the next start
    }
  }
}

function mine(file: Stats): boolean {
  return process.getuid === undefined || file.uid === process.getuid()
}

/** A folder such as /tmp: anyone may write there, and nobody may touch what is not theirs. */
function shared(folder: Stats): boolean {
  return (folder.mode & 0o1000) !== 0
}

function remove(dir: string): void {
  const owned = join(dir, 'owned')
  if (existsSync(owned)) {
    for (const path of readFileSync(owned, 'utf8').split('\0')) {
      if (basename(path).includes(PARTIAL)) rmSync(path, { recursive: true, force: true })
    }
  }
  rmSync(dir, { recursive: true, force: true })
}

/** When a process started, as the system counts it, so that a reused process number is told apart; '' if it is gone. */
function startOf(pid: number): string {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1')
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] as string
  } catch {
    if (existsSync('/proc/self/stat')) return ''
  }
  try {
    process.kill(pid, 0) // systems without /proc: alive or not is all there is to know
    return '0'
  } catch {
    return ''
  }
}
