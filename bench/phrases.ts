import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { release } from '../src/run/release/index.js'
import { bestInTurns, inChild, type Outcome, round, type Sample, sample } from './measure.js'
import { zipfLog } from './zipf-log.js'

const MEMORY = 3 * 2 ** 30

/** The part of this bench; it runs in a process of its own. */
export const PHRASES_PARTS: Readonly<Record<string, (path: string, memory: number) => Promise<Sample>>> = {
  'our-phrases': (path, memory) =>
    sample(async () => {
      const dir = mkdtempSync(join(tmpdir(), 'lethe-bench-out-'))
      try {
        const params = { epsilon: Math.log(10), delta: 1e-8 }
        const plan = { steps: [{ method: 'phrases', params }], shows: {} }
        await release([path], { plan, out: join(dir, 'release'), unpublished: true }, {}, { memory })
      } finally {
        rmSync(dir, { recursive: true, force: true })
      }
    }),
}

/** `phrases` up to three words from file to Parquet, against `zealous --items queries` of the same log. */
export function phrasesBench(rows: number): Outcome {
  const path = zipfLog(rows)
  const part = (name: string) => () => inChild(name, [path, String(MEMORY)])
  const [limit, own] = bestInTurns([part('our-histogram'), part('our-phrases')], 2)
  return {
    name: 'phrases',
    ours: round(own.seconds),
    limit: round(limit.seconds),
    ratio: round(own.seconds / limit.seconds),
    unit: 's',
    atMost: 3,
    peakMiB: own.peakMiB,
    detail: {
      rows,
      zealousPeakMiB: limit.peakMiB,
      cpuSeconds: round(own.cpuSeconds),
      zealousCpuSeconds: round(limit.cpuSeconds),
      cpuRatio: round(own.cpuSeconds / limit.cpuSeconds),
    },
  }
}
