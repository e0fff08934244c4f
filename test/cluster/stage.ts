import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, expect } from 'vitest'
import { openDuckDB } from '../../src/engines/duckdb/index.js'
import { Bench, type Outcome, type Running } from '../support/lethe.js'
import { scratch } from '../support/scratch.js'
import type { RunningCluster } from './harness/running.js'
import { type Cluster, type ClusterOptions, startSpark } from './harness/spark.js'
import { type WorkerNode, workerNode } from './harness/worker-node.js'
import { sharedCluster } from './shared.js'

/** A cluster with a log that its workers see, and the release that must come of it. */
export interface Stage<C extends RunningCluster = RunningCluster> {
  readonly cluster: C
  readonly log: string
  /** The file that the same plan makes on this machine. */
  readonly expected: string
  start(bench: Bench, more?: readonly string[], url?: string): Running
  /** Starts a release and stops the cluster in the middle of it: something was shuffled, and what reads it waits for `cluster.goOn`. */
  midway(bench: Bench, url?: string): Promise<Running>
}

const PLAN = ['rare-queries', '--k', '5', '--out-format', 'tsv', '--quiet'] // what is said of progress depends on the machine

/** Sets the stage for the tests of a file on a cluster of its own, whose workers have a `node` that does as it is told. */
export function stage(options: ClusterOptions = {}): () => Stage<Cluster> & { readonly node: WorkerNode } {
  const node = workerNode(join(scratch().dir, 'node'))
  let cluster: Cluster
  const on = stageOn(async () => (cluster = await startSpark({ workerPath: node.bin, ...options })))
  afterAll(() => cluster?.stop())
  return () => ({ ...on(), node })
}

/** The same on the cluster of the run, for tests that leave it as it was. */
export function sharedStage(): () => Stage {
  return stageOn(sharedCluster)
}

function stageOn<C extends RunningCluster>(start: () => Promise<C>): () => Stage<C> {
  const { next } = scratch()
  let set: Stage<C>
  beforeAll(async () => {
    const cluster = await start()
    const log = join(cluster.shared, 'log.parquet')
    await someLog(log)
    const local = next('local')
    const bench = new Bench((end) => afterAll(end as () => void))
    const made = await bench.lethe(['release', ...PLAN, log, '-o', local])
    expect(made).toMatchObject({ status: 0 })
    const expected = readFileSync(join(local, 'data.tsv'), 'utf8')
    const started = (own: Bench, more: readonly string[] = [], url = cluster.url) =>
      own.start(['release', ...PLAN, log, '--engine', url, '-o', own.path('out'), ...more])
    const midway = async (own: Bench, url?: string) => {
      const { shuffles } = await cluster.work()
      const running = started(own, [], url)
      let early: Outcome | undefined
      running.outcome.then((outcome) => (early = outcome))
      const still = async (is: Promise<boolean>) => {
        if (early !== undefined) throw new Error(`the release ended before it was stopped:\n${early.stderr}`)
        return is
      }
      await until('a shuffle', () => still(cluster.work().then((work) => work.shuffles > shuffles)))
      cluster.pause()
      await until('tasks that wait', () => still(cluster.activeTasks().then((tasks) => tasks > 0)))
      return running
    }
    set = { ...{ cluster, log, expected, midway }, start: started }
  })
  return () => set
}

/** 60,000 rows of 3,000 persons with common and rare queries, of which our own code must see those that are not plain. */
export async function someLog(path: string): Promise<void> {
  const engine = await openDuckDB({ spill: path, threads: 1 })
  try {
    const query = `CASE WHEN i % 3 = 0 THEN 'query ' || i % 997 ELSE 'Räre ' || (i * 7919) % 50021 END`
    const time = `TIMESTAMP '2006-03-01 07:00:00' + to_seconds(i * 37 % 2000000)`
    await engine.write(
      `SELECT 'u' || i % 3001 AS user, ${query} AS query, ${time} AS time, 'http://www.site' || i % 97 || '.example/' AS url FROM range(60000) r(i)`,
      path,
      'parquet',
    )
  } finally {
    await engine.close()
  }
}

/** The right release is there, whole. */
export function released(bench: Bench, outcome: Outcome, { expected }: Stage): void {
  expect(outcome.status, outcome.stderr).toBe(0)
  expect(readdirSync(bench.path('out')).sort()).toEqual(['SHA256SUMS', 'data.tsv', 'manifest.json'])
  expect(readFileSync(join(bench.path('out'), 'data.tsv'), 'utf8')).toBe(expected)
  nothingLeft(bench)
}

/** No release, a clear word, nothing of the log in it. */
export function refused(bench: Bench, outcome: Outcome, why: RegExp, status = 2): void {
  expect(outcome).toMatchObject({ status, stdout: '' })
  expect(outcome.stderr).toMatch(why)
  expect(outcome.stderr).not.toMatch(/query \d|r[aä]re \d|u\d+|site\d|fault of Lethe|\bat [a-z]+\./i)
  expect(existsSync(bench.path('out'))).toBe(false)
  expect(existsSync(bench.path('out.private'))).toBe(false)
  nothingLeft(bench)
}

function nothingLeft(bench: Bench): void {
  expect(existsSync(bench.temp) ? readdirSync(bench.temp) : []).toEqual([])
}

/** What runs have left on the cluster: folders of their tables. */
export function leftovers({ cluster }: Stage): string[] {
  const warehouse = join(cluster.shared, 'warehouse')
  return existsSync(warehouse) ? readdirSync(warehouse) : []
}

/** Waits for something that must come within minutes, on a machine that has other work too. */
export async function until(what: string, condition: () => boolean | Promise<boolean>): Promise<void> {
  for (const end = Date.now() + 180_000; !(await condition()); await wait(30))
    if (Date.now() > end) throw new Error(`${what}: not within three minutes`)
}
