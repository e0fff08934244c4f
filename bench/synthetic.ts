import { join } from 'node:path'
import { release } from '../src/run/release/index.js'
import { inChild, type Outcome, round, type Sample, sample } from './measure.js'
import { inFolder } from './spine.js'
import { zipfLog } from './zipf-log.js'

const MEMORY = 3 * 2 ** 30
/** What 36 million rows of 650,000 people may take. */
const [SECONDS, ROWS] = [600, 36_000_000]

/** The part of this bench; it runs in a process of its own. */
export const SYNTHETIC_PARTS: Readonly<Record<string, (path: string, memory: number) => Promise<Sample>>> = {
  'our-synthetic': (path, memory) =>
    sample(() =>
      inFolder((dir) => {
        const params = { epsilon: Math.log(10), delta: 1e-6 }
        const plan = { steps: [{ method: 'synthetic', params }], shows: { link: 'user', time: 'exact' } as const }
        return release([path], { plan, out: join(dir, 'release'), unpublished: true }, {}, { memory })
      }),
    ),
}

/** `synthetic` from file to Parquet, all rows with pseudonyms and times, against `zealous` of the same log; ten minutes are what 36 million rows may take. */
export function syntheticBench(rows: number): Outcome {
  const path = zipfLog(rows)
  const limit = inChild('our-histogram', [path, String(MEMORY)])
  const own = inChild('our-synthetic', [path, String(MEMORY)])
  return {
    name: 'synthetic',
    ours: round(own.seconds),
    limit: round(limit.seconds),
    ratio: round(own.seconds / limit.seconds),
    unit: 's',
    atMost: (SECONDS * rows) / ROWS / limit.seconds,
    peakMiB: own.peakMiB,
    detail: {
      rows,
      zealousPeakMiB: limit.peakMiB,
      cpuSeconds: round(own.cpuSeconds),
      zealousCpuSeconds: round(limit.cpuSeconds),
    },
  }
}
