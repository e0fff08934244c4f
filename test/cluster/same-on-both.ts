import { join } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { keygen } from '../../src/index.js'
import { scratch } from '../support/scratch.js'
import { checked, hostileLog, onBoth, PLANS } from './equal.js'
import type { RunningCluster } from './harness/running.js'
import { sharedCluster } from './shared.js'

/** Makes releases of the same log by the same plans here and on a cluster, and compares them; and what checks on both say of them, if that is asked for. */
export function sameOnBoth(plans: readonly string[], { verified = false } = {}): void {
  const { next } = scratch()
  let cluster: RunningCluster
  let log: string
  let key: string
  beforeAll(async () => {
    cluster = await sharedCluster()
    log = join(cluster.shared, 'hostile.parquet')
    await hostileLog(log, cluster.shared)
    key = next('key')
    await keygen(key)
  })

  test.each(plans)('the same release here and on Spark, byte for byte: %s', async (called) => {
    const { here, there } = await onBoth(PLANS[called]!, log, cluster.url, next('both'), key)
    for (const part of ['files', 'truth'] as const) {
      expect(Object.keys(there[part])).toEqual(Object.keys(here[part]))
      for (const file of Object.keys(here[part]))
        expect(difference(here[part][file]!, there[part][file]!), file).toBeUndefined()
    }
    expect(here.files['data.tsv']!.split('\n').length).toBeGreaterThan(10)
    if (!verified) return
    const says = (resources: object) => checked(PLANS[called]!, there.out, log, key, resources)
    const found = await says({ engine: cluster.url })
    expect(found).toEqual(await says({}))
    expect(found.checks.filter(([, holds]) => holds === false)).toEqual([])
  })
}

/** The first lines that differ, cut short: whole texts of a megabyte are more than a comparison for people takes. */
function difference(here: string, there: string): object | undefined {
  if (here === there) return undefined
  const [ours, others] = [here.split('\n'), there.split('\n')]
  const at = ours.findIndex((line, i) => line !== others[i])
  const shown = (line: string | undefined) => line && `${line.length}: ${JSON.stringify(line.slice(0, 200))}`
  return { line: at + 1, of: [ours.length, others.length], here: shown(ours[at]), there: shown(others[at]) }
}
