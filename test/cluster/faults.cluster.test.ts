import { expect, test } from 'vitest'
import { Bench } from '../support/lethe.js'
import { released, stage, until } from './stage.js'

const on = stage()

test('an executor killed in the middle of its work: the same release, by another', async () => {
  const { cluster, node } = on()
  const bench = new Bench()
  node.be('waits')
  const running = on().start(bench)
  await node.waiting()
  await until('work on an executor', async () => (await cluster.activeTasks()) > 0)
  const before = cluster.executors()
  process.kill(before[0]!, 'SIGKILL')
  await until('another executor', () => cluster.executors().some((pid) => !before.includes(pid)))
  node.be('works')
  released(bench, await running.outcome, on())
  expect(cluster.executors()).not.toContain(before[0])
})
