import { closeSync, createReadStream, existsSync, mkdtempSync, openSync, renameSync, rmSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { createInterface } from 'node:readline'
import { createBLAKE3 } from 'hash-wasm'
import { openDuckDB } from '../src/engines/duckdb/index.js'
import type { Engine } from '../src/engines/engine.js'
import { text } from '../src/engines/sql.js'
import { openAll } from '../src/shares/open/all.js'
import { encodeStream } from '../src/shares/stream/encode.js'
import { bestInTurns, inChild, type Outcome, round, type Sample, sample } from './measure.js'
import { zipfLog } from './zipf-log.js'

const T = 5
export const KEY = Uint8Array.from({ length: 32 }, (_, i) => i)
export const SHARING = { scheme: 'field', t: T, n: 1000 } as const

type Parts = Readonly<Record<string, (path: string, more: number) => Promise<Sample>>>

/** What is timed; each runs in a process of its own. */
const TIMED: Parts = {
  'hash-rows': hashRows,
  'encode-sink': (path, threads) => spent(() => encodeTo(path, threads, () => {})),
  'encode-disk': (path, threads) =>
    inFolder((dir) => {
      const fd = openSync(join(dir, 'encoded.tsv'), 'w')
      return spent(() => encodeTo(path, threads, (bytes) => writeSync(fd, bytes))).finally(() => closeSync(fd))
    }),
  'group-tags': (path) =>
    withShares(path, (engine) =>
      engine.materialise('counted', `SELECT tag, count(*) AS n FROM shares GROUP BY tag HAVING count(*) >= ${T}`),
    ),
  'open-tags': (path) =>
    withShares(path, async (engine) => {
      const { damaged, rejectedCount } = await openAll(engine, {
        sharing: SHARING,
        shares: 'SELECT * FROM shares',
        texts: 'SELECT * FROM texts',
        draw: (below) => Math.floor(Math.random() * below),
        signal: undefined,
      })
      if (damaged + rejectedCount > 0) throw new Error('shares do not fit')
    }),
}

/** `encode` to a sink on one core, against one keyed BLAKE3 call of hash-wasm for the query of each row. */
export function encodeBench(rows: number): Outcome {
  return compared('encode', ['encode-sink', 1], ['hash-rows', 0], shuffledLog(rows), 1 / 0.75, rows)
}

/** `encode` to a file on disk, against the same. */
export function encodeToDisk(rows: number): Outcome {
  return compared('encode-to-disk', ['encode-disk', 1], ['hash-rows', 0], shuffledLog(rows), 1 / 0.4, rows)
}

/** `encode` with two workers, against one. */
export function encodeByTwo(rows: number): Outcome {
  return compared('encode-by-two', ['encode-sink', 2], ['encode-sink', 1], shuffledLog(rows), 1 / 1.7, rows)
}

/** Opening all tags with t shares and checking every share, against the bare group-by of the same tags. */
export function decodeBench(rows: number): Outcome {
  const some = Math.min(rows, 10_000_000)
  return compared('decode', ['open-tags', 0], ['group-tags', 0], encodedLog(shuffledLog(some)), 2.5, some)
}

type Part = readonly [name: string, more: number]

function compared(name: string, ours: Part, limits: Part, path: string, atMost: number, rows: number): Outcome {
  const part =
    ([part, more]: Part) =>
    () =>
      inChild(part, [path, String(more)])
  const [own, limit] = bestInTurns([part(ours), part(limits)])
  return {
    name,
    ours: round(own.seconds),
    limit: round(limit.seconds),
    ratio: round(own.seconds / limit.seconds),
    unit: 's',
    atMost,
    peakMiB: own.peakMiB,
    detail: {
      rows,
      rowsPerSecond: Math.round(rows / own.seconds),
      cpuSeconds: round(own.cpuSeconds),
      limitCpuSeconds: round(limit.cpuSeconds),
      cpuRatio: round(own.cpuSeconds / limit.cpuSeconds),
    },
  }
}

function encodeTo(path: string, threads: number, sink: (bytes: Uint8Array) => void): Promise<unknown> {
  return encodeStream(createReadStream(path, { highWaterMark: 1 << 18 }), sink, {
    ...{ key: KEY, sharing: SHARING, rotation: 'none', link: 'none', time: 'day', zone: 'UTC', header: true, threads },
  })
}

/** The time of the hashing alone: reading and splitting is done before. */
async function hashRows(path: string): Promise<Sample> {
  const hasher = await createBLAKE3(256, KEY)
  let batch: string[] = []
  const timed = { seconds: 0, cpuSeconds: 0, peakMiB: 0 }
  const settle = () => {
    const [started, cpu] = [performance.now(), process.cpuUsage()]
    for (const query of batch) hasher.init().update(query).digest('binary')
    const { user, system } = process.cpuUsage(cpu)
    timed.seconds += (performance.now() - started) / 1000
    timed.cpuSeconds += (user + system) / 1e6
    batch = []
  }
  for await (const line of createInterface({ input: createReadStream(path, { highWaterMark: 1 << 20 }) })) {
    batch.push(line.split('\t')[1]!)
    if (batch.length === 200_000) settle()
  }
  settle()
  return timed
}

/** The log in an order that has nothing to do with users or queries; made once and kept for the next run. */
export function shuffledLog(rows: number): string {
  const path = zipfLog(rows)
  const shuffled = path.replace(/\.tsv$/, '-shuffled.tsv')
  if (!existsSync(shuffled)) inChild('shuffle', [path, '0'])
  return shuffled
}

function encodedLog(path: string): string {
  const encoded = path.replace(/\.tsv$/, `-t${T}.parquet`)
  if (!existsSync(encoded)) inChild('share', [path, '0'])
  return encoded
}

/** Data that is made once, before anything is timed. */
const MAKERS: Parts = {
  shuffle: (path) =>
    inEngine(async (engine) => {
      const to = path.replace(/\.tsv$/, '-shuffled.tsv')
      const columns = ['AnonID', 'Query', 'QueryTime', 'ItemRank', 'ClickURL']
      const read = `read_csv(${text(path)}, delim = '\t', header = true, quote = '', all_varchar = true)`
      await engine.write(
        `SELECT ${columns.join(', ')} FROM ${read} ORDER BY hash(AnonID || QueryTime || Query)`,
        `${to}.new`,
        'tsv',
      )
      renameSync(`${to}.new`, to)
    }),
  share: (path) =>
    inEngine(async (engine) => {
      const to = path.replace(/\.tsv$/, `-t${T}.parquet`)
      const fd = openSync(`${to}.tsv`, 'w')
      await encodeTo(path, 1, (bytes) => writeSync(fd, bytes))
      closeSync(fd)
      const columns = ['tag', 'x', 'y', 'text', 'day']
      const select = 'unhex(tag) AS tag, unhex(x) AS x, unhex(y) AS y, unhex(text) AS text'
      await engine.readDelimited(
        'rows',
        { paths: [`${to}.tsv`], delimiter: '\t', quote: undefined, header: true, columns },
        select,
      )
      await engine.write('SELECT * FROM rows', `${to}.new`, 'parquet')
      rmSync(`${to}.tsv`)
      renameSync(`${to}.new`, to)
    }),
}

export const SHARE_PARTS: Parts = { ...TIMED, ...MAKERS }

async function inEngine(work: (engine: Engine) => Promise<void>): Promise<Sample> {
  const spill = mkdtempSync(join(tmpdir(), 'lethe-bench-spill-'))
  const engine = await openDuckDB({ spill })
  try {
    return await sample(() => work(engine))
  } finally {
    await engine.close()
    rmSync(spill, { recursive: true, force: true })
  }
}

/** Shares and texts in the engine, rows as they were written; loading them is not timed. */
async function withShares(path: string, work: (engine: Engine) => Promise<void>): Promise<Sample> {
  let measured: Sample | undefined
  await inEngine(async (engine) => {
    await engine.materialise('shares', `SELECT tag, x, y FROM ${text(path)}`)
    await engine.materialise('texts', `SELECT tag, any_value(text) AS text FROM ${text(path)} GROUP BY tag`)
    measured = await spent(() => work(engine))
  })
  return measured!
}

/** As `sample`, but with the processor time of the work alone: the start of the process is left out. */
async function spent(work: () => Promise<unknown>): Promise<Sample> {
  const before = process.cpuUsage()
  const timed = await sample(work)
  const { user, system } = process.cpuUsage(before)
  return { ...timed, cpuSeconds: (user + system) / 1e6 }
}

async function inFolder<R>(work: (dir: string) => Promise<R>): Promise<R> {
  const dir = mkdtempSync(join(dirname(zipfLog(1000)), 'out-'))
  try {
    return await work(dir)
  } finally {
    rmSync(dir, { recursive: true, force: true })
  }
}
