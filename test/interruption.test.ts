import { once } from 'node:events'
import { createWriteStream, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { Bench, type Running } from './support/lethe.js'

let folder: string
let log: string

/** A log that takes a few seconds: 150,000 rows of long, rare queries that all have to be sorted. */
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'lethe-test-big-'))
  log = join(folder, 'big.tsv')
  const out = createWriteStream(log)
  out.write('user\tquery\ttime\n')
  for (let i = 0; i < 150_000; i++) {
    const row = `u${i % 50_021}\tq ${(i * 7919) % 100_003} ${'lorem ipsum '.repeat(6)}\t2006-03-${String((i % 28) + 1).padStart(2, '0')} 07:00:00\n`
    if (!out.write(row)) await once(out, 'drain')
  }
  out.end()
  await once(out, 'finish')
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const leftovers = (bench: Bench) => ({
  runs: existsSync(bench.temp) ? readdirSync(bench.temp).length : 0,
  partial: readdirSync(bench.dir).filter((name) => name.includes('.lethe-partial-')).length,
  out: readdirSync(bench.dir).filter((name) => name.startsWith('out')).length,
})
const CLEAN = { runs: 0, partial: 0, out: 0 }

const release = (bench: Bench, ...more: readonly string[]) =>
  bench.start([
    'release',
    'rare-queries',
    log,
    '--k',
    '2',
    '--link',
    'user',
    '--time',
    'exact',
    '-o',
    bench.path('out'),
    ...more,
  ])

async function until(condition: () => boolean, running: Running): Promise<void> {
  const deadline = Date.now() + 30_000
  while (!condition()) {
    if (running.child.exitCode !== null || Date.now() > deadline) throw new Error('it ended before it could be stopped')
    await wait(5)
  }
}
const isReading = (bench: Bench) => () => leftovers(bench).runs > 0
const isWriting = (bench: Bench) => () => leftovers(bench).partial > 0

describe.each([
  ['while it reads', isReading],
  ['while it writes', isWriting],
])('%s', (_, reached) => {
  test.each([['SIGINT' as const], ['SIGTERM' as const]])('%s: all is gone at once, status 130', async (signal) => {
    const bench = new Bench()
    const running = release(bench)
    await until(reached(bench), running)
    running.child.kill(signal)
    const { status, stdout, stderr } = await running.outcome
    expect([status, stdout, stderr]).toEqual([130, '', 'lethe: stopped\n'])
    expect(leftovers(bench)).toEqual(CLEAN)
  })

  test('SIGKILL: nothing at DIR, and the rest is gone at the next start', async () => {
    const bench = new Bench()
    const running = release(bench)
    await until(reached(bench), running)
    running.child.kill('SIGKILL')
    expect((await running.outcome).status).toBe(137)
    expect(leftovers(bench)).toMatchObject({ runs: 1, out: 0 })
    await bench.json('inspect', bench.file('small.tsv', 'user\tquery\nu\tq\n'))
    expect(leftovers(bench)).toEqual(CLEAN)
  })
})

test('SIGINT while standard input is still open', async () => {
  const bench = new Bench()
  const running = bench.start(['inspect', '-'], { stdin: { open: true } })
  await until(isReading(bench), running)
  running.child.kill('SIGINT')
  const { status, stderr } = await running.outcome
  expect([status, stderr]).toEqual([130, 'lethe: stopped\n'])
  expect(leftovers(bench)).toEqual(CLEAN)
})

test('two runs at once leave each other alone', async () => {
  const bench = new Bench()
  const running = release(bench)
  await until(isReading(bench), running)
  const small = bench.file('small.tsv', 'user\tquery\nu\tq\n')
  await Promise.all([bench.json('inspect', small), bench.json('inspect', small)])
  expect((await running.outcome).status).toBe(0)
  expect((await bench.lethe(['verify', bench.path('out')])).status).toBe(0) // nothing is shown, and so nothing too much
  expect(leftovers(bench)).toEqual({ runs: 0, partial: 0, out: 2 })
})
