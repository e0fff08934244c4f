import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { availableParallelism, cpus, loadavg, release, totalmem } from 'node:os'
import { join } from 'node:path'
import { PACKAGE_ROOT } from '../../src/base/package-root.js'
import type { Outcome } from '../measure.js'

export const PAGE = join(PACKAGE_ROOT, 'docs', 'evidence', 'speed.md')
const KEPT = join(PACKAGE_ROOT, 'docs', 'evidence', 'speed')

/** What a bench told when it was last run, and on what. */
export interface Held extends Outcome {
  readonly day: string
  readonly rows: number | undefined
  readonly version: string
  readonly node: string
  readonly machine: string
  /** How many other processes wanted the processor when the bench began. */
  readonly load: number
  readonly minutes: number
}

/** What a bench told, with when and where. */
export function told(outcome: Outcome, rows: number | undefined, load: number, minutes: number): Held {
  return {
    ...outcome,
    day: new Date().toISOString().slice(0, 10),
    rows,
    version: version(),
    node: process.version,
    machine: machine(),
    load: Number(load.toFixed(1)),
    minutes: Number(minutes.toFixed(1)),
  }
}

/** Keeps what a bench told beside the page. */
export function keep(held: Held): void {
  mkdirSync(KEPT, { recursive: true })
  writeFileSync(join(KEPT, `${held.name}.json`), `${JSON.stringify(held, null, 2)}\n`)
}

/** All that is kept, by the names of benches. */
export function heldBenches(): ReadonlyMap<string, Held> {
  const files = existsSync(KEPT) ? readdirSync(KEPT).filter((file) => file.endsWith('.json')) : []
  return new Map(
    files.map((file) => [file.replace(/\.json$/, ''), JSON.parse(readFileSync(join(KEPT, file), 'utf8')) as Held]),
  )
}

const LOOKS = 10

/** How many others want the processor now: looked at for a second. Mean loads are of the minute before, and tell of the bench before. */
export function load(): number {
  const told = '/proc/loadavg'
  if (!existsSync(told)) return loadavg()[0] ?? 0
  let running = 0
  for (let look = 0; look < LOOKS; look++) {
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1000 / LOOKS)
    running += Number(/(\d+)\//.exec(readFileSync(told, 'utf8'))?.[1]) - 1
  }
  return running / LOOKS
}

function version(): string {
  return (JSON.parse(readFileSync(join(PACKAGE_ROOT, 'package.json'), 'utf8')) as { readonly version: string }).version
}

function machine(): string {
  const gib = Math.round(totalmem() / 2 ** 30)
  return `${availableParallelism()} cores (${cpus()[0]?.model.trim() ?? 'unknown'}), ${gib} GiB, ${process.platform} ${release().split('-')[0]}`
}
