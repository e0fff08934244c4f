import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Engine } from '../src/engines/engine.js'
import { withSession } from '../src/engines/session.js'
import { text } from '../src/engines/sql.js'
import { readLog } from '../src/ingest/index.js'
import { release } from '../src/run/release/index.js'
import { inChild, type Outcome, round, type Sample, sample } from './measure.js'
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
