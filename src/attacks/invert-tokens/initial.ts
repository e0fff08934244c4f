import type { Random } from '../../random/random.js'
import { byRow, type Distances } from './distances.js'
import { FEATURES, featureDistance } from './features.js'
import type { Mapping } from './mapping.js'
import { scoreGreedy } from './score-greedy.js'

export const INITIALS = ['node-start', 'frequency', 'random'] as const
export type Initial = (typeof INITIALS)[number]

/** [Kumar07] §3.2: where the iteration starts. */
export function initialMapping(
  by: Initial,
  left: Float64Array,
  right: Float64Array,
  random: Random,
  allowed?: Allowed,
): Mapping {
  const [l, r] = [left.length / FEATURES, right.length / FEATURES]
  switch (by) {
    case 'random':
      return shuffledNumbers(Math.max(l, r), random)
        .slice(0, l)
        .map((number) => (number < r ? number : -1))
    case 'frequency':
      return Int32Array.from({ length: l }, (_, i) => (i < r ? i : -1))
    case 'node-start':
      return scoreGreedy(onlyAllowed(featureDistances(left, right), allowed)).mu
  }
}

/** |g(l) - g(r)| for all pairs. */
export function featureDistances(left: Float64Array, right: Float64Array): Distances {
  const [l, r] = [left.length / FEATURES, right.length / FEATURES]
  return byRow(l, r, (row, into) => {
    for (let column = 0; column < r; column++) into[column] = featureDistance(left, row, right, column)
  })
}

/** Which pairs are considered: for each l some r, in rising order. */
export type Allowed = (l: number) => Int32Array

/** [Kumar07] §3.4, feature pruning: for each l the fraction beta of the r nearest in features. */
export function prunedPairs(left: Float64Array, right: Float64Array, beta: number): Allowed | undefined {
  if (beta >= 1) return undefined
  const [l, r] = [left.length / FEATURES, right.length / FEATURES]
  const kept = Math.max(1, Math.ceil(beta * r))
  const chosen = new Int32Array(l * kept)
  const keys = new Float64Array(r)
  const sorted = new Float64Array(r)
  for (let row = 0; row < l; row++) {
    for (let column = 0; column < r; column++) keys[column] = featureDistance(left, row, right, column)
    sorted.set(keys)
    const bound = sorted.sort()[kept - 1]!
    let length = 0
    for (let column = 0; column < r && length < kept; column++)
      if (keys[column]! < bound) chosen[row * kept + length++] = column
    for (let column = 0; column < r && length < kept; column++)
      if (keys[column] === bound) chosen[row * kept + length++] = column
    chosen.subarray(row * kept, row * kept + length).sort()
  }
  return (row) => chosen.subarray(row * kept, (row + 1) * kept)
}

/** Distances with all other pairs left out. */
export function onlyAllowed(distances: Distances, allowed: Allowed | undefined): Distances {
  if (allowed === undefined) return distances
  const all = new Float64Array(distances.right)
  return byRow(distances.left, distances.right, (l, into) => {
    distances.row(l, all)
    into.fill(Number.POSITIVE_INFINITY)
    for (const r of allowed(l)) into[r] = all[r]!
  })
}

function shuffledNumbers(n: number, random: Random): Int32Array {
  const numbers = Int32Array.from({ length: n }, (_, i) => i)
  for (let i = n - 1; i > 0; i--) {
    const j = random.below(i + 1)
    ;[numbers[i], numbers[j]] = [numbers[j]!, numbers[i]!]
  }
  return numbers
}
