import { handedOn, NOBODY, newSums, type Sums, scored } from '../../src/peer/simulate/guess.js'
import type { FriendsCollusion } from '../../src/peer/simulate/result.js'
import type { Chance } from '../../src/random/quick.js'
import type { Sighting } from './curious.js'

/** A peer as those who pool what they saw know it: its id, its friends, and what it saw itself. */
export interface Witness {
  readonly id: string
  readonly friends: readonly string[]
  readonly seen: readonly Sighting[]
}

/**
 * What c friends of each user guess from their transcripts alone, by the rule of the simulator; scored by who really asked. Every user is
 * guessed at once for each order in which her friends may join, `orders` of them drawn.
 */
export function pooledGuesses(
  witnesses: readonly Witness[],
  sizes: readonly number[],
  asker: ReadonlyMap<string, string>,
  orders: number,
  chance: Chance,
): FriendsCollusion[] {
  const byId = new Map(witnesses.map((one) => [one.id, one]))
  const sums = sizes.map(newSums)
  for (const { id, friends } of witnesses) {
    const theirs = friends.map((friend) => byId.get(friend)!)
    const asked = [...asker.values()].filter((one) => one === id).length
    for (let i = 0; i < orders; i++) {
      const circle = shuffled(theirs, chance)
      const of = sums.filter(({ c }) => friends.length > c)
      for (const sum of of) sum.asked += asked
      guessAt(id, circle, of, asker)
    }
  }
  return scored(sums)
}

/** One user, and her friends in the order in which they join. */
function guessAt(
  user: string,
  circle: readonly Witness[],
  sums: readonly Sums[],
  asker: ReadonlyMap<string, string>,
): void {
  const sightings = circle.flatMap(({ seen }, rank) => seen.map((one) => ({ ...one, rank })))
  sightings.sort((a, b) => a.time - b.time)
  const knew = new Map<string, number>()
  const handed = new Set<string>()
  for (const { query, from, rank } of sightings) {
    if (from !== user) knew.set(query, Math.min(rank, knew.get(query) ?? NOBODY))
    else if (!handed.has(query)) {
      // Offered again to another, where the first refused, it is the same query.
      handed.add(query)
      for (const sum of sums) handedOn(sum, rank, knew.get(query) ?? NOBODY, asker.get(query) === user)
    }
  }
}

function shuffled<T>(list: readonly T[], chance: Chance): T[] {
  const order = [...list]
  for (let i = order.length - 1; i > 0; i--) {
    const j = chance.below(i + 1)
    const one = order[i]!
    order[i] = order[j]!
    order[j] = one
  }
  return order
}
