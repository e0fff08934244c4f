import { setTimeout as wait } from 'node:timers/promises'
import { afterEach, expect, test } from 'vitest'
import { Bench } from '../support/lethe.js'
import { startProxy } from './harness/proxy.js'
import { leftovers, refused, released, stage, until } from './stage.js'

const on = stage()
const midway = async () => {
  const bench = new Bench()
  return { bench, running: await on().midway(bench) }
}
const clean = (bench: Bench, ...more: string[]) => bench.lethe(['engine', 'clean', on().cluster.url, ...more])

afterEach(() => {
  on().node.be('works')
  on().cluster.goOn()
})

test('a run without trouble, and nothing is left on the cluster', async () => {
  const bench = new Bench()
  released(bench, await on().start(bench).outcome, on())
  expect(leftovers(on())).toEqual([])
})

test.each([
  ['ends early, with status 0', 'ends early', /lost rows/],
  ['fails', 'fails', /work failed on the cluster/],
] as const)('a script on the workers that %s: no release, and no row is lost in silence', async (_, mood, why) => {
  const bench = new Bench()
  on().node.be(mood)
  refused(bench, await on().start(bench).outcome, why)
  on().node.be('works')
  released(bench, await on().start(bench).outcome, on())
})

test('workers without Node: refused, and what to install is told', async () => {
  const bench = new Bench()
  on().node.be('is missing')
  refused(bench, await on().start(bench).outcome, /have no Node/)
})

test.each([
  ['Ctrl-C', 'SIGINT'],
  ['a terminal that is closed', 'SIGHUP'],
] as const)('%s: the query stops on the cluster as well, at once', async (_, signal) => {
  const { bench, running } = await midway()
  running.child.kill(signal)
  on().cluster.goOn()
  refused(bench, await running.outcome, /^lethe: stopped\n$/, 130)
  await until('the end of the work', async () => (await on().cluster.activeTasks()) === 0)
  expect(leftovers(on())).toEqual([])
})

test('killed: what it leaves on the cluster is ours by name, and the next clean takes it away', async () => {
  const { running } = await midway()
  running.child.kill('SIGKILL')
  await running.outcome
  on().cluster.goOn()
  for (const name of leftovers(on())) expect(name).toMatch(/^lethe_/)
  expect(leftovers(on())).toHaveLength(1)
  const bench = new Bench()
  expect(await clean(bench)).toMatchObject({ status: 0, stdout: expect.stringContaining('under way') })
  expect(await clean(bench, '--all')).toMatchObject({ status: 0, stdout: expect.stringContaining('removed') })
  expect(leftovers(on())).toEqual([])
  released(bench, await on().start(bench).outcome, on())
})

test('two runs at once: both are right, and neither takes away what is of the other', async () => {
  const { bench, running } = await midway()
  const other = new Bench()
  const second = on().start(other)
  on().cluster.goOn()
  expect(await clean(new Bench())).toMatchObject({ status: 0 })
  released(bench, await running.outcome, on())
  released(other, await second.outcome, on())
  expect(leftovers(on())).toEqual([])
})

test('the network is gone for 20 seconds: the same release', async () => {
  const proxy = await startProxy(on().cluster.port)
  try {
    const bench = new Bench()
    const running = await on().midway(bench, `sc://127.0.0.1:${proxy.port}`)
    proxy.cut()
    on().cluster.goOn()
    await wait(20_000)
    proxy.mend()
    released(bench, await running.outcome, on())
  } finally {
    await proxy.stop()
  }
})

test('connections are reset in the middle: the same release, or none and a clear word', async () => {
  const proxy = await startProxy(on().cluster.port)
  try {
    const bench = new Bench()
    const running = await on().midway(bench, `sc://127.0.0.1:${proxy.port}`)
    proxy.reset()
    on().cluster.goOn()
    const outcome = await running.outcome
    if (outcome.status === 0) released(bench, outcome, on())
    else refused(bench, outcome, /^lethe: [^\n]+\n[^\n]+\n$/)
  } finally {
    await proxy.stop()
  }
  expect(await clean(new Bench(), '--all')).toMatchObject({ status: 0 })
  expect(leftovers(on())).toEqual([])
})

// The catalog of this cluster lives in its Connect server, so that what was left is no database any more, but a folder: ours by its name.
test('the Connect server is killed: no release; once it is back, the next run is right', async () => {
  const { bench, running } = await midway()
  await on().cluster.killConnect()
  refused(bench, await running.outcome, /^lethe: [^\n]+\n[^\n]+\n$/)
  const away = new Bench()
  refused(away, await on().start(away).outcome, /does not answer/)
  await on().cluster.startConnect()
  for (const name of leftovers(on())) expect(name).toMatch(/^lethe_/)
  const again = new Bench()
  released(again, await on().start(again).outcome, on())
})

// Last: one worker is left then.
test('a worker is killed with its executor: the same release, by the other', async () => {
  const { bench, running } = await midway()
  await on().cluster.workers[0]!.stop()
  on().cluster.goOn()
  released(bench, await running.outcome, on())
  expect(on().cluster.executors(on().cluster.workers[1]!.pid())).toHaveLength(1)
})
