import { writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { attack } from '../../src/run/attack.js'
import { release } from '../../src/run/release/index.js'
import { busyPeople } from '../weaknesses/busy.js'

export const SPLITS = ['daily', 'gap', 'interest'] as const
export type Split = (typeof SPLITS)[number]

export interface Relinked {
  readonly split: Split
  readonly sessions: number
  readonly each: number
  /** Over sessions with any number of responses, at most 1000, 100 and 10. */
  readonly selectivity: readonly number[]
  /** The same where the asked session counts. */
  readonly counted: readonly number[]
  readonly m: number
  readonly ratio: number
}

interface Scored {
  readonly selectivity: Readonly<Record<string, number | null>>
  readonly selectivityWithAsked: Readonly<Record<string, number | null>>
  readonly components: { readonly mean: number; readonly ratio: number }
}

/** Takes the histories of a log apart and puts them together again. */
export async function relinkAll(log: string, dir: string, split: Split): Promise<Relinked> {
  const out = join(dir, `${basename(log)}-${split}`)
  const plan = { steps: [{ method: 'sessions', params: { split } }], shows: {} }
  const { kept } = await release([log], { plan, out, truth: true, seed: 1 })
  const { scored } = await attack('relink-sessions', out, { truth: `${out}.private` })
  const { selectivity, selectivityWithAsked, components } = scored as unknown as Scored
  const shares = (of: Scored['selectivity']) => Object.values(of).map((share) => share ?? 0)
  const sessions = kept.users ?? 0
  return {
    split,
    sessions,
    each: kept.rows / sessions,
    selectivity: shares(selectivity),
    counted: shares(selectivityWithAsked),
    m: components.mean,
    ratio: components.ratio,
  }
}

/** Writes the histories of so many people with 100 to 300 clicked queries; gives the path. */
export function writeBusy(world: string, people: number, path: string): string {
  const lines = ['AnonID\tQuery\tQueryTime\tItemRank\tClickURL']
  for (const { person, rows } of busyPeople(world, people))
    for (const { asked, time, rank, host } of rows) {
      const at = new Date(time * 1000).toISOString().slice(0, 19).replace('T', ' ')
      lines.push(`${person.user}\t${asked.text}\t${at}\t${rank > 0 ? `${rank}\thttp://${host}` : '\t'}`)
    }
  writeFileSync(path, `${lines.join('\n')}\n`)
  return path
}
