import type { Pair } from './pairs.js'
import { type Choice, Weighted } from './weighted.js'

const ROUNDS = 10

/**
 * Topics: queries that follow one another in sessions, by released counts. Every query takes the topic that weighs most among its neighbours, in turns, until
 * nothing moves; ties go to the smaller number. For each query, those of its topic by popularity; undefined where it stands alone.
 */
export function topicsOf(
  size: number,
  next: readonly Pair[],
  places: ReadonlyMap<string, number>,
  popularity: readonly number[],
): readonly (Choice | undefined)[] {
  const near: (readonly [neighbour: number, weight: number])[][] = Array.from({ length: size }, () => [])
  for (const { query, with: second, weight } of next) {
    const [a, b] = [places.get(query)!, places.get(second)!]
    near[a]!.push([b, weight])
    near[b]!.push([a, weight])
  }
  const topic = Uint32Array.from({ length: size }, (_, place) => place)
  for (let round = 0, moved = true; round < ROUNDS && moved; round++) {
    moved = false
    for (let place = 0; place < size; place++) {
      const best = heaviest(near[place]!, topic)
      if (best !== undefined && best !== topic[place]) {
        topic[place] = best
        moved = true
      }
    }
  }
  const members = new Map<number, number[]>()
  for (let place = 0; place < size; place++)
    if (near[place]!.length > 0) {
      const others = members.get(topic[place]!)
      if (others === undefined) members.set(topic[place]!, [place])
      else others.push(place)
    }
  const choices = new Map(
    [...members]
      .filter(([, all]) => all.length > 1)
      .map(([name, all]) => [
        name,
        { of: Uint32Array.from(all), by: new Weighted(all.map((place) => popularity[place]!)) },
      ]),
  )
  return Array.from({ length: size }, (_, place) => choices.get(topic[place]!))
}

function heaviest(near: readonly (readonly [number, number])[], topic: Uint32Array): number | undefined {
  const sums = new Map<number, number>()
  for (const [neighbour, weight] of near) sums.set(topic[neighbour]!, (sums.get(topic[neighbour]!) ?? 0) + weight)
  const sorted = [...sums].sort((a, b) => b[1] - a[1] || a[0] - b[0])
  return sorted[0]?.[0]
}
