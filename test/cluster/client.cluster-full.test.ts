import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Engine } from '../../src/engines/engine.js'
import { openSpark } from '../../src/engines/spark/index.js'
import { scratch } from '../support/scratch.js'
import { type Cable, startProxy } from './harness/proxy.js'
import type { RunningCluster } from './harness/running.js'
import { sharedCluster } from './shared.js'
import { until } from './stage.js'

const { dir } = scratch()
let cluster: RunningCluster
let proxy: Cable
let engine: Engine
const stopping = new AbortController()

beforeAll(async () => {
  cluster = await sharedCluster()
  proxy = await startProxy(cluster.port)
  engine = await openSpark(`sc://127.0.0.1:${proxy.port}`, { spill: dir, signal: stopping.signal })
})
afterAll(async () => {
  await engine?.close()
  await proxy?.stop()
})

const counted = () => engine.all('SELECT count(DISTINCT id % 1000) AS n FROM range(3000000)')
const RIGHT = [{ n: 1000 }]

test('the connection is reset before a statement, with the statement, and in the middle of it', async () => {
  proxy.reset()
  expect(await counted()).toEqual(RIGHT)
  const early = counted()
  proxy.reset()
  expect(await early).toEqual(RIGHT)
  cluster.pause()
  const middle = counted()
  await until('tasks that wait', async () => (await cluster.activeTasks()) > 0)
  proxy.reset()
  cluster.goOn()
  expect(await middle).toEqual(RIGHT)
})

test('a result that comes while the connection is reset is whole, with every row once', async () => {
  let [rows, sum, resets] = [0, 0, 0]
  for await (const [ids = []] of engine.stream(
    'SELECT id, repeat(sha2(CAST(id AS STRING), 512), 4) AS t FROM range(300000)',
  )) {
    rows += ids.length
    for (const id of ids) sum += id as number
    if (resets++ < 3) proxy.reset()
  }
  expect([rows, sum]).toEqual([300_000, (300_000 * 299_999) / 2])
})

test('the network is gone for a minute', async () => {
  cluster.pause()
  const result = counted()
  await until('tasks that wait', async () => (await cluster.activeTasks()) > 0)
  proxy.cut()
  cluster.goOn()
  await wait(60_000)
  proxy.mend()
  expect(await result).toEqual(RIGHT)
})

// Last: what was told to stop takes no more.
test('whoever is told to stop stops the statement on the cluster', async () => {
  cluster.pause()
  const result = counted()
  await until('tasks that wait', async () => (await cluster.activeTasks()) > 0)
  stopping.abort()
  cluster.goOn()
  await expect(result).rejects.toMatchObject({ code: 'interrupted' })
  await until('the end of the work', async () => (await cluster.activeTasks()) === 0)
})
