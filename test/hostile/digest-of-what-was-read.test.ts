import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  appendFileSync,
  createWriteStream,
  readFileSync,
  renameSync,
  statSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { gzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import type { Engine } from '../../src/engines/engine.js'
import { withSession } from '../../src/engines/session.js'
import { type InputOptions, readLog } from '../../src/ingest/index.js'
import { openBook } from '../../src/ledger/ledger.js'
import { planFrom } from '../../src/plans/plan.js'
import type { PrivateRecord } from '../../src/release/manifest.js'
import { release, releaseRead } from '../../src/run/release/index.js'
import { prepare } from '../../src/run/release/prepare.js'
import { scratch } from '../support/scratch.js'

// The digest in the record is that of the bytes that were read, or there is none: a log that changes under the reader is refused.

const { next } = scratch()
const HEAD = 'user\tquery\ttime\n'
const LOG = HEAD + Array.from({ length: 300 }, (_, i) => `u${i % 9}\ttea ${i % 5}\t2006-03-01\n`).join('')
const sha256 = (bytes: string | Buffer) => createHash('sha256').update(bytes).digest('hex')

const file = (as: string, content: string | Buffer) => {
  const path = next(as)
  writeFileSync(path, content)
  return path
}

const CHANGES: readonly (readonly [string, (path: string) => void])[] = [
  ['grows', (path) => appendFileSync(path, 'u1\tmore\t2006-03-02\n')],
  ['is cut', (path) => truncateSync(path, 1000)],
  ['is emptied', (path) => truncateSync(path, 0)],
  [
    'is replaced',
    (path) => {
      const other = file('other.tsv', LOG)
      renameSync(other, path)
    },
  ],
  [
    'is overwritten with as many bytes, and its time put back',
    (path) => {
      const { atime, mtime } = statSync(path)
      writeFileSync(path, readFileSync(path).fill('x', 40, 41), { flag: 'r+' })
      utimesSync(path, atime, mtime)
    },
  ],
]

/** An engine under whose hands a file changes, when it has read from it for the first time. */
function changing(engine: Engine, change: () => void): Engine {
  let done = false
  const once = <T>(made: T): T => {
    if (!done) change()
    done = true
    return made
  }
  return {
    ...engine,
    readDelimited: (...args) => engine.readDelimited(...args).then(once),
    ...(engine.readAround ? { readAround: (...args) => engine.readAround!(...args).then(once) } : {}),
    parquet: (...args) => engine.parquet(...args).then(once),
  }
}

const readWhile = (path: string, change: (path: string) => void, options: InputOptions = {}) =>
  withSession({}, (session) =>
    readLog([path], { maxBad: 1, ...options }, { ...session, engine: changing(session.engine, () => change(path)) }),
  )

const SAID = /changed while it was read/

describe.each(CHANGES)('a log that %s', (_, change) => {
  test.each([
    ['log.tsv', LOG, {}],
    ['log.tsv', LOG, { fixed: true }],
    ['odd.tsv', `${LOG}x\n`, {}],
    ['log.tsv.gz', gzipSync(LOG), {}],
  ] as const)('while it is read: %s %#', async (name, content, options) => {
    await expect(readWhile(file(name, content), change, options)).rejects.toThrow(SAID)
  })

  test('after it was read, before its digest is made', async () => {
    const path = file('log.tsv', LOG)
    await withSession({}, async (session) => {
      const { source } = await readLog([path], {}, session)
      change(path)
      await expect(source.digests()).rejects.toThrow(SAID)
      await expect(source.records()).rejects.toThrow(SAID)
    })
  })

  test('a Parquet file', async () => {
    const path = next('log.parquet')
    await withSession({}, ({ engine }) =>
      engine.write(`SELECT 'u' || i AS "user", 'tea' AS query FROM range(5000) t(i)`, path, 'parquet'),
    )
    await expect(readWhile(path, change)).rejects.toThrow(SAID)
  })
})

test('a release of a log that changed is refused before anything is spent', async () => {
  const path = file('log.tsv', LOG)
  const [out, ledger] = [next('release'), next('ledger')]
  const plan = planFrom({ steps: [{ method: 'zealous', epsilon: 1, delta: 1e-5, perUser: 5 }] }, 'plan')
  const ready = await prepare({ plan, out, ledger }, {})
  await withSession({}, async (session) => {
    const read = await readLog([path], ready.input, session)
    appendFileSync(path, 'u1\tmore\t2006-03-02\n')
    await expect(releaseRead(read, ready, session)).rejects.toThrow(SAID)
  })
  expect(openBook(ledger, 'default').entries()).toEqual([])
  expect(statSync(out, { throwIfNoEntry: false })).toBeUndefined()
})

test('a log that changes later changes nothing: its digest is of what was read', async () => {
  const path = file('log.tsv', LOG)
  const plan = planFrom({ steps: [{ method: 'rare-queries', k: 2 }] }, 'plan')
  const steps: string[] = []
  const onStep = (step: string) => {
    steps.push(step)
    if (step === 'writing') appendFileSync(path, 'u1\tmore\t2006-03-02\n')
  }
  const { privateDir } = await release([path], { plan, out: next('release') }, {}, { onStep })
  expect(steps).toContain('writing')
  const record = JSON.parse(readFileSync(join(privateDir, 'record.json'), 'utf8')) as PrivateRecord
  expect(record.input.files).toEqual([{ path, sha256: sha256(LOG), bytes: LOG.length }])
})

describe('what is no file is digested as it comes', () => {
  test('standard input', async () => {
    await withSession({}, async (session) => {
      const stdin = Readable.from([Buffer.from(LOG.slice(0, 777)), Buffer.from(LOG.slice(777))])
      const on = { ...session, stdin }
      const { source } = await readLog(['-'], {}, on)
      expect(await source.digests()).toEqual([{ sha256: sha256(LOG), bytes: LOG.length }])
      expect((await source.records()).read).toBe(300)
    })
  })

  test('a named pipe, packed', async () => {
    const [pipe, packed] = [next('pipe'), gzipSync(`${LOG}\n\n`)]
    execFileSync('mkfifo', [pipe])
    await withSession({}, async (session) => {
      const writing = createWriteStream(pipe)
      writing.end(packed)
      const { source } = await readLog([pipe], {}, session)
      expect(await source.digests()).toEqual([{ sha256: sha256(packed), bytes: packed.length }])
      expect(await source.records()).toMatchObject({ read: 300, blank: 2 })
    })
  })
})
