import { readdirSync, readFileSync } from 'node:fs'

/** What a cluster has done since its Connect server started. */
export interface Work {
  /** Seconds that tasks ran, over all executors. */
  readonly taskSeconds: number
  /** Of these, seconds of a core: on a machine that is busy with other things tasks run longer, and work no more. */
  readonly cpuSeconds: number
  /** Stages that wrote for others to read, and how much they wrote. */
  readonly shuffles: number
  readonly shuffledBytes: number
  readonly spilledBytes: number
}

interface Stage {
  readonly executorRunTime: number
  readonly executorCpuTime: number
  readonly shuffleWriteBytes: number
  readonly diskBytesSpilled: number
}

export async function workOf(ui: number): Promise<Work> {
  const stages = (await asked(ui, 'stages')) as Stage[]
  const sum = (what: keyof Stage) => stages.reduce((all, stage) => all + stage[what], 0)
  return {
    taskSeconds: sum('executorRunTime') / 1000,
    cpuSeconds: sum('executorCpuTime') / 1e9,
    shuffles: stages.filter((stage) => stage.shuffleWriteBytes > 0).length,
    shuffledBytes: sum('shuffleWriteBytes'),
    spilledBytes: sum('diskBytesSpilled'),
  }
}

/** How many tasks run now. */
export async function activeTasks(ui: number): Promise<number> {
  const executors = (await asked(ui, 'executors')) as { activeTasks: number }[]
  return executors.reduce((sum, one) => sum + one.activeTasks, 0)
}

/** What the interface for people tells programs. */
async function asked(ui: number, what: string): Promise<unknown> {
  const ask = async (path: string) =>
    (await (await fetch(`http://127.0.0.1:${ui}/api/v1/applications${path}`)).json()) as unknown
  const [application] = (await ask('')) as { id: string }[]
  return ask(`/${application?.id}/${what}`)
}

/** Children of a worker that are executors. */
export function executorsOf(worker: number): number[] {
  return readdirSync('/proc').flatMap((name) => {
    if (!/^\d+$/.test(name)) return []
    try {
      const parent = Number(readFileSync(`/proc/${name}/stat`, 'utf8').replace(/.*\) /, '').split(' ')[1])
      const isOne =
        parent === worker && readFileSync(`/proc/${name}/cmdline`, 'utf8').includes('CoarseGrainedExecutorBackend')
      return isOne ? [Number(name)] : []
    } catch {
      return [] // it ended meanwhile
    }
  })
}
