import { readFile } from 'node:fs/promises'
import { setTimeout as wait } from 'node:timers/promises'
import type { Running } from './lethe.js'

/** The most memory that a process held until it ended, as Linux tells it. */
export async function peakBytes({ child, outcome }: Running): Promise<number> {
  let peak = 0
  let ended = false
  outcome.then(() => (ended = true))
  while (!ended) {
    const status = await readFile(`/proc/${child.pid}/status`, 'utf8').catch(() => '')
    peak = Math.max(peak, Number(/VmHWM:\s+(\d+) kB/.exec(status)?.[1] ?? 0) * 1024)
    await wait(20)
  }
  return peak
}
