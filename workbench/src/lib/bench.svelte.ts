import type { Draft, Fault, Job, JobKind, Results, State } from '../../../src/workbench/api.js'

export type { Inspection } from '../../../src/index.js'
export type * from '../../../src/workbench/api.js'

/** The rooms, along the way the data goes. */
export const ROOMS = [
  { id: 'log', name: 'Log', says: 'which log, and how it is read' },
  { id: 'people', name: 'People', says: 'who is in it, and who stands out' },
  { id: 'method', name: 'Method', says: 'what would leave, and what is promised' },
  { id: 'compare', name: 'Compare', says: 'many settings, attacked and measured' },
  { id: 'release', name: 'Release', says: 'sign off, release, verify' },
  { id: 'releases', name: 'Releases', says: 'what has been released from here' },
] as const
export type Room = (typeof ROOMS)[number]['id']

/** This tab among others. */
export const TAB = crypto.randomUUID()

/** What the server says, and what this tab has fetched of it. */
export const bench = $state<{
  state: State | null
  results: Partial<Results>
  connected: boolean
  room: Room
  /** Said once to whoever listens instead of looking. */
  said: string
}>({ state: null, results: {}, connected: true, room: roomOf(location.hash), said: '' })

const have: Partial<Record<keyof Results, number>> = {}

/** Asks the server. What it refuses is thrown as a {@link Refused}. */
export async function ask<T>(path: string, body?: object): Promise<T> {
  const response = await fetch(`api/${path}`, {
    ...(body === undefined
      ? {}
      : { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
  }).catch(() => undefined)
  if (response === undefined)
    throw new Refused({ message: 'the workbench does not answer', next: 'Is lethe workbench still running?' })
  const answer: unknown = await response.json().catch(() => ({ message: 'the workbench gave no answer' }))
  if (!response.ok) throw new Refused(answer as Fault)
  return answer as T
}

export class Refused extends Error {
  readonly fault: Fault
  constructor(fault: Fault) {
    super(fault.message)
    this.fault = fault
  }
}

export function faultOf(error: unknown): Fault {
  return error instanceof Refused ? error.fault : { message: 'something went wrong on this page' }
}

/** Hears of every change, from now on. */
export function listen(): void {
  let events: EventSource | undefined
  const hear = () => {
    events = new EventSource('api/events')
    events.addEventListener('state', (event) => take(JSON.parse((event as MessageEvent<string>).data) as State))
    events.onopen = () => {
      bench.connected = true
    }
    events.onerror = () => {
      bench.connected = false
    }
  }
  hear()
  // A browser gives all tabs of one address six lines together: out of sight a tab lets its own go, and hears all there is when it is back.
  document.addEventListener('visibilitychange', () => {
    events?.close()
    if (!document.hidden) hear()
  })
  addEventListener('hashchange', () => {
    bench.room = roomOf(location.hash)
  })
}

function take(state: State): void {
  tellOfEnds(bench.state?.jobs ?? [], state.jobs)
  bench.state = state
  for (const kind of ['preview', 'inspect', 'scan', 'compare', 'release', 'verify', 'diff'] as const) {
    const made = state.results[kind]
    if (made === have[kind]) continue
    have[kind] = made
    if (made === undefined) delete bench.results[kind]
    else void fetched(kind, made)
  }
}

async function fetched<K extends keyof Results>(kind: K, made: number): Promise<void> {
  const result = await ask<Results[K] | null>(`result/${kind}`).catch(() => null)
  if (have[kind] === made && result !== null) bench.results[kind] = result as Partial<Results>[K]
}

function tellOfEnds(before: readonly Job[], now: readonly Job[]): void {
  for (const job of now) {
    const was = before.find(({ id }) => id === job.id)
    if (job.ended !== undefined && was !== undefined && was.ended === undefined)
      bench.said = `${JOBS[job.kind]}: ${job.state}`
  }
}

/** Kinds of work as people call them. */
export const JOBS: Readonly<Record<JobKind, string>> = {
  generate: 'Making up a log',
  preview: 'Looking at the log',
  inspect: 'Reading the log',
  scan: 'Looking for identifying data',
  compare: 'Comparing',
  release: 'Releasing',
  verify: 'Verifying',
  diff: 'Comparing two releases',
}

/** The last job of a kind, whatever became of it. */
export function jobOf(kind: JobKind): Job | undefined {
  return bench.state?.jobs.findLast((job) => job.kind === kind)
}

export function isBusy(kind: JobKind): boolean {
  const job = jobOf(kind)
  return job?.state === 'running' || job?.state === 'waiting'
}

/** Did the whole log refuse to be read as its beginning was? */
export function couldNotBeRead(): boolean {
  const job = jobOf('inspect')
  return job?.state === 'failed' && job.started >= (jobOf('preview')?.started ?? 0)
}

/** Does a log say who asked what? */
export function isNamed(preview: Results['preview'] | undefined): boolean {
  const has = (column: string) =>
    preview?.understood.columns.some((one) => one.column === column && one.from !== null) === true
  return has('query') && (has('user') || bench.state?.log?.named.unit !== undefined)
}

/** Is the log read without anybody in it? */
export function namesNobody(): boolean {
  const { state, results } = bench
  const user = results.preview?.understood.columns.find(({ column }) => column === 'user')
  return (
    state?.log?.shown === true &&
    results.preview !== undefined &&
    state.log.named.unit === undefined &&
    (user?.from ?? null) === null
  )
}

export function go(room: Room): void {
  location.hash = `/${room}`
  bench.room = room
}

function roomOf(hash: string): Room {
  return ROOMS.find(({ id }) => `#/${id}` === hash)?.id ?? 'log'
}

export type { Draft }
