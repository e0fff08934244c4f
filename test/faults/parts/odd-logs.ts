import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { QuickChance } from '../../../src/random/quick.js'
import { release } from '../../../src/run/release/index.js'
import { verify } from '../../../src/run/verify.js'
import { less } from '../attempt.js'
import { pick } from '../chance.js'
import { orRefused, type Part, type Ready, Violation } from '../part.js'
import { type LineFormat, poolOf, SOUND, spoilt } from '../row-pool.js'

interface Case {
  readonly format: LineFormat
  readonly rows: readonly string[]
  readonly out: 'tsv' | 'csv' | 'ndjson' | 'parquet'
  readonly link: 'none' | 'user' | 'session'
  readonly time: 'day' | 'hour' | 'exact' | 'relative'
}

function make(chance: QuickChance): Case {
  const format = pick(chance, ['aol', 'csv', 'tsv', 'ndjson'] as const)
  const pool = poolOf(format)
  const start = chance.below(pool.length)
  const rows = Array.from({ length: 600 }, (_, i) => pool[(start + i * 97) % pool.length]!)
  const odd = rows.map((row) => (chance.below(4) === 0 ? spoilt(row, chance, pool) : row))
  return {
    format,
    // Twice, by others, so that odd texts too are shown.
    rows: [...odd, ...odd.map((row) => row.replace(/\d/, '7'))],
    out: pick(chance, ['tsv', 'csv', 'ndjson', 'parquet']),
    link: pick(chance, ['none', 'user', 'session']),
    time: pick(chance, ['day', 'hour', 'exact', 'relative']),
  }
}

const attempt = async ({ format, rows, out, link, time }: Case, dir: string): Promise<number> => {
  const log = join(dir, `log.${format}`)
  const header = SOUND[format].header
  const text = [...(header === undefined ? [] : [header]), ...rows].map((row) => `${row}\n`).join('')
  writeFileSync(log, Buffer.from(text, 'latin1'))
  const read = { format, maxBad: 1 }
  const to = join(dir, 'release')
  const plan = { steps: [{ method: 'rare-queries', params: { k: 2 } }], shows: { link, time } }
  const made = await orRefused(() => release([log], { plan, out: to, format: out }, read))
  if (made === undefined) return 0
  const { holds, checks } = await verify(to, { against: [log] }, read)
  const wrong = checks.find((check) => check.holds !== true)
  if (holds !== true) throw new Violation(`a release of an odd log does not verify: ${wrong?.name}: ${wrong?.detail}`)
  return 1
}

async function open(): Promise<Ready<Case>> {
  return {
    make,
    attempt,
    *smaller(one) {
      for (const rows of less(one.rows)) yield { ...one, rows }
    },
  }
}

/** Releases of logs with spoilt rows: each that is made is shown to hold against its log. */
export const oddLogs: Part<Case> = { name: 'odd-logs', counts: 'releases', weight: 1, open }
