import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { keygen } from '../../src/index.js'
import { scratch } from '../support/scratch.js'
import { hostileLog, onBoth, PLANS } from './equal.js'
import { type Cluster, startSpark } from './harness/spark.js'

/** Makes releases of the same log by the same plans here and on a cluster of its own, and compares them. */
export function sameOnBoth(plans: readonly string[]): void {
  const { next } = scratch()
  let cluster: Cluster
  let log: string
  let key: string
  beforeAll(async () => {
    cluster = await startSpark()
    log = join(cluster.shared, 'log.parquet')
    await hostileLog(log, cluster.shared)
    key = next('key')
    await keygen(key)
  })
  afterAll(() => cluster?.stop())

  test.each(plans)('the same release here and on Spark, byte for byte: %s', async (called) => {
    const { here, there } = await onBoth(PLANS[called]!, log, cluster.url, next('both'), key)
    expect(there.files).toEqual(here.files)
    expect(there.truth).toEqual(here.truth)
    expect(here.files['data.tsv']!.split('\n').length).toBeGreaterThan(10)
  })
}
