import { type ChildProcess, fork } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { fail } from '../base/errors.js'
import { PACKAGE_ROOT } from '../base/package-root.js'
import type { Fault, Finding, Job, JobKind } from './api.js'
import { STAYS } from './stays.js'
import type { Work } from './work.js'

const WORKER = join(PACKAGE_ROOT, 'dist', 'src', 'workbench', 'worker.js')
/** A job that does not stop by itself is ended after so long. */
const PATIENCE_MS = 10_000
const LAST_WORDS_MS = 3000
/** Jobs that are over and still told of. */
const REMEMBERED = 20
/** Over in a moment and small: they need not wait for others. */
const QUICK: readonly JobKind[] = ['preview']

type Told = {
  readonly step?: string
  readonly share?: number
  readonly part?: unknown
  readonly result?: unknown
  readonly fault?: Fault
  readonly cancelled?: boolean
}

interface Run {
  job: Job
  readonly work: Work
  readonly done: (result: unknown, whole: boolean) => void
  child?: ChildProcess
}

export interface Jobs {
  all(): readonly Job[]
  /** Starts a job, or lets it wait for its turn; `done` gets what it has come to, in parts where it comes so. */
  start(work: Work, about: string, done: Run['done']): Job
  cancel(id: string): void
  /** Ends jobs of a kind, and forgets what they hold. */
  end(kind: JobKind): void
  /** Texts of the scan, from the memory of its process. */
  texts(kind: string, from: number, count: number): Promise<{ readonly all: number; readonly rows: readonly Finding[] }>
  /** Ends all of them: as they wish to, then whether or not. */
  close(): Promise<void>
}

/** Long work, each job in a process of its own, one at a time: so memory is what was asked for. */
export function openJobs(changed: () => void, watched: (job: Job) => void): Jobs {
  const runs: Run[] = []
  let asked = 0
  const set = (run: Run, to: Partial<Job>) => {
    run.job = { ...run.job, ...to }
    watched(run.job)
    changed()
  }
  const over = (run: Run, to: Partial<Job>) => {
    set(run, { ...to, ended: Date.now() })
    forget()
    next()
  }
  const forget = () => {
    const ended = runs.filter(({ job }) => job.ended !== undefined)
    for (const run of ended.slice(0, -REMEMBERED)) if (!run.child?.connected) runs.splice(runs.indexOf(run), 1)
  }
  const isBusy = () => runs.some(({ job }) => job.state === 'running' && !QUICK.includes(job.kind))
  const next = () => {
    const run = runs.find(({ job }) => job.state === 'waiting' && (QUICK.includes(job.kind) || !isBusy()))
    if (run === undefined) return
    begin(run)
    next()
  }
  /** The process of a quick job is ready for the next one: starting another takes longer than many a job. */
  let ready: ChildProcess | undefined
  const begin = (run: Run) => {
    const child = ready?.connected ? ready : started()
    ready = undefined
    run.child = child
    set(run, { state: 'running', started: Date.now() })
    const letGo = () => {
      if (!STAYS.includes(run.job.kind) || !child.connected) return
      child.off('message', hear).off('exit', gone).off('error', gone)
      delete run.child
      if (ready?.connected) child.kill()
      else ready = child
    }
    const hear = (told: Told) => {
      if (told.step !== undefined) set(run, { step: told.step, share: null })
      else if (told.share !== undefined) set(run, { share: told.share })
      else if ('part' in told) run.done(told.part, false)
      else if ('result' in told) {
        letGo()
        run.done(told.result, true)
        over(run, { state: 'done', share: 1 })
      } else if (told.fault !== undefined) {
        letGo()
        over(run, told.cancelled ? { state: 'cancelled' } : { state: 'failed', fault: told.fault })
      }
    }
    const gone = () => {
      if (run.job.ended === undefined) over(run, { state: 'failed', fault: DIED })
    }
    child.on('message', hear).once('exit', gone).on('error', gone)
    child.send(run.work)
  }
  const cancel = (run: Run) => {
    if (run.job.state === 'waiting') over(run, { state: 'cancelled' })
    if (run.job.state !== 'running') return
    set(run, { step: 'stopping', share: null })
    run.child?.send({ cancel: true })
    after(PATIENCE_MS, () => {
      if (run.job.ended === undefined) over(run, { state: 'cancelled' })
      run.child?.kill('SIGKILL')
    })
  }
  return {
    all: () => runs.map(({ job }) => job),
    start(work, about, done) {
      const job: Job = {
        id: randomUUID(),
        kind: work.kind,
        about,
        state: 'waiting',
        step: '',
        share: null,
        started: Date.now(),
      }
      const run = { job, work, done }
      runs.push(run)
      changed()
      next()
      return run.job
    },
    cancel(id) {
      const run = runs.find(({ job }) => job.id === id) ?? fail('usage', 'there is no such job')
      cancel(run)
    },
    end(kind) {
      for (const run of runs.filter(({ job }) => job.kind === kind)) {
        cancel(run)
        if (run.job.ended !== undefined) run.child?.kill()
      }
    },
    texts(kind, from, count) {
      const child = runs.findLast(({ job }) => job.kind === 'scan' && job.state === 'done')?.child
      if (!child?.connected) fail('input', 'nothing has been looked for yet', 'Look for identifying data first.')
      const nth = asked++
      return new Promise((resolve, reject) => {
        const answer = (message: { readonly texts?: number; readonly all: number; readonly rows: Finding[] }) => {
          if (message.texts !== nth) return
          child.off('message', answer).off('exit', gone)
          resolve({ all: message.all, rows: message.rows })
        }
        const gone = () => reject(new Error('the worker is gone'))
        child.on('message', answer).once('exit', gone)
        child.send({ texts: nth, kind, from, count })
      })
    },
    async close() {
      const alive = [...runs, { child: ready }].flatMap(({ child }) =>
        child && child.exitCode === null && child.signalCode === null ? [child] : [],
      )
      const gone = alive.map((child) => new Promise((resolve) => child.once('exit', resolve)))
      for (const child of alive) child.kill('SIGTERM')
      await Promise.race([Promise.all(gone), setTimeout(LAST_WORDS_MS)])
      for (const child of alive) child.kill('SIGKILL')
    },
  }
}

function started(): ChildProcess {
  if (!existsSync(WORKER)) fail('internal', 'the program is not built', 'Build it: ./lethe --version.')
  const child = fork(WORKER, { stdio: ['ignore', 'ignore', 'ignore', 'ipc'], serialization: 'advanced' })
  return child.on('error', () => {}) // exit follows
}

const DIED: Fault = {
  message: 'its process died, perhaps for lack of memory',
  next: 'Start the workbench with more --memory or fewer --threads.',
}

function after(ms: number, then: () => void): void {
  void setTimeout(ms, undefined, { ref: false }).then(then)
}
