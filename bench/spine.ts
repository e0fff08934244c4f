import { spawnSync } from 'node:child_process'
import { closeSync, existsSync, mkdtempSync, openSync, renameSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Engine } from '../src/engines/engine.js'
import { withSession } from '../src/engines/session.js'
import { text } from '../src/engines/sql.js'
import { readLog } from '../src/ingest/index.js'
import { release } from '../src/run/release/index.js'
import { bestInTurns, inChild, type Outcome, round, type Sample, sample } from './measure.js'
import { zipfLog } from './zipf-log.js'

const MEMORY = 3 * 2 ** 30
const K = 5

/** The parts of the spine's benches; each runs in a process of its own. */
export const PARTS: Readonly<Record<string, (path: string, memory: number) => Promise<Sample>>> = {
  'bare-read': (path, memory) => inEngine(memory, (engine) => bareRead(engine, path)),
  'our-read': (path, memory) => sample(() => withSession({ memory }, (session) => readLog([path], {}, session))),
  'bare-release': (path, memory) =>
    inEngine(memory, async (engine) => {
      await bareRead(engine, path)
      await engine.materialise('counted', `SELECT query, count(DISTINCT person) AS persons FROM bare GROUP BY query`)
      await inFolder((dir) =>
        engine.write(
          `SELECT query, url, time::DATE AS day FROM bare SEMI JOIN (SELECT query FROM counted WHERE persons >= ${K}) USING (query) ORDER BY ALL`,
          join(dir, 'bare.parquet'),
          'parquet',
        ),
      )
    }),
  'our-release': (path, memory) =>
    sample(() =>
      inFolder((dir) =>
        release(
          [path],
          { plan: { steps: [{ method: 'rare-queries', params: { k: K } }], shows: {} }, out: join(dir, 'release') },
          {},
          { memory },
        ),
      ),
    ),
}

/** A 36M-row AOL-shaped file into the engine, against the engine's bare read of it. */
export function ingest(rows: number): Outcome {
  return compare('ingest', 'bare-read', 'our-read', rows, 1.5, MEMORY)
}

/** A file with a row that is none, and one whose time is none, against the same file without them. */
export function uneven(rows: number): Outcome {
  return compareRead('uneven', unevenLog(rows), rows)
}

/** A packed file, against the same file unpacked. */
export function packed(rows: number): Outcome {
  return compareRead('packed', packedLog(rows), rows)
}

function compareRead(name: string, path: string, rows: number): Outcome {
  const read = (file: string) => () => inChild('our-read', [file, String(MEMORY)])
  const [own, limit] = bestInTurns([read(path), read(zipfLog(rows))], 2)
  return {
    name,
    ours: round(own.seconds),
    limit: round(limit.seconds),
    ratio: round(own.seconds / limit.seconds),
    unit: 's',
    atMost: 1.5,
    peakMiB: own.peakMiB,
    detail: {
      rows,
      memoryMiB: MEMORY / 2 ** 20,
      limitPeakMiB: limit.peakMiB,
      cpuSeconds: round(own.cpuSeconds),
      limitCpuSeconds: round(limit.cpuSeconds),
    },
  }
}

function packedLog(rows: number): string {
  const log = zipfLog(rows)
  return made(`${log}.gz`, (path) => run('gzip', ['-6', '-c', log], path))
}

function unevenLog(rows: number): string {
  const log = zipfLog(rows)
  const program = `NR == ${Math.ceil(rows / 2)} { print "1\tonly"; next } NR == ${rows} { sub(/2006-[0-9-]* [0-9:]*/, "no time") } { print }`
  return made(log.replace(/\.tsv$/, '-uneven.tsv'), (path) => run('awk', [program, log], path))
}

function made(path: string, make: (unfinished: string) => void): string {
  if (existsSync(path)) return path
  make(`${path}.${process.pid}`)
  renameSync(`${path}.${process.pid}`, path)
  return path
}

function run(command: string, args: readonly string[], into: string): void {
  const out = openSync(into, 'w')
  const { status } = spawnSync(command, args, { stdio: ['ignore', out, 'inherit'] })
  closeSync(out)
  if (status !== 0) throw new Error(`${command} failed`)
}

/** `rare-queries` from file to Parquet, against bare read + bare group-by with distinct users + bare sort and write. */
export function rareQueries(rows: number, memory = MEMORY): Outcome {
  return compare('rare-queries', 'bare-release', 'our-release', rows, 2, memory)
}

function compare(name: string, bare: string, ours: string, rows: number, atMost: number, memory: number): Outcome {
  const path = zipfLog(rows)
  const limit = inChild(bare, [path, String(memory)])
  const own = inChild(ours, [path, String(memory)])
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
      memoryMiB: memory / 2 ** 20,
      limitPeakMiB: limit.peakMiB,
      cpuSeconds: round(own.cpuSeconds),
      limitCpuSeconds: round(limit.cpuSeconds),
    },
  }
}

/** What anyone would type. */
function bareRead(engine: Engine, path: string): Promise<void> {
  const columns = 'AnonID AS person, Query AS query, QueryTime AS time, ItemRank AS rank, ClickURL AS url'
  return engine.materialise('bare', `SELECT ${columns} FROM read_csv(${text(path)})`)
}

function inEngine(memory: number, work: (engine: Engine) => Promise<void>): Promise<Sample> {
  return sample(() => withSession({ memory }, (session) => work(session.engine)))
}

export async function inFolder<T>(work: (dir: string) => Promise<T>): Promise<T> {
  const dir = mkdtempSync(join(tmpdir(), 'lethe-bench-out-'))
  try {
    return await work(dir)
  } finally {
    rmSync(dir, { recursive: true, force: true })
  }
}
