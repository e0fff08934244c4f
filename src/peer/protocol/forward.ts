import type { Chance } from '../../random/quick.js'
import { SELF } from './selection.js'

/** Ψ_f, [Erola13] §4.3.3: whoever holds another's query submits it with chance 1/(k+1). */
export function submitsIt(neighbours: number, chance: Chance): boolean {
  return chance.below(neighbours + 1) === 0
}

/**
 * One of the neighbours not marked in `tried` (from 0), `left` of them, each as likely as the other. Nobody left: the holder herself.
 *
 * Deviates from the letter of [Erola13] §4.3.1: whoever brought the query is marked from the start, so it never goes straight
 * back. Sent back it would return to its source so often that the source becomes the one who submits most of her own queries,
 * and the published positions and hops come out only this way.
 */
export function drawNeighbour(from: number, to: number, left: number, tried: Uint8Array, chance: Chance): number {
  if (left === 0) return SELF
  let at = chance.below(left)
  for (let edge = from; edge < to; edge++) {
    if (tried[edge - from] !== 0) continue
    if (at-- === 0) return edge
  }
  return SELF
}
