import { mkdtempSync, rmSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import { writeLog } from '../src/generate/index.js'
import { compare } from '../src/run/compare/index.js'
import { type Outcome, round } from './measure.js'

const USERS = 1000
const ROWS_PER_USER = 56

/** The default grid on a thousand people: the time of all processes together, against what the settings took one by one. */
export async function compareBench(rows: number): Promise<Outcome> {
  const users = Math.min(USERS, Math.round(rows / ROWS_PER_USER))
  const dir = mkdtempSync(join(tmpdir(), 'lethe-bench-compare-'))
  try {
    const log = join(dir, 'log.tsv')
    await writeLog({ users, seed: 1 }, { out: log })
    const { results, seconds } = await compare([log], { out: join(dir, 'compared') })
    const parts = results.reduce((sum, result) => sum + result.seconds, 0)
    const ours = seconds * Math.min(availableParallelism(), results.length)
    return {
      name: 'compare',
      ours: round(ours),
      limit: round(parts),
      ratio: round(ours / parts),
      unit: 's of processes',
      atMost: 1.1,
      peakMiB: 0,
      detail: {
        users,
        seconds,
        settings: results.length,
        failed: results.filter((result) => result.error !== undefined).length,
      },
    }
  } finally {
    rmSync(dir, { recursive: true, force: true })
  }
}
