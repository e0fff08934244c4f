import { expect, test } from 'vitest'
import { Bench } from '../support/lethe.js'
import { released, stage, until } from './stage.js'

const on = stage()

test('an executor killed in the middle of its work: the same release, by another', async () => {
  const { cluster } = on()
  const bench = new Bench()
  const running = await on().midway(bench)
  const before = cluster.executors()
  process.kill(before[0]!, 'SIGKILL')
  cluster.goOn()
  released(bench, await running.outcome, on())
  await until('another executor', () => cluster.executors().length === 2)
  expect(cluster.executors()).not.toContain(before[0])
})
