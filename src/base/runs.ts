import { randomBytes } from 'node:crypto'
import { appendFileSync, lstatSync, readdirSync, readFileSync, rmSync, type Stats } from 'node:fs'
import { hostname } from 'node:os'
import { basename, join } from 'node:path'
import { complete, draftOf, JOURNAL, PARTIAL } from './commit.js'
import { isAlive, THIS_PROCESS } from './process-start.js'
import { makeStateFolder, stateDir } from './state.js'

/** A run that is under way: whatever it makes outside is noted before it is made, so that any later start finds it. */
export interface Run {
  own(path: string): void
  close(): void
}

/** One line a thing that a run left, and what was done about it. */
export interface Leftover {
  readonly path: string
  readonly kind: 'temporary folder' | 'half-written output' | 'unfinished move' | 'ledger draft'
  readonly done: 'removed' | 'completed' | 'undone' | 'found' | 'stays'
}

const runsDir = () => join(stateDir(), 'runs')

/** Enters this run. Where the folder for state cannot be written, nothing is noted there and only the temporary folder is swept. */
export function enterRun(): Run {
  const path = join(runsDir(), `run-${THIS_PROCESS}-${randomBytes(4).toString('hex')}`)
  const journals: string[] = []
  const note = (line: string) => {
    if (basename(line).includes(JOURNAL)) journals.push(line)
    try {
      appendFileSync(path, `${line}\0`, { mode: 0o600 })
    } catch {
      // a home that cannot be written keeps no state: what a crash leaves is then found by lethe doctor DIR
    }
  }
  makeStateFolder(runsDir())
  note(hostname())
  // A journal that could not be worked off waits for the next start.
  const close = () => journals.some(isMine) || rmSync(path, { force: true })
  return { own: note, close: () => void close() }
}

/** Mends what runs that are no longer alive left anywhere, whatever their flags were. With `look` it only tells. */
export function sweepRuns(look = false): Leftover[] {
  const found = mend(leftIn(stateDir()), look)
  for (const entry of list(runsDir())) {
    const run = /^run-(\d+)-(\d*)-/.exec(entry)
    if (!run || isAlive(run[1]!, run[2]!)) continue
    try {
      const path = join(runsDir(), entry)
      const [host, ...owned] = readFileSync(path, 'utf8').split('\0').slice(0, -1)
      // A home on several machines: its process may live on the other. Without any line the run had made nothing yet.
      if (host !== undefined && host !== hostname()) continue
      const left = mend(owned, look)
      found.push(...left)
      if (!look && left.every(({ done }) => done !== 'stays')) rmSync(path, { force: true })
    } catch {
      // another start sweeps too: what is left is tried again
    }
  }
  return found
}

/** Journals first: what they complete is no leftover any more, and while one stays, so does all that it may need. */
export function mend(paths: readonly string[], look: boolean): Leftover[] {
  const journals = paths.filter((path) => basename(path).includes(JOURNAL))
  const moved = journals.flatMap((path) => mendJournal(path, look))
  const open = moved.some(({ done }) => done === 'stays')
  const others = paths.filter((path) => !journals.includes(path) && !(open && basename(path).includes(PARTIAL)))
  return [...moved, ...others.flatMap((path) => mendOther(path, look))]
}

function mendJournal(path: string, look: boolean): Leftover[] {
  if (!isMine(path)) return mendOther(draftOf(path), look) // not decided yet: its partials go too
  const kind = 'unfinished move' as const
  if (look) return [{ path, kind, done: 'found' }]
  return [{ path, kind, done: attempt(() => complete(path)) ?? 'stays' }]
}

function mendOther(path: string, look: boolean): Leftover[] {
  const kind = kindOf(path)
  if (kind === undefined || !isMine(path)) return []
  if (look) return [{ path, kind, done: 'found' }]
  attempt(() => rmSync(path, { recursive: true, force: true }))
  return [{ path, kind, done: isMine(path) ? 'stays' : 'removed' }]
}

/** What may be removed goes by its name: nothing else is touched, whatever the note says. */
function kindOf(path: string): Leftover['kind'] | undefined {
  if (/^\..*\.lethe-partial-\d+-\d*-/.test(basename(path))) return 'half-written output'
  if (/^run-\d+-\d*-[0-9a-f]{8}$/.test(basename(path)) && isPrivate(path)) return 'temporary folder'
  return /^\.draft-\d+-\d*-[0-9a-f]+$/.test(basename(path)) ? 'ledger draft' : undefined
}

/** Leftovers of runs that are gone, in a folder that is named: for those whose notes are lost. */
export function leftIn(folder: string): string[] {
  const mark = /^(?:\..*\.lethe-partial-|\..*\.lethe-journal-|run-|\.draft-)(\d+)-(\d*)-/
  return list(folder)
    .filter((name) => {
      const run = mark.exec(name)
      return run !== null && !isAlive(run[1]!, run[2]!)
    })
    .map((name) => join(folder, name))
}

/** Folders of ours are for their owner alone; a folder that is called like one need not be. */
function isPrivate(path: string): boolean {
  const folder = lstatSync(path, { throwIfNoEntry: false })
  return folder?.isDirectory() === true && (folder.mode & 0o777) === 0o700
}

export function isMine(path: string): boolean {
  const file = lstatSync(path, { throwIfNoEntry: false })
  return file !== undefined && ownedByMe(file)
}

export function ownedByMe(file: Stats): boolean {
  return process.getuid === undefined || file.uid === process.getuid()
}

function list(folder: string): string[] {
  try {
    return readdirSync(folder)
  } catch {
    return []
  }
}

function attempt<T>(work: () => T): T | undefined {
  try {
    return work()
  } catch {
    return undefined
  }
}
