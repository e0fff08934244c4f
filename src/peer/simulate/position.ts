import type { Chance } from '../../random/quick.js'
import type { Graph } from './graph.js'
import { byNeighbours, type Tally } from './tally.js'

/**
 * [Erola13] §4.3.4: the rank of a user, from 0, ascending, among herself and her direct neighbours, by how many of her queries each
 * submitted. Where several submitted as many, the order among them is drawn.
 */
export function positions(graph: Graph, tally: Tally, chance: Chance): ReturnType<typeof byNeighbours> {
  const { first } = graph
  return byNeighbours(
    graph,
    (u) => {
      const own = tally.own[u] as number
      let below = 0
      let equal = 0
      for (let edge = first[u] as number; edge < (first[u + 1] as number); edge++) {
        const theirs = tally.byNeighbour[edge] as number
        if (theirs < own) below++
        else if (theirs === own) equal++
      }
      return equal === 0 ? below : below + chance.below(equal + 1)
    },
    (u) => (tally.asked[u] as number) > 0,
  )
}
