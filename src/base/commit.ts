import { createHmac, timingSafeEqual } from 'node:crypto'
import { closeSync, fsyncSync, lstatSync, openSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { THIS_PROCESS } from './process-start.js'
import { stateKey } from './state.js'

/** Marks a half-written output that stands beside its final place. */
export const PARTIAL = '.lethe-partial-'
/** Marks the journal of outputs that are on their way to their places. */
export const JOURNAL = '.lethe-journal-'

const FORMAT = 'lethe-journal/2'

/** A finished output beside its place, on its way there. */
interface Move {
  readonly from: string
  readonly to: string
  /** Which file or folder it is, whatever it is called, */
  readonly id: string
  /** and which one stood in its place, null if none did. */
  readonly was: string | null
}
interface Journal {
  readonly format: typeof FORMAT
  readonly replace: boolean
  readonly moves: readonly Move[]
}

/** As it lies on the disk: a run of this user has vouched for it, where it could. */
type Vouched = Journal & { readonly by: string }

/** What became of outputs that had not all taken their places: all of them have, or none. */
export type Outcome = 'completed' | 'undone'

/** The name of a half-written output beside its place. */
export function partialOf(path: string, salt: string): string {
  return join(dirname(path), `.${basename(path)}${PARTIAL}${THIS_PROCESS}-${salt}`)
}

/** The name of the journal of an output. */
export function journalOf(path: string, salt: string): string {
  return join(dirname(path), `.${basename(path)}${JOURNAL}${THIS_PROCESS}-${salt}`)
}

/** What a journal is called until it is whole. */
export function draftOf(journal: string): string {
  return `${journal.replace(JOURNAL, PARTIAL)}-journal`
}

/**
 * Moves finished outputs to their places, all or none. The journal's appearance is the one moment that decides: a crash before it leaves
 * partials that are removed, a crash after it is completed from the journal.
 */
export function commit(journal: string, moves: readonly Pick<Move, 'from' | 'to'>[], replace: boolean): Outcome {
  const content: Journal = {
    format: FORMAT,
    replace,
    moves: moves.map(({ from, to }) => ({ from, to, id: idOf(from)!, was: idOf(to) ?? null })),
  }
  const draft = draftOf(journal)
  writeFileSync(draft, JSON.stringify({ ...content, by: vouch(journal, content) ?? '' }), { mode: 0o600 })
  sync(draft)
  renameSync(draft, journal)
  sync(dirname(journal))
  try {
    return workOff(journal, content)
  } catch (cause) {
    undo(journal, content.moves)
    throw cause
  }
}

/** Completes what a journal says, or undoes it where a place has been taken by somebody else; undefined where there is nothing to do. */
export function complete(journal: string): Outcome | undefined {
  const read = readJournal(journal)
  return read === undefined ? undefined : workOff(journal, read)
}

function workOff(journal: string, { moves, replace }: Journal): Outcome {
  for (const { from, to, id, was } of moves) {
    const there = idOf(to)
    if (there === id) continue // it is there already
    // What has come there meanwhile, another release perhaps, is newer than this one.
    if (idOf(from) !== id || (there !== undefined && !(replace && there === was))) return undo(journal, moves)
    if (there !== undefined) renameSync(to, asideOf(from))
    renameSync(from, to)
  }
  for (const { to } of moves) sync(dirname(to))
  return close(journal, moves, 'completed')
}

function undo(journal: string, moves: readonly Move[]): Outcome {
  for (const { from, to, id } of moves) {
    if (idOf(to) === id) renameSync(to, from)
    if (idOf(asideOf(from)) !== undefined && idOf(to) === undefined) renameSync(asideOf(from), to)
  }
  for (const { from } of moves) rmSync(from, { recursive: true, force: true })
  return close(journal, moves, 'undone')
}

function close(journal: string, moves: readonly Move[], outcome: Outcome): Outcome {
  for (const { from } of moves) rmSync(asideOf(from), { recursive: true, force: true })
  rmSync(journal, { force: true })
  return outcome
}

/** Where what is replaced waits until all is done. */
function asideOf(from: string): string {
  return `${from}-old`
}

/** A journal moves and removes folders: it is worked off only if a run of this user made it, as it is and where it is. */
function readJournal(path: string): Journal | undefined {
  try {
    if (!lstatSync(path).isFile()) return undefined
    const { by, ...journal } = JSON.parse(readFileSync(path, 'utf8')) as Vouched
    const expected = vouch(path, journal)
    const known = expected !== undefined && by.length === expected.length
    return known && timingSafeEqual(Buffer.from(by), Buffer.from(expected)) ? journal : undefined
  } catch {
    return undefined
  }
}

/** Undefined where this user has nowhere to keep a secret. */
function vouch(path: string, { format, replace, moves }: Journal): string | undefined {
  const key = stateKey()
  const said = JSON.stringify([
    basename(path),
    format,
    replace,
    moves.map(({ from, to, id, was }) => [from, to, id, was]),
  ])
  return key && createHmac('sha256', key).update(said).digest('hex')
}

/** Which file of its folder's disk it is, links not followed; undefined if nothing is there. Numbers of disks change when a machine starts anew. */
function idOf(path: string): string | undefined {
  return lstatSync(path, { bigint: true, throwIfNoEntry: false })?.ino.toString()
}

/** Waits until a file or folder is on the disk. */
export function sync(path: string): void {
  const fd = openSync(path, 'r')
  try {
    fsyncSync(fd)
  } finally {
    closeSync(fd)
  }
}
