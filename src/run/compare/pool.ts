import { type ChildProcess, fork } from 'node:child_process'
import { existsSync } from 'node:fs'
import { availableParallelism, freemem } from 'node:os'
import { join } from 'node:path'
import { fail, LetheError } from '../../base/errors.js'
import { PACKAGE_ROOT } from '../../base/package-root.js'
import type { Resources } from '../../engines/session.js'
import { type CellResult, type CellTask, nameCell } from './cell.js'

const WORKER = join(PACKAGE_ROOT, 'dist', 'src', 'run', 'compare', 'worker.js')
/** What a cell is taken to need beside its engine's memory. */
const BYTES_BESIDE = 2 ** 29

/** How many cells run at once, and what each may use: as many as there are cores, if memory allows. */
export function shares(resources: Resources, logBytes: number): { readonly width: number; readonly memory: number } {
  const cores = resources.threads ?? availableParallelism()
  const memory = resources.memory ?? Math.max(2 ** 28, Math.min(3 * 2 ** 30, 16 * logBytes))
  const fitting = Math.floor((freemem() * 0.8) / (memory + BYTES_BESIDE))
  return { width: Math.max(1, Math.min(cores, fitting)), memory }
}

/** Runs tasks in processes of their own; a process that dies costs its task, not the others. */
export async function runAll(
  tasks: readonly CellTask[],
  width: number,
  resources: Resources & { readonly memory: number },
  done: (result: CellResult, task: CellTask) => void,
): Promise<void> {
  if (!existsSync(WORKER)) fail('internal', 'the program is not built', 'Build it: ./lethe --version.')
  const { signal, memory, temp } = resources
  const share = {
    threads: Math.max(1, Math.floor((resources.threads ?? availableParallelism()) / width)),
    memory,
    ...(temp === undefined ? {} : { temp }),
  }
  const waiting = [...tasks]
  const children = new Set<ChildProcess>()
  const stop = () => {
    for (const child of children) child.kill('SIGTERM')
  }
  signal?.addEventListener('abort', stop, { once: true })
  const lane = async () => {
    let child: ChildProcess | undefined
    for (let task = waiting.shift(); task !== undefined; task = waiting.shift()) {
      if (signal?.aborted) break
      child ??= start(children)
      const result = await ask(child, { task, resources: share })
      if (result === undefined) child = undefined // it died; the next task gets a fresh one
      if (signal?.aborted) break
      done(result ?? lost(task), task)
    }
    child?.disconnect()
  }
  try {
    await Promise.all(Array.from({ length: Math.min(width, tasks.length) }, lane))
  } finally {
    signal?.removeEventListener('abort', stop)
    stop()
  }
  if (signal?.aborted) throw new LetheError('interrupted', 'stopped')
}

function start(children: Set<ChildProcess>): ChildProcess {
  const child = fork(WORKER, { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] })
  children.add(child)
  child.once('exit', () => children.delete(child))
  return child
}

/** The answer to a task, or undefined if the process ended without one. */
function ask(child: ChildProcess, message: unknown): Promise<CellResult | undefined> {
  return new Promise((resolve) => {
    const settle = (result?: CellResult) => {
      child.off('message', settle as () => void).off('exit', gone)
      resolve(result)
    }
    const gone = () => settle(undefined)
    child.once('message', settle as () => void).once('exit', gone)
    child.send(message as object)
  })
}

function lost({ cell }: CellTask): CellResult {
  return {
    ...nameCell(cell),
    seconds: 0,
    attacks: {},
    measures: {},
    leftOut: {},
    error: 'its process died, perhaps for lack of memory; try --threads 1 or more --memory',
  }
}
