import type { Chance } from '../../random/quick.js'
import type { ProtocolParameters } from './parameters.js'

/** How often each neighbour stands in a selection vector; one array for a node, one for all users of a simulation. */
export type Weights = Uint16Array | Uint32Array

/**
 * Ψ, [Erola13] §4.3.4: builds the pruned selection vector. Before, `weights[from..to)` hold H_j, the number of neighbours of
 * each neighbour; after, how often each stands in the pruned vector. Returns the length of the pruned vector; what the
 * neighbours do not fill of it is the user herself, who stands in the vector once before it is repeated.
 *
 * The vector is kept for an epoch: drawn anew for each query, pruning would change nothing, because the expected shares stay P_s.
 */
export function prune(
  weights: Weights,
  from: number,
  to: number,
  parameters: ProtocolParameters,
  chance: Chance,
): number {
  const [least, most] = parameters.theta
  let once = 1
  for (let edge = from; edge < to; edge++) once += weights[edge] as number
  const repeats = 1 + chance.below(parameters.repeats)
  const theta = least + (most - least) * chance.unit()
  let left = once * repeats
  const kept = Math.max(1, Math.round(left * (1 - theta)))
  // Selection sampling: element by element, each stays with the chance that is left to it.
  let need = kept
  for (let edge = from; edge < to; edge++) {
    const elements = (weights[edge] as number) * repeats
    let stay = 0
    for (let i = 0; i < elements; i++) {
      if (chance.below(left) < need) {
        stay++
        need--
      }
      left--
    }
    weights[edge] = stay
  }
  return kept
}

/** The user herself, where a neighbour could be. */
export const SELF = -1

/**
 * Takes the next from the vector, in random order; neighbours marked in `tried` (from 0) are passed over, and `length` is what
 * is left without them. Nobody left: the user herself.
 */
export function drawFromVector(
  weights: Weights,
  from: number,
  to: number,
  length: number,
  tried: Uint8Array,
  chance: Chance,
): number {
  if (length === 0) return SELF
  let at = chance.below(length)
  for (let edge = from; edge < to; edge++) {
    if (tried[edge - from] !== 0) continue
    const weight = weights[edge] as number
    if (at < weight) return edge
    at -= weight
  }
  return SELF
}
