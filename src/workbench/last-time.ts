import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { isAlive, THIS_PROCESS } from '../base/process-start.js'
import { makeStateFolder, stateDir } from '../base/state.js'
import { doctor } from '../index.js'
import type { Job, JobKind } from './api.js'

/** What was under way, for the next start to find where this one is killed: kinds of work and folders, nothing of a log. */
interface Note {
  readonly kind: JobKind
  readonly about: string
  readonly dir?: string
}

export interface Notes {
  watched(job: Job): void
  /** Says where a job writes to. */
  place(job: string, dir: string): void
  close(): void
}

const folder = () => join(stateDir(), 'workbench')
const WORDS: Readonly<Record<JobKind, string>> = {
  generate: 'making a log',
  preview: 'looking at',
  inspect: 'reading',
  scan: 'looking for identifying data in',
  compare: 'the comparison on',
  release: 'the release',
  verify: 'the check of',
  diff: 'the difference between',
}

export function openNotes(): Notes {
  const path = join(folder(), `${THIS_PROCESS}.json`)
  const running = new Map<string, Note>()
  const places = new Map<string, string>()
  const write = () => {
    try {
      makeStateFolder(folder())
      if (running.size === 0) rmSync(path, { force: true })
      else writeFileSync(path, JSON.stringify([...running.values()]), { mode: 0o600 })
    } catch {
      // a home that cannot be written keeps no state
    }
  }
  return {
    watched({ id, kind, about, state }) {
      const before = running.has(id)
      const dir = places.get(id)
      if (state === 'running' && kind !== 'preview')
        running.set(id, { kind, about, ...(dir === undefined ? {} : { dir }) })
      else running.delete(id)
      if (before !== running.has(id)) write()
    },
    place(id, dir) {
      places.set(id, dir)
      const note = running.get(id)
      if (note) running.set(id, { ...note, dir })
      write()
    },
    close() {
      running.clear()
      write()
    },
  }
}

/** What became of the work of workbenches that are gone: mended by now, and told once. */
export async function lastTime(dirs: readonly string[]): Promise<string[]> {
  const notes = gone()
  const mended = [
    ...new Map(
      (await Promise.all([doctor(), ...dirs.map((dir) => doctor({ dir }))]))
        .flatMap(({ found }) => found)
        .map((one) => [one.path, one]),
    ).values(),
  ]
  const undone = mended.filter(({ kind }) => kind === 'half-written output' || kind === 'unfinished move')
  return [
    ...notes.map(inWords),
    ...(undone.length === 0
      ? []
      : [`Of work that was cut off, ${undone.map(({ path, done }) => `${basename(path)} was ${done}`).join(', ')}.`]),
  ]
}

function gone(): Note[] {
  const names = existsSync(folder()) ? readdirSync(folder()) : []
  return names.flatMap((name) => {
    const [, pid, start] = /^(\d+)-(\d*)\.json$/.exec(name) ?? []
    if (pid === undefined || isAlive(pid, start!)) return []
    const path = join(folder(), name)
    try {
      return JSON.parse(readFileSync(path, 'utf8')) as Note[]
    } catch {
      return []
    } finally {
      rmSync(path, { force: true })
    }
  })
}

function inWords({ kind, about, dir }: Note): string {
  const cut = `Last time ${WORDS[kind]} ${about} was cut off, because the workbench ended.`
  if (kind === 'compare')
    return `${cut} What had been tried is kept: run the comparison again and it goes on from there.`
  if (kind !== 'release') return `${cut} Nothing is lost: start it again.`
  return dir !== undefined && existsSync(join(dir, 'SHA256SUMS'))
    ? `${cut} The release itself had been written whole, and lies in ${dir}; verify it again under Releases.`
    : `${cut} Nothing was released: a release is there whole or not at all. If it was to be differentially private, the ledger may have its cost, which does not come back.`
}
