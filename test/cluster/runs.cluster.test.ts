import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { parseParams } from '../../src/base/params.js'
import { loadMethods } from '../../src/methods/index.js'
import { EXAMPLES } from '../contract/examples.js'
import { Bench } from '../support/lethe.js'
import { leftovers, released, sharedStage, until } from './stage.js'

const on = sharedStage()

test('a release: the one that is made here, verified there; nothing stays on the cluster, which takes less than 3 GiB', async () => {
  const { cluster, log } = on()
  const bench = new Bench()
  released(bench, await on().start(bench).outcome, on())
  const verified = await bench.json('verify', bench.path('out'), '--against', log, '--engine', cluster.url)
  expect(verified).toMatchObject({ holds: true })
  expect(leftovers(on())).toEqual([])
  const taken = cluster
    .processes()
    .map(residentMiB)
    .reduce((a, b) => a + b)
  expect(taken).toBeLessThan(3 << 10)
})

test('an executor killed in the middle of its work: the same release, by another', async () => {
  const { cluster } = on()
  const bench = new Bench()
  const running = await on().midway(bench)
  const [victim] = cluster.executors()
  process.kill(victim!, 'SIGKILL')
  cluster.goOn()
  released(bench, await running.outcome, on())
  await until('another executor', () => cluster.executors().length === 2)
  expect(cluster.executors()).not.toContain(victim)
})

const inMemory = (await loadMethods()).flatMap(({ name, params, needs }) => {
  const example = EXAMPLES[name] ?? {}
  return needs(parseParams(name, params, example)) === 'columns' ? [{ name, example }] : []
})

test.each(inMemory)('$name works on columns in memory: refused before a log is read', async ({ name, example }) => {
  const bench = new Bench()
  const plan = bench.file('plan.json', JSON.stringify({ steps: [{ method: name, ...example }] }))
  const words = ['--plan', plan, 'file:///nowhere', '--engine', on().cluster.url, '-o', bench.path('out')]
  const { status, stdout, stderr } = await bench.lethe(['release', ...words])
  expect([status, stdout]).toEqual([2, ''])
  expect(stderr).toMatch(/^lethe: [^\n]*columns in memory[^\n]*\n[^\n]+\n$/)
})

function residentMiB(pid: number): number {
  return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024
}
