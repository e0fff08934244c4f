import type { Random } from '../../random/random.js'
import { byExpansion, type Relation } from './company.js'
import type { Crew } from './crew/index.js'
import type { Bounds, Placed } from './features.js'
import type { Mapping } from './mapping.js'
import { scoreGreedy } from './score-greedy.js'

export const INITIALS = ['node-start', 'frequency', 'random'] as const
export type Initial = (typeof INITIALS)[number]

/** [Kumar07] §3.2: where the iteration starts. */
export async function initialMapping(
  by: Initial,
  crew: Crew,
  relation: Relation,
  features: Placed,
  random: Random,
  bounds?: Bounds,
): Promise<Mapping> {
  const { n: l, width: r } = features
  switch (by) {
    case 'random':
      return shuffledNumbers(Math.max(l, r), random)
        .slice(0, l)
        .map((number) => (number < r ? number : -1))
    case 'frequency':
      return Int32Array.from({ length: l }, (_, i) => (i < r ? i : -1))
    case 'node-start': {
      // With nobody mapped, expansion goes by features alone.
      const candidates = byExpansion(crew, relation, new Int32Array(0), 0, features, bounds)
      return (await scoreGreedy(candidates)).mu
    }
  }
}

function shuffledNumbers(n: number, random: Random): Int32Array {
  const numbers = Int32Array.from({ length: n }, (_, i) => i)
  for (let i = n - 1; i > 0; i--) {
    const j = random.below(i + 1)
    ;[numbers[i], numbers[j]] = [numbers[j]!, numbers[i]!]
  }
  return numbers
}
