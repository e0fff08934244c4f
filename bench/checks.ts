import { existsSync, renameSync } from 'node:fs'
import { join } from 'node:path'
import { withSession } from '../src/engines/session.js'
import { text } from '../src/engines/sql.js'
import { compare } from '../src/run/compare/index.js'
import { release } from '../src/run/release/index.js'
import { report } from '../src/run/report.js'
import { verify } from '../src/run/verify.js'
import { inChild, type Outcome, round, type Sample, sample } from './measure.js'
import { inFolder } from './spine.js'
import { zipfLog } from './zipf-log.js'

const MEMORY = 3 * 2 ** 30
const K = 30
const STEPS = [{ method: 'rare-queries', k: K }]

/** What a report may take for 36 million rows, in seconds a row. */
const REPORT = 300 / 36e6

/** Where a release of a log lies; made once and kept for the next run, like the log. */
const releasedFrom = (path: string) => `${path}.rare-${K}`

/** The parts of these benches; each runs in a process of its own. */
export const CHECK_PARTS: Readonly<Record<string, (path: string, memory: number) => Promise<Sample>>> = {
  'make-release': async (path, memory) => {
    const out = releasedFrom(path)
    return sample(async () => {
      if (existsSync(out)) return
      const plan = { steps: [{ method: 'rare-queries', params: { k: K } }], shows: {} }
      await release([path], { plan, out: `${out}.${process.pid}` }, {}, { memory })
      renameSync(`${out}.${process.pid}.private`, `${out}.private`)
      renameSync(`${out}.${process.pid}`, out)
    })
  },
  'bare-check': (path, memory) =>
    sample(() =>
      withSession({ memory }, async ({ engine }) => {
        await engine.materialise('bare', `SELECT AnonID AS person, Query AS query FROM read_csv(${text(path)})`)
        await engine.materialise('shown', `SELECT * FROM read_parquet(${text(join(releasedFrom(path), '*.parquet'))})`)
        await engine.materialise('counted', `SELECT query, count(DISTINCT person) AS n FROM bare GROUP BY query`)
        await engine.all(
          `SELECT count(*) AS bad FROM shown s LEFT JOIN counted c USING (query) WHERE coalesce(c.n, 0) < ${K}`,
        )
      }),
    ),
  'our-check': (path, memory) => sample(() => verify(releasedFrom(path), { against: [path] }, {}, { memory })),
  'our-report': (path, memory) =>
    sample(() =>
      inFolder((dir) => report(releasedFrom(path), { logs: [path], out: join(dir, 'report.html') }, {}, { memory })),
    ),
  'our-comparison': (path) =>
    sample(() => inFolder((dir) => compare([path], { grid: { grid: STEPS }, out: join(dir, 'compared') }, {}, {}))),
}

function part(name: string, path: string): Sample {
  return inChild(name, [path, String(MEMORY)])
}

function outcome(name: string, own: Sample, limit: number, atMost: number, detail: Outcome['detail']): Outcome {
  const ours = round(own.seconds)
  const ratio = round(own.seconds / limit)
  const cpuSeconds = round(own.cpuSeconds)
  return {
    name,
    ours,
    limit: round(limit),
    ratio,
    unit: 's',
    atMost,
    peakMiB: own.peakMiB,
    detail: { ...detail, cpuSeconds },
  }
}

/** `verify --against` of rows of common queries, against the engine's bare read of log and release, its count of persons and a join. */
export function verifyBench(rows: number): Outcome {
  const path = zipfLog(rows)
  part('make-release', path)
  const limit = part('bare-check', path)
  return outcome('verify', part('our-check', path), limit.seconds, 3, {
    rows,
    limitCpuSeconds: round(limit.cpuSeconds),
  })
}

/** `report --against`: check, all attacks, the quick measures and the page, against five minutes for 36 million rows. */
export function reportBench(rows: number): Outcome {
  const path = zipfLog(rows)
  part('make-release', path)
  return outcome('report', part('our-report', path), REPORT * rows, 1, { rows })
}

/** `compare` of one setting of the whole log, which is released twice and put to the same, against a release and a report of it. */
export function compareLogBench(rows: number): Outcome {
  const path = zipfLog(rows)
  part('make-release', path)
  const limit = part('our-release', path).seconds + part('our-report', path).seconds
  // What it needs is needed by the processes that it starts.
  return { ...outcome('compare-log', part('our-comparison', path), limit, 1.5, { rows }), peakMiB: 0 }
}
