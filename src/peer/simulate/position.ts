import type { Chance } from '../../random/quick.js'
import { FIRST, type Graph, LINK_SHIFT, PERSON } from './graph.js'
import { byNeighbours, type Tally } from './tally.js'

/**
 * [Erola13] §4.3.4: the rank of a user, from 0, ascending, among herself and her direct neighbours, by how many of her queries each
 * submitted. Where several submitted as many, the order among them is drawn.
 */
export function positions(
  graph: Graph,
  tally: Tally,
  asks: (user: number) => boolean,
  chance: Chance,
): ReturnType<typeof byNeighbours> {
  const { people } = graph
  const position = (u: number) => {
    const own = tally.own[u]!
    const end = people[(u + 1) * PERSON + FIRST]! >> LINK_SHIFT
    let below = 0
    let equal = 0
    for (let friendship = people[u * PERSON + FIRST]! >> LINK_SHIFT; friendship < end; friendship++) {
      const theirs = tally.byNeighbour[friendship]!
      if (theirs < own) below++
      else if (theirs === own) equal++
    }
    return equal === 0 ? below : below + chance.below(equal + 1)
  }
  return byNeighbours(graph, position, asks)
}
