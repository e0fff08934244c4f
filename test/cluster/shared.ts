import { existsSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { inject } from 'vitest'
import type { TestProject } from 'vitest/node'
import { javaHome } from './harness/java.js'
import { type RunningCluster, runningAt, type Whereabouts } from './harness/running.js'
import { type Cluster, startSpark } from './harness/spark.js'

declare module 'vitest' {
  interface ProvidedContext {
    /** The folder where it stands, once it is there, how to find the cluster that all files of a run share. */
    readonly clusterFolder: string
  }
}

/** One cluster for all files of a run: made while those that need none are tried, and in the full suite, where most have their own, when one is asked for. */
export default function start(project: TestProject): () => Promise<void> {
  javaHome() // says at once what is missing
  const folder = mkdtempSync(join(tmpdir(), 'lethe-shared-'))
  project.provide('clusterFolder', folder)
  let cluster: Promise<Cluster> | undefined
  const told = (name: string, content: string) => {
    writeFileSync(join(folder, `.${name}`), content)
    renameSync(join(folder, `.${name}`), join(folder, name))
  }
  const make = () => {
    clearInterval(asking)
    cluster = startSpark()
    cluster.then(
      (one) => told('there.json', JSON.stringify(one.where())),
      (cause: unknown) => told('failed', cause instanceof Error ? cause.message : 'it did not start'),
    )
  }
  const asking = setInterval(() => existsSync(join(folder, 'wanted')) && make(), 200)
  if (project.name === 'cluster') make()
  return async () => {
    clearInterval(asking)
    await cluster?.then(
      (one) => one.stop(),
      () => undefined,
    )
    rmSync(folder, { recursive: true, force: true })
  }
}

/** The cluster of the run, for those who leave it as it was. */
export async function sharedCluster(): Promise<RunningCluster> {
  const folder = inject('clusterFolder')
  writeFileSync(join(folder, 'wanted'), '')
  for (const end = Date.now() + 240_000; ; await wait(100)) {
    if (existsSync(join(folder, 'there.json'))) break
    if (existsSync(join(folder, 'failed'))) throw new Error(readFileSync(join(folder, 'failed'), 'utf8'))
    if (Date.now() > end) throw new Error('the cluster did not start within four minutes')
  }
  const where = JSON.parse(readFileSync(join(folder, 'there.json'), 'utf8')) as Whereabouts
  return runningAt(where.port, where.shared, () => where)
}
