import type { Random } from '../../random/random.js'
import type { ITEMS } from '../../release/guarantee.js'
import { planter } from '../audit-dp/plant.js'
import type { Tried } from '../trial.js'
import type { Planted } from './population.js'

const REPEATS = 10
const IN_CROWD = 5
/** Made-up persons must not be what the log is made of. */
const MOST_SHARE = 0.1

/** Persons that a text needs to be shown, by whatever name the plan has for them; with noise, those that give it an even chance. */
export function thresholdOf({ guarantee, derived, steps }: Tried): number {
  const asked = steps.flatMap(({ params }) => [params.k, params.t, params.minUsers])
  const promised = guarantee.kind === 'threshold-reveal' ? [guarantee.t] : []
  const numbers = [derived.evenChanceAt, ...promised, ...asked].map((n) => (n === undefined ? 0 : Number(n)))
  return Math.max(1, ...numbers.filter(Number.isFinite))
}

/**
 * Persons with items of their own, one of them again and again; and, where the log has room for it, some of a crowd of twice the threshold, of
 * which half is there: an item that one person more or less makes or breaks.
 */
export function plantPersons(
  random: Random,
  kind: (typeof ITEMS)[number],
  threshold: number,
  persons: number,
): Planted {
  const make = planter(random, kind)
  const items = (n: number) => Array.from({ length: n }, make.item)
  const repeated = make.item()
  const alone = [items(1), items(1), items(3), items(3), Array.from({ length: REPEATS }, () => repeated)]
  const size = 2 * Math.round(threshold)
  const shared = threshold > 1 && size <= MOST_SHARE * persons ? items(1) : []
  const crowd = (n: number) => (shared.length === 0 ? [] : Array.from({ length: n }, () => make.person(shared)))
  const inCrowd = Math.min(IN_CROWD, size)
  return {
    crowd: crowd(size - inCrowd).flat(),
    targets: [...alone.map((asked) => make.person(asked)), ...crowd(inCrowd)].flat(),
  }
}
