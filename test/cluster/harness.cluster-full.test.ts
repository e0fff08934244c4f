import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { connect, createServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { PACKAGE_ROOT } from '../../src/base/package-root.js'
import { scratch } from '../support/scratch.js'
import { cached, checkDigest } from './harness/cache.js'
import { startGuarded } from './harness/guarded.js'
import { freePort, listening } from './harness/ports.js'
import { startProxy } from './harness/proxy.js'
import { startSail } from './harness/sail.js'
import { startSpark } from './harness/spark.js'

const folder = scratch()

test('a cluster is there when it is started, and gone with all its processes when it is stopped', async () => {
  const cluster = await startSpark()
  onTestFinished(() => cluster.stop())
  await listening(cluster.port)
  expect(cluster.workers.map((worker) => cluster.executors(worker.pid()).length)).toEqual([1, 1])
  expect(await cluster.activeTasks()).toBe(0)
  const processes = cluster.processes()
  await cluster.stop()
  expect(processes.filter(alive)).toEqual([])
  expect(existsSync(cluster.shared)).toBe(false)
})

test('Sail', async () => {
  const sail = await startSail()
  const port = Number(sail.url.split(':').at(-1))
  await listening(port)
  await sail.stop()
  await expect(listening(port, 0)).rejects.toThrow()
})

test('servers and their children end when the test is killed', async () => {
  const dir = folder.next('guarded')
  mkdirSync(dir)
  const main = join(PACKAGE_ROOT, 'dist', 'test', 'cluster', 'harness', 'guarded.js')
  const script = `import { startGuarded } from ${JSON.stringify(main)}
    await startGuarded('one', ${JSON.stringify(dir)}, ['sh', '-c', 'sleep 1000 & echo child $!; exec sleep 1000'])
    setInterval(() => {}, 1000)`
  const runner = spawn(process.execPath, ['--input-type=module', '-e', script], { stdio: 'inherit' })
  const written = (file: string) => (existsSync(join(dir, file)) ? readFileSync(join(dir, file), 'utf8') : '')
  while (!written('one.log').includes('child') || written('one.pid') === '') await wait(20)
  const pids = [Number(written('one.pid')), Number(/child (\d+)/.exec(written('one.log'))?.[1])]
  expect(pids.map(alive)).toEqual([true, true])
  runner.kill('SIGKILL')
  await once(runner, 'exit')
  while (pids.some(alive)) await wait(20)
})

test('a server that ends early is told with the end of its log', async () => {
  mkdirSync(folder.dir, { recursive: true })
  const server = await startGuarded('short', folder.dir, ['sh', '-c', 'echo what went wrong; exit 3'])
  await expect(server.says(/ready/)).rejects.toThrow(/short ended; its log ends:\nwhat went wrong/)
  await server.stop()
})

test('a fetch that breaks off leaves nothing that looks like one', async () => {
  const before = process.env.XDG_CACHE_HOME
  process.env.XDG_CACHE_HOME = folder.next('cache')
  onTestFinished(() => {
    if (before === undefined) delete process.env.XDG_CACHE_HOME
    else process.env.XDG_CACHE_HOME = before
  })
  const broken = cached('thing', (dir) => {
    writeFileSync(join(dir, 'half'), 'half')
    throw new Error('the line is dead')
  })
  await expect(broken).rejects.toThrow('the line is dead')
  expect(readdirSync(join(process.env.XDG_CACHE_HOME, 'lethe'))).toEqual([])
  const whole = await cached('thing', (dir) => writeFileSync(join(dir, 'whole'), 'whole'))
  expect(readdirSync(whole)).toEqual(['whole'])
  await expect(checkDigest(join(whole, 'whole'), '00')).rejects.toThrow(/was damaged on its way/)
})

test('a cut network holds everything back and lets it through once it is mended', async () => {
  const port = await freePort()
  const echo = createServer((socket) => socket.pipe(socket)).listen(port, '127.0.0.1')
  onTestFinished(() => void echo.close())
  const proxy = await startProxy(port)
  const client = connect(proxy.port, '127.0.0.1')
  let heard = ''
  client.setEncoding('utf8').on('data', (text: string) => (heard += text))
  const hears = async (text: string) => {
    while (heard !== text) await wait(5)
  }
  client.write('a')
  await hears('a')
  proxy.cut()
  client.write('b')
  await wait(200)
  expect(heard).toBe('a')
  proxy.mend()
  await hears('ab')
  proxy.reset()
  await once(client, 'close')
  await proxy.stop()
})

function alive(pid: number): boolean {
  return existsSync(`/proc/${pid}`) && !/\) Z /.test(readFileSync(`/proc/${pid}/stat`, 'utf8'))
}
