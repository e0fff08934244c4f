import type { Chance } from '../../random/quick.js'
import { SELF } from './selection.js'

/** Ψ_f, [Erola13] §4.3.3: whoever holds another's query submits it with chance 1/(k+1). */
export function submitsIt(neighbours: number, chance: Chance): boolean {
  return chance.below(neighbours + 1) === 0
}

/**
 * One of `count` neighbours, each as likely as the other, without `brought` and those marked in `tried`: `left` of them remain.
 * Nobody left: the holder herself.
 *
 * Deviates from the letter of [Erola13] §4.3.1, where any neighbour may be drawn: a query never goes straight back to whoever
 * brought it. Whoever meets an id again submits it; sent straight back, most queries would end with their source.
 */
export function drawNeighbour(count: number, brought: number, left: number, tried: Uint8Array, chance: Chance): number {
  if (left === 0) return SELF
  let rest = chance.below(left)
  if (left === count - 1 && brought !== SELF) return rest < brought ? rest : rest + 1
  for (let j = 0; j < count; j++) {
    if (j === brought || tried[j] !== 0) continue
    if (rest-- === 0) return j
  }
  return SELF
}
