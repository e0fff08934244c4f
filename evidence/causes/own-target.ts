import { leftBy } from '../../bench/km/kept.js'
import { madeUpMarketing } from '../../bench/km/marketing.js'
import { BEHIND, LEVELS } from '../../bench/km/paper.js'
import { paperLog, readPaperLog } from '../../bench/km/term-log.js'
import type { Entries } from '../../src/methods/km-deletion/histories.js'
import type { Part } from '../claims.js'
import { frequencyOf } from '../km/log.js'
import { table } from '../km/tables.js'

const GENERIC = ['logsize', 'users', 'fis'] as const

/** At each level, per cent of log size and of users left by each generic target. */
export type Own = readonly (readonly [logsize: number, users: number])[]

/** [Burghardt] §5.3: by how much a generic target wins its own column, or loses it. */
export async function ownTargets(users: number, part: Part): Promise<Own[]> {
  let made: Entries | undefined
  const entries = () => {
    made ??= readPaperLog(paperLog(users))
    return made
  }
  const found: Own[] = []
  for (const { k, m } of LEVELS)
    found.push(
      await part(`own target, ${k} ${m}`, async () => {
        const marketing = madeUpMarketing(entries(), frequencyOf(entries()))
        const own: [number, number][] = []
        for (const target of GENERIC) {
          const { logsize, users: left } = (await leftBy(entries(), marketing, { target, k, m, seed: 1, budget: 0 }))
            .greedy
          own.push([logsize, left])
        }
        return own
      }),
    )
  return found
}

/** By how many points a column's own target is behind the best of the three, at most. */
const behind = (found: readonly Own[], column: 0 | 1) =>
  Math.max(...found.map((own) => Math.max(...own.map((left) => left[column])) - own[column]![column]))

/** Levels at which `fis` is as good as the best in the source. */
const level = (column: 'logsize' | 'users') => BEHIND[column].filter(([, , fis]) => fis === 0).length

export function ownText(found: readonly Own[]): string {
  const rows = ([0, 1] as const).flatMap((column) =>
    GENERIC.map((target, t) => [
      ['log size', 'users'][column]!,
      target,
      ...found.map((own) => own[t]![column].toFixed(2)),
    ]),
  )
  return `What ours loses it loses by at most ${behind(found, 0).toFixed(2)} points of log size and ${behind(found, 1).toFixed(2)} of users; the source tells whole points, and in its Table 6 \`fis\` is behind the best by 0 at ${level('logsize')} of its ${LEVELS.length} levels of log size and at ${level('users')} of users.

${table(['left', 'by', ...LEVELS.map(({ k, m }) => `(${k},${m})`)], rows)}`
}
