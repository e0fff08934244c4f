import { existsSync, lstatSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { setTimeout as pause } from 'node:timers/promises'
import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { withSession } from '../../src/engines/session.js'
import { type InputOptions, readLog } from '../../src/ingest/index.js'
import { Bench } from '../support/lethe.js'

// What a killed run leaves is in its temporary folder: copies of the log are not, from the moment that they are made.

const MARKER = 'zebra-kiwi'
const LOG = `user\tquery\n${`u1\t${MARKER}\n`.repeat(5000)}`

/** All that stands in a folder by name: not what links lead to. */
function namedIn(dir: string): { readonly name: string; readonly text: string }[] {
  return readdirSync(dir, { recursive: true, encoding: 'utf8' }).flatMap((name) => {
    const path = join(dir, name)
    return lstatSync(path).isFile() ? [{ name, text: readFileSync(path, 'latin1') }] : []
  })
}

test.each<readonly [string, string | Buffer, InputOptions]>([
  ['a clean log from standard input', LOG, {}],
  ['a packed one', gzipSync(LOG), {}],
  ['one that is rewritten line by line', `${LOG}odd\n${'x'.repeat(2 << 20)}\n`, {}],
  ['the same under differential privacy', `${LOG}odd\n`, { fixed: true, format: 'tsv' }],
  ['ndjson', `${`{"user":"u","query":"${MARKER}"}\n`.repeat(500)}  \nodd\n`, { maxBad: 1 }],
])('%s leaves no copy with a name while it is read', async (_, content, options) => {
  await withSession({}, async (session) => {
    const seen: string[] = []
    const look = <T>(made: T): T => {
      for (const { name, text } of namedIn(session.workspace.dir)) if (text.includes(MARKER)) seen.push(name)
      return made
    }
    const engine: typeof session.engine = {
      ...session.engine,
      readDelimited: (...args) => session.engine.readDelimited(...look(args)).then(look),
    }
    const on = { ...session, engine, stdin: Readable.from([content]) }
    const { log, source } = await readLog(['-'], options, on)
    look(undefined)
    expect(seen).toEqual([])
    expect(readdirSync(session.workspace.dir).join()).not.toContain('standard')
    const [{ n = 0 } = {}] = await session.engine.all<{ n: number }>(`SELECT count(*) AS n FROM ${log.table}`)
    expect(n).toBeGreaterThanOrEqual(500)
    expect((await source.records()).read).toBe(n)
  })
})

test('a run that is killed leaves no text, and the next start of any verb removes the rest', async () => {
  const bench = new Bench()
  const { child, outcome } = bench.start(['inspect', '-'], { stdin: { open: true } })
  for (let i = 0; i < 40; i++) await new Promise((done) => child.stdin?.write(LOG, done))
  await expect.poll(() => existsSync(bench.temp), { timeout: 20_000 }).toBe(true)
  await pause(300) // it goes on reading; whenever it is killed, nothing is there
  const left = namedIn(bench.temp)
  child.kill('SIGKILL')
  expect((await outcome).status).toBe(137)
  expect([...left, ...namedIn(bench.temp)].filter(({ text }) => text.includes(MARKER))).toEqual([])
  expect(readdirSync(bench.temp)).toHaveLength(1)
  expect((await bench.lethe(['methods'])).status).toBe(0)
  expect(readdirSync(bench.temp)).toEqual([])
})
