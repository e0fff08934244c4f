import { activeTasks, executorsOf, type Work, workOf } from './status.js'

/** What it takes to find a cluster that runs, from any process: plain data. */
export interface Whereabouts {
  readonly port: number
  /** The port of its interface for people, which tells programs what it does. */
  readonly ui: number
  /** A folder that all of it sees, as it would a shared storage; gone with the cluster. */
  readonly shared: string
  /** Processes of the workers, and that of the Connect server. */
  readonly workers: readonly number[]
  readonly connect: number
}

/** A cluster that runs, whoever started it. */
export interface RunningCluster {
  /** sc://127.0.0.1:PORT */
  readonly url: string
  readonly port: number
  readonly shared: string
  /** Processes that hold executors, under a worker or under all. */
  executors(worker?: number): number[]
  /** All its processes but the master. */
  processes(): number[]
  /** Stops executors where they are; tasks that come to them wait until they go on. */
  pause(): void
  goOn(): void
  /** How many tasks run now, as the cluster's own interface tells it. */
  activeTasks(): Promise<number>
  /** What it has done since its Connect server started. */
  work(): Promise<Work>
}

export function runningAt(port: number, shared: string, where: () => Whereabouts): RunningCluster {
  const executors = (worker?: number) => (worker === undefined ? where().workers : [worker]).flatMap(executorsOf)
  const signal = (name: NodeJS.Signals) => {
    for (const pid of executors()) process.kill(pid, name)
  }
  return {
    ...{ url: `sc://127.0.0.1:${port}`, port, shared, executors },
    processes: () => [...where().workers, where().connect, ...executors()],
    pause: () => signal('SIGSTOP'),
    goOn: () => signal('SIGCONT'),
    activeTasks: () => activeTasks(where().ui),
    work: () => workOf(where().ui),
  }
}
