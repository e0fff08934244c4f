import { type Attacker, usualCost } from '../release/attackers.js'
import type { Risk } from '../release/risk.js'
import { errorOf, type Reached } from './outcomes.js'

/** An attack as a report needs it: whose it is, and how its figures read as a risk. */
export interface Reading {
  readonly attacker: Attacker
  risk(scored: object): Risk | readonly Risk[] | undefined
}

/** How far an attack came by its figures, at each cost that was tried; undefined where they are none that compare. */
export function reachedBy(attack: Reading, figures: unknown): Reached | undefined {
  if (typeof figures !== 'object' || figures === null || errorOf(figures) !== undefined) return undefined
  const read = attack.risk(figures)
  const all = Array.isArray(read) ? (read as readonly Risk[]) : read === undefined ? [] : [read as Risk]
  const levels = all.flatMap((level): Risk[] => {
    if (level.cost !== undefined && !Number.isFinite(level.cost)) return []
    if (level.share === null) return [level]
    return Number.isFinite(level.share) ? [{ ...level, share: Math.min(1, Math.max(0, level.share)) }] : []
  })
  return levels.length === 0 ? undefined : { attacker: attack.attacker, levels }
}

/** How far an attack came for somebody who can afford so much: of all costs within it the one that goes furthest. */
export function reachedAt({ attacker, levels }: Reached, at = usualCost(attacker)): Risk {
  const within = levels.filter(({ cost }) => cost === undefined || at === undefined || cost <= at)
  const furthest = within.reduce<Risk | undefined>(
    (a, b) => (a && (a.share ?? -1) >= (b.share ?? -1) ? a : b),
    undefined,
  )
  return furthest ?? { share: null, reason: `it was not tried with so little (${at})` }
}

/** From here on an attacker is said to succeed. */
export const HALF = 0.5

/** The least cost at which half of what is tried succeeds; undefined where none that was tried is enough, or none was named. */
export function leastCost({ levels }: Reached): number | undefined {
  const costs = levels.flatMap(({ cost, share }) => (cost !== undefined && (share ?? 0) >= HALF ? [cost] : []))
  return costs.length === 0 ? undefined : Math.min(...costs)
}
