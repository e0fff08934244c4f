import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { inChild, type Sample } from '../../bench/measure.js'
import { writeLog } from '../../src/generate/index.js'

/** A whole log as it is released in practice: a quarter of a year of many people. */
export const WHOLE = { users: 650_000, days: 92, memory: 3 * 2 ** 30, seconds: 600, peakMiB: 6 * 1024 } as const

export interface WholeFigures extends Sample {
  readonly rows: number
}

/** What releasing it takes, from the file to files, in a process of its own. */
export async function wholeFigures(dir: string, seed: number): Promise<WholeFigures> {
  const log = join(dir, 'whole.tsv')
  const { rows } = await writeLog({ users: WHOLE.users, days: WHOLE.days, seed }, { out: log })
  const taken = inChild('our-synthetic', [log, String(WHOLE.memory)])
  rmSync(log)
  return { ...taken, rows }
}

export function wholeText({ rows, seconds, cpuSeconds, peakMiB }: WholeFigures): string {
  const held = seconds <= WHOLE.seconds && peakMiB <= WHOLE.peakMiB
  return `## A whole log

${WHOLE.days} days of ${WHOLE.users.toLocaleString('en')} people, ${rows.toLocaleString('en')} rows, from a TSV file to Parquet with \`--memory 3GiB\`: ${seconds.toFixed(0)} s by the clock, ${cpuSeconds.toFixed(0)} s of the processor, a
peak of ${(peakMiB / 1024).toFixed(1)} GiB. It may take ${WHOLE.seconds / 60} minutes on two cores and ${WHOLE.peakMiB / 1024} GiB: ${held ? 'kept' : 'not kept'}. Times are those of the machine and of what else it did.
`
}
