import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { withSession } from '../src/engines/session.js'
import { text } from '../src/engines/sql.js'
import { discreteGaussian } from '../src/random/discrete-gaussian.js'
import { discreteLaplace, rateBelow } from '../src/random/discrete-laplace.js'
import { secureRandom } from '../src/random/secure.js'
import { release } from '../src/run/release/index.js'
import { bestInTurns, inChild, type Outcome, round, type Sample, sample } from './measure.js'
import { zipfLog } from './zipf-log.js'

const MEMORY = 3 * 2 ** 30
const PARAMS = { epsilon: Math.log(10), delta: 1e-8, perUser: 20, items: 'queries' }

/** The parts of this bench; each runs in a process of its own. */
export const HISTOGRAM_PARTS: Readonly<Record<string, (path: string, memory: number) => Promise<Sample>>> = {
  'bare-histogram': (path, memory) =>
    sample(() =>
      withSession({ memory }, async ({ engine }) => {
        const columns = 'AnonID AS person, Query AS query, QueryTime AS time, ItemRank AS rank, ClickURL AS url'
        await engine.materialise('bare', `SELECT ${columns} FROM read_csv(${text(path)})`)
        await engine.materialise('given', `SELECT DISTINCT person, query FROM bare WHERE query IS NOT NULL`)
        await engine.materialise('counted', `SELECT query, count(*) AS persons FROM given GROUP BY query`)
      }),
    ),
  'our-histogram': (path, memory) =>
    sample(async () => {
      const dir = mkdtempSync(join(tmpdir(), 'lethe-bench-out-'))
      try {
        const plan = { steps: [{ method: 'zealous', params: PARAMS }], shows: {} }
        await release([path], { plan, out: join(dir, 'release'), unpublished: true }, {}, { memory })
      } finally {
        rmSync(dir, { recursive: true, force: true })
      }
    }),
}

/** `zealous --items queries` from file to Parquet, against the engine's bare read, distinct pairs and group-by. */
export function zealousBench(rows: number): Outcome {
  const path = zipfLog(rows)
  const part = (name: string) => () => inChild(name, [path, String(MEMORY)])
  const [limit, own] = bestInTurns([part('bare-histogram'), part('our-histogram')], 2)
  return {
    name: 'zealous',
    ours: round(own.seconds),
    limit: round(limit.seconds),
    ratio: round(own.seconds / limit.seconds),
    unit: 's',
    atMost: 1.5,
    peakMiB: own.peakMiB,
    detail: {
      rows,
      limitPeakMiB: limit.peakMiB,
      cpuSeconds: round(own.cpuSeconds),
      limitCpuSeconds: round(limit.cpuSeconds),
      cpuRatio: round(own.cpuSeconds / limit.cpuSeconds),
    },
  }
}

/** Exact noise from the system's chance: draws a second of CPU time, against a million. */
export function noiseBench(): Outcome {
  const random = secureRandom()
  const laplace = perSecond(discreteLaplace(random, rateBelow(PARAMS.epsilon / PARAMS.perUser)))
  const gaussian = perSecond(discreteGaussian(random, { numerator: 67_926n, denominator: 1024n }))
  return {
    name: 'noise',
    ours: round(1e6 / laplace),
    limit: 1,
    ratio: round(1e6 / laplace),
    unit: 's a million draws',
    atMost: 1,
    peakMiB: 0,
    detail: { laplacePerSecond: Math.round(laplace), gaussianPerSecond: Math.round(gaussian) },
  }
}

function perSecond(draw: () => number): number {
  for (let i = 0; i < 100_000; i++) draw()
  const before = process.cpuUsage()
  for (let i = 0; i < 2_000_000; i++) draw()
  const { user, system } = process.cpuUsage(before)
  return 2e12 / (user + system)
}
