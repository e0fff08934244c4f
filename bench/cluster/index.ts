import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PACKAGE_ROOT } from '../../src/base/package-root.js'
import { openDuckDB } from '../../src/engines/duckdb/index.js'
import { text } from '../../src/engines/sql.js'
import { type Cluster, startSpark } from '../../test/cluster/harness/spark.js'
import type { Work } from '../../test/cluster/harness/status.js'
import { type Outcome, round } from '../measure.js'
import { zipfLog } from '../zipf-log.js'
import { countsByHand, rareQueriesByHand, runByHand, zealousByHand } from './by-hand.js'
import { PLANS, type PlanName } from './plans.js'

const BY_HAND = { 'rare-queries': rareQueriesByHand, zealous: zealousByHand } as const
const EXECUTOR_MIB = 1024
const TURNS = 2

/**
 * A plan from Parquet to sorted Parquet on a cluster of two workers, in turns with SQL written by hand on the same cluster, which counts what a release counts. What
 * is held is the work: seconds of a core over all tasks. By the clock there is a round to the cluster for each statement too, whatever the size of the log.
 */
export function clusterBench(plan: PlanName): (rows: number) => Promise<Outcome> {
  return (rows) =>
    onCluster(async (cluster) => {
      const log = await parquetLog(rows)
      const out = join(cluster.shared, 'by-hand')
      let rowsAlone = Number.POSITIVE_INFINITY
      const byHand = async (of: string) => {
        const made = BY_HAND[plan](of, out)
        const seconds = await runByHand(cluster.url, [...made, ...countsByHand(out)], made.length)
        if (of === log) rowsAlone = Math.min(rowsAlone, seconds)
        return 0
      }
      const ours = (of: string) => release(cluster, plan, of)
      const few = await parquetLog(rows / 10)
      for (const one of [byHand, ours]) await one(few) // warms the cluster up
      const best: Sample[] = []
      for (let turn = 0; turn < TURNS; turn++)
        for (const [i, one] of [byHand, ours].entries()) {
          const sample = await measured(cluster, () => one(log))
          if (best[i] === undefined || sample.cpuSeconds < best[i].cpuSeconds) best[i] = sample
        }
      const [limit, own] = best as [Sample, Sample]
      return {
        name: `cluster-${plan}`,
        ours: round(own.cpuSeconds),
        limit: round(limit.cpuSeconds),
        ratio: round(own.cpuSeconds / limit.cpuSeconds),
        unit: 's of a core',
        atMost: 1.3,
        peakMiB: Math.round(own.peakMiB),
        detail: {
          rows,
          seconds: round(own.seconds),
          byHandSeconds: round(limit.seconds),
          byHandSecondsWithoutCounts: round(rowsAlone),
          ratioByTheClock: round(own.seconds / limit.seconds),
          ...costs('', own, rows),
          ...costs('byHand', limit, rows),
        },
      }
    })
}

/** The same plan on ten times the rows: at most eleven times the time, and no more memory here. */
export function clusterGrowth(rows: number): Promise<Outcome> {
  return onCluster(async (cluster) => {
    const [few, many] = [await parquetLog(rows / 10), await parquetLog(rows)]
    await release(cluster, 'rare-queries', few) // warms the cluster up
    const small = await measured(cluster, () => release(cluster, 'rare-queries', few))
    const large = await measured(cluster, () => release(cluster, 'rare-queries', many))
    return {
      name: 'cluster-growth',
      ours: round(large.seconds),
      limit: round(small.seconds),
      ratio: round(large.seconds / small.seconds),
      unit: 's',
      atMost: 11,
      peakMiB: Math.round(large.peakMiB),
      detail: {
        rows,
        peakMiBOfTenth: Math.round(small.peakMiB),
        cpuSeconds: round(large.cpuSeconds),
        cpuSecondsOfTenth: round(small.cpuSeconds),
        growthOfCpu: round(large.cpuSeconds / small.cpuSeconds),
        ...costs('', large, rows),
      },
    }
  })
}

async function onCluster<T>(work: (cluster: Cluster) => Promise<T>): Promise<T> {
  const cluster = await startSpark({ executorMiB: EXECUTOR_MIB, driverMiB: EXECUTOR_MIB, longLived: true })
  try {
    return await work(cluster)
  } finally {
    await cluster.stop()
  }
}

interface Sample extends Work {
  readonly seconds: number
  /** Memory of the program here. */
  readonly peakMiB: number
}

async function measured(cluster: Cluster, work: () => Promise<number>): Promise<Sample> {
  const before = await cluster.work()
  const started = performance.now()
  const peakMiB = await work()
  const seconds = (performance.now() - started) / 1000
  const after = await cluster.work()
  const since = (what: keyof Work) => after[what] - before[what]
  return {
    seconds,
    peakMiB,
    taskSeconds: since('taskSeconds'),
    cpuSeconds: since('cpuSeconds'),
    shuffles: since('shuffles'),
    shuffledBytes: since('shuffledBytes'),
    spilledBytes: since('spilledBytes'),
  }
}

/** What a row costs, by which larger clusters can be reckoned. */
function costs(whose: string, sample: Sample, rows: number): Record<string, number> {
  const named = (what: string) => (whose === '' ? what : `${whose}${what[0]!.toUpperCase()}${what.slice(1)}`)
  return {
    [named('taskSecondsPerMillion')]: round(sample.taskSeconds / (rows / 1e6)),
    [named('cpuSecondsPerMillion')]: round(sample.cpuSeconds / (rows / 1e6)),
    [named('shuffles')]: sample.shuffles,
    [named('shuffledBytesPerRow')]: round(sample.shuffledBytes / rows),
    [named('spilledBytesPerRow')]: round(sample.spilledBytes / rows),
  }
}

/** Runs the command line on the cluster, which writes the release to the storage that it shares; returns the most memory that the command held. */
async function release(cluster: Cluster, plan: PlanName, log: string): Promise<number> {
  const [out, own] = [join(cluster.shared, 'release'), join(cluster.shared, 'release.private')]
  for (const dir of [out, own]) rmSync(dir, { recursive: true, force: true })
  const main = join(PACKAGE_ROOT, 'dist', 'src', 'cli', 'main.js')
  const where = ['--engine', cluster.url, '-o', `file://${out}`, '--private', own]
  const child = spawn(process.execPath, [main, 'release', ...PLANS[plan], log, ...where, '--seed', '1', '--quiet'], {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, LETHE_STATE: join(cluster.shared, 'state') },
  })
  let peak = 0
  const look = setInterval(() => (peak = Math.max(peak, peakMiB(child.pid ?? 0))), 50)
  const [status] = (await once(child, 'exit')) as [number]
  clearInterval(look)
  if (status !== 0) throw new Error('the release failed')
  return peak
}

function peakMiB(pid: number): number {
  const path = `/proc/${pid}/status`
  return existsSync(path) ? Number(/VmHWM:\s+(\d+) kB/.exec(readFileSync(path, 'utf8'))?.[1] ?? 0) / 1024 : 0
}

/** The log of the other benches as Parquet; made once and kept for the next run. */
async function parquetLog(rows: number): Promise<string> {
  const source = zipfLog(rows)
  const path = source.replace(/\.tsv$/, '.parquet')
  if (existsSync(path)) return path
  const engine = await openDuckDB({ spill: tmpdir(), memory: 2 ** 31 })
  try {
    await engine.write(`SELECT * FROM read_csv(${text(source)})`, `${path}.${process.pid}`, 'parquet')
  } finally {
    await engine.close()
  }
  renameSync(`${path}.${process.pid}`, path)
  return path
}
