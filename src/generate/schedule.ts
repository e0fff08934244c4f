import { run } from './arithmetic.js'
import type { Person } from './person.js'
import type { Stream } from './stream.js'
import { drawIndex, weighted } from './weighted.js'

/** When a session starts, in seconds from the first midnight, and how many queries it has. */
export interface Planned {
  readonly start: number
  readonly queries: number
}

// People search in the evening and hardly before dawn.
const HOURS = weighted(
  [2, 1.2, 0.8, 0.5, 0.5, 0.8, 1.5, 2.6, 3.8, 4.8, 5.4, 5.6, 5.6, 5.6, 5.7, 5.8, 5.9, 6, 6.3, 6.9, 7.3, 7, 5.6, 3.6],
  (weight) => weight,
)
const DAY = 86_400

/** A person's sessions over some days, in order, with about `queries` queries in all. */
export function schedule(
  person: Person,
  days: number,
  queries: number,
  errands: number,
  goesOn: number,
  sameDay: number,
  chance: Stream,
): Planned[] {
  const planned: Planned[] = []
  let left = queries
  let day = 0
  while (left > 0) {
    const n = chance.chance(errands) ? 1 : Math.min(left, 1 + run(chance, goesOn, 200))
    left -= n
    if (planned.length === 0 || !chance.chance(sameDay)) day = chance.below(days)
    const hour = (drawIndex(HOURS, chance) + person.lateness + 24) % 24
    planned.push({ start: day * DAY + hour * 3600 + chance.below(3600), queries: n })
  }
  return planned.sort((a, b) => a.start - b.start)
}

/** Seconds until the next query of a session. */
export function pause(chance: Stream): number {
  const u = chance.unit()
  if (u < 0.7) return 5 + chance.below(90)
  if (u < 0.94) return 60 + chance.below(400)
  return 300 + chance.below(1500)
}
