import { realpathSync } from 'node:fs'
import { basename, dirname, relative } from 'node:path'
import { isAddress, sayable } from '../base/address.js'
import { fail } from '../base/errors.js'
import { VERSION } from '../base/package-root.js'
import { type InputOptions, type Logs, type Reading, readingFrom } from '../index.js'
import type { Draft, Job, JobKind, Look, OpenLog, Results, State } from './api.js'
import { type Jobs, openJobs } from './jobs.js'
import type { Remembered } from './remembered.js'
import type { Roots } from './roots.js'
import type { Work } from './work.js'

/** What a workbench starts with. */
export interface Start {
  readonly roots: Roots
  /** Where things are made that come of a log. */
  readonly home: (log: string | undefined) => string
  readonly logs: Logs
  readonly input: InputOptions
  readonly madeUp: boolean
  readonly population?: string
  readonly ledger?: string
  readonly draft?: Draft
  readonly notices: readonly string[]
  readonly remembered: Remembered
  readonly resources: Pick<Reading, 'threads' | 'memory' | 'temp'>
  /** Told of each step of a job, to be found by the next start. */
  readonly watched: (job: Job) => void
  /** and of where it writes to. */
  readonly placed: (job: string, dir: string) => void
}

/** What is at hand: one log, a plan in the making, jobs and what they came to. Every tab sees the same. */
export interface Session {
  readonly start: Start
  readonly jobs: Jobs
  state(): State
  /** Hears of every change. */
  listen(changed: () => void): () => void
  log(): { readonly logs: Logs; readonly input: InputOptions }
  /** The log as it is read by now: what the preview found is named; a stand-in where none is open. */
  reading(): { readonly logs: Logs; readonly input: InputOptions }
  /** Where things are made that come of the log at hand. */
  home(): string
  result<K extends keyof Results>(kind: K): Results[K] | undefined
  /** Another log, or the same read otherwise: what was known of it is forgotten. */
  open(logs: Logs, input: InputOptions, madeUp?: boolean): void
  draft(draft: Draft, by: string): void
  look(look: Look): void
  run(kind: Exclude<JobKind, 'generate'>, given?: Work['with'], about?: string): Job
}

/** Kinds of work whose results outlive the log at hand. */
const OF_RELEASES: readonly JobKind[] = ['release', 'verify', 'diff']

const FIRST: Draft = {
  steps: [
    { method: 'scrub', params: {} },
    { method: 'rare-queries', params: { k: 5 } },
  ],
  shows: {},
}

export function openSession(start: Start): Session {
  const listeners = new Set<() => void>()
  const results = new Map<keyof Results, unknown>()
  const made: Partial<Record<keyof Results, number>> = {}
  let at: { logs: Logs; input: InputOptions; madeUp: boolean } | undefined
  /** The reading that the preview shows: while another is tried, and where it fails, the table of the last one stays. */
  let previewed: typeof at
  let draft = start.draft ?? FIRST
  let draftBy = ''
  const changed = () => {
    for (const listener of listeners) listener()
  }
  const jobs = openJobs(changed, start.watched)
  const log = () => at ?? fail('usage', 'no log is open', 'Choose one under Log.')
  const keep = (kind: keyof Results, result: unknown) => {
    results.set(kind, result)
    made[kind] = (made[kind] ?? 0) + 1
    changed()
  }
  const drop = (...kinds: readonly (keyof Results)[]) => {
    for (const kind of kinds) if (results.delete(kind)) made[kind] = (made[kind] ?? 0) + 1
  }
  const session: Session = {
    start,
    jobs,
    state: () => ({
      software: VERSION,
      roots: start.roots.all,
      log: at === undefined ? null : { ...openLog(at.logs, at.input, at.madeUp), shown: at === previewed },
      jobs: jobs.all(),
      results: Object.fromEntries(Object.entries(made).filter(([kind]) => results.has(kind as keyof Results))),
      draft,
      draftBy,
      notices: start.notices,
      population: start.population ?? null,
      look: start.remembered.look(),
    }),
    listen(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    log,
    reading: () =>
      at === undefined
        ? { logs: ['LOG'], input: {} }
        : pinned(at, at === previewed ? (results.get('preview') as Results['preview']) : undefined),
    home: () => start.home(at?.logs[0]),
    result: <K extends keyof Results>(kind: K) => results.get(kind) as Results[K] | undefined,
    open(logs, input, madeUp = false) {
      const same = at !== undefined && JSON.stringify(at.logs) === JSON.stringify(logs)
      at = { logs, input, madeUp }
      for (const kind of ['preview', 'inspect', 'scan', 'compare'] as const) jobs.end(kind)
      drop('inspect', 'scan', 'compare')
      if (!same) drop('preview')
      session.run('preview')
    },
    draft(to, by) {
      draft = to
      draftBy = by
      changed()
    },
    look(look) {
      start.remembered.setLook(look)
      changed()
    },
    run(kind, given = {}, about = nameOf(log().logs)) {
      const { logs, input } = kind === 'preview' || at === undefined ? log() : session.reading()
      const { resources } = start
      jobs.end(kind) // the same again takes its place
      if (kind !== 'preview') drop(kind)
      const opened = at
      const job = jobs.start({ kind, logs, input, resources, with: given }, about, (result) => {
        if (!OF_RELEASES.includes(kind) && opened !== at) return
        if (kind === 'preview') previewed = opened
        remember(start.remembered, kind, result, nameOf(logs))
        keep(kind, result)
      })
      if (typeof given.dir === 'string') start.placed(job.id, given.dir)
      return job
    },
  }
  if (start.logs.length > 0) session.open(start.logs, start.input, start.madeUp)
  return session
}

/** What a check came to stays known, also after this workbench. */
function remember(remembered: Remembered, kind: JobKind, result: unknown, log: string): void {
  if (kind === 'verify') {
    const { dir, verdict, against } = result as Results['verify']
    remembered.check(dir, verdict, against ? log : null)
  }
  const { made, verdict, report } = kind === 'release' ? (result as Results['release']) : {}
  if (made && verdict && report === undefined) remembered.check(realpathSync(made.dir), verdict, log)
}

/** The log as its preview showed it: what was found there is what the custodian saw, and stays so. */
function pinned<T extends { readonly input: InputOptions }>(at: T, preview: Results['preview'] | undefined): T {
  if (preview === undefined) return at
  const { collapsePrefixes: _, ...found } = preview.reading
  return { ...at, input: { ...readingFrom(found, 'the preview'), ...at.input } }
}

function openLog(logs: Logs, input: InputOptions, madeUp: boolean): Omit<OpenLog, 'shown'> {
  const [first = ''] = logs
  const place = isAddress(first) ? sayable(first) : dirname(first)
  return { name: nameOf(logs), files: logs.map(told), place, named: { ...input }, madeUp }
}

function told(log: string): string {
  return isAddress(log) ? sayable(log) : log
}

/** A log as people call it: by its file, and how many there are beside it. */
export function nameOf(logs: Logs): string {
  const [first = '', ...more] = logs.map((log) => (isAddress(log) ? sayable(log) : basename(log)))
  return more.length === 0 ? first : `${first} and ${more.length} more`
}

/** A path as it is written in a command: from the folder where the workbench was started. */
export function fromHere(path: string): string {
  if (isAddress(path)) return sayable(path)
  const near = relative(process.cwd(), path)
  if (near.startsWith('..')) return path
  return near === '' ? '.' : near.startsWith('-') ? `./${near}` : near // no name is taken for a flag
}
