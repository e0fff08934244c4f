import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'

/** What a bench prints: ours against a limit measured in the same run. */
export interface Outcome {
  readonly name: string
  readonly ours: number
  readonly limit: number
  readonly ratio: number
  readonly unit: string
  /** The ratio that must not be passed. */
  readonly atMost: number
  /** Peak resident memory of our run, in MiB. */
  readonly peakMiB: number
  readonly detail: Readonly<Record<string, number | string>>
}

export interface Sample {
  readonly seconds: number
  readonly cpuSeconds: number
  readonly peakMiB: number
}

/** Runs one part of a bench in a process of its own, so that its memory and caches are its own too. */
export function inChild(part: string, args: readonly string[]): Sample {
  const main = fileURLToPath(new URL('./main.js', import.meta.url))
  const child = spawnSync(process.execPath, [main, '--part', part, ...args], {
    encoding: 'utf8',
    maxBuffer: 1 << 26,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  if (child.status !== 0) throw new Error(`bench part ${part} failed`)
  return JSON.parse(child.stdout) as Sample
}

/** Runs parts in turns and takes the quickest sample of each: what else the machine does then weighs on all alike. */
export function bestInTurns<const T extends readonly (() => Sample)[]>(
  parts: T,
  turns = 3,
): { [K in keyof T]: Sample } {
  const best: Sample[] = []
  for (let turn = 0; turn < turns; turn++)
    parts.forEach((part, i) => {
      const now = part()
      if (best[i] === undefined || now.seconds < best[i].seconds) best[i] = now
    })
  return best as { [K in keyof T]: Sample }
}

/** Times work and reads the peak of this process. */
export async function sample(work: () => Promise<unknown>): Promise<Sample> {
  const [started, used] = [performance.now(), process.cpuUsage()]
  await work()
  const { user, system } = process.cpuUsage(used)
  return {
    seconds: (performance.now() - started) / 1000,
    cpuSeconds: (user + system) / 1e6,
    peakMiB: Math.round(process.resourceUsage().maxRSS / 1024),
  }
}

export function round(value: number): number {
  return Math.round(value * 1000) / 1000
}
