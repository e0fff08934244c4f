import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { generate } from '../src/run/generate.js'
import { release } from '../src/run/release/index.js'
import { inChild, type Outcome, round, type Sample, sample } from './measure.js'
import { inFolder } from './spine.js'

const ROWS_PER_USER = 56
const MEMORY = 6 * 2 ** 30

const released =
  (method: string) =>
  (path: string, memory: number): Promise<Sample> =>
    sample(() =>
      inFolder((dir) =>
        release(
          [path],
          { plan: { steps: [{ method, params: { k: 3 } }], shows: {} }, out: join(dir, 'release'), seed: 1 },
          {},
          { memory },
        ),
      ),
    )

/** Whole releases; each runs in a process of its own. */
export const RELEASED_PARTS: Readonly<Record<string, (path: string, memory: number) => Promise<Sample>>> = {
  'released-syntactic': released('microaggregate-syntactic'),
  'released-semantic': released('microaggregate-semantic'),
  'make-log': async (path, users) => sample(() => generate({ users, seed: 1, days: 107 }, { out: path })),
}

/** `microaggregate-syntactic` exactly, from file to release: 10,000 users in three minutes, fewer in so much less as there are fewer pairs. */
export function releaseSyntactic(rows: number): Outcome {
  const users = Math.min(10_000, Math.round(rows / ROWS_PER_USER))
  return against('syntactic', users, 180 * (users / 10_000) ** 2)
}

/** `microaggregate-semantic` from file to release: 650,000 users in 20 minutes, fewer in so much less. */
export function releaseSemantic(rows: number): Outcome {
  const users = Math.round((rows / 36e6) * 650_000)
  return against('semantic', users, (1200 * users) / 650_000)
}

function against(kind: string, users: number, limit: number): Outcome {
  const own = inChild(`released-${kind}`, [logOf(users), String(MEMORY)])
  return {
    name: `release-${kind}`,
    ours: round(own.seconds),
    limit: round(limit),
    ratio: round(own.seconds / limit),
    unit: 's',
    atMost: 1,
    peakMiB: own.peakMiB,
    detail: { users, cpuSeconds: round(own.cpuSeconds) },
  }
}

/** Made once and kept for the next run. */
function logOf(users: number): string {
  const dir = join(tmpdir(), 'lethe-bench')
  const path = join(dir, `people-1-${users}.tsv`)
  if (existsSync(path)) return path
  mkdirSync(dir, { recursive: true })
  const unfinished = join(dir, `unfinished-${process.pid}.tsv`)
  rmSync(unfinished, { force: true })
  inChild('make-log', [unfinished, String(users)])
  renameSync(unfinished, path)
  return path
}
