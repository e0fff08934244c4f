import { QuickChance } from '../../random/quick.js'
import { SAVED_AT_MOST } from '../protocol/again.js'
import type { ProtocolParameters } from '../protocol/parameters.js'
import { SEATS } from '../protocol/selection.js'
import { type Graph, mostNeighbours } from './graph.js'
import { type Kernel, NEIGHBOURS, TIMES } from './kernel.js'
import { type Network, network } from './network.js'
import { counted, type Tally } from './tally.js'

/** The protocol on every peer of a graph, every query counted: by the kernel, unless somebody knows too many, or lies. */
export function openNetwork(
  graph: Graph,
  parameters: ProtocolParameters,
  tally: Tally,
  seed: number,
  lying?: Uint8Array,
): Network {
  const most = mostNeighbours(graph)
  const seats = parameters.asPublished ? most : SEATS.friend
  const fits = most <= NEIGHBOURS && seats * parameters.repeats <= TIMES
  return graph.kernel && fits && lying === undefined
    ? fastNetwork(graph.kernel, graph.users, parameters, tally, seed)
    : counted(network(graph, parameters, new QuickChance(seed), lying), graph, tally)
}

/** What `network` and `counted` do: from the same seed the same ways, draw by draw, and the same counts. */
function fastNetwork(
  { at, refusals, ...kernel }: Kernel,
  users: number,
  { theta, repeats, zeta, again, asPublished }: ProtocolParameters,
  tally: Tally,
  seed: number,
): Network {
  kernel.seed(seed | 0, Math.floor(seed / 2 ** 32) | 0)
  kernel.setRecords(at.people, at.links)
  kernel.setVector(theta[0], theta[1], repeats, at.seats)
  if (asPublished) kernel.setSeats(0, 0)
  else kernel.setSeats(SEATS.self, SEATS.friend)
  kernel.setAgain(again, SAVED_AT_MOST)
  kernel.setWay(at.path, at.tried, zeta)
  kernel.setTally(at.own, at.byNeighbour, tally.byNeighbour.BYTES_PER_ELEMENT === 4, at.hops, at.totals)
  const way = {
    hops: 0,
    get refusals() {
      return refusals.value
    },
    path: new Int32Array(kernel.memory.buffer, at.path, users + 2),
  }
  return {
    way,
    ask(source) {
      way.hops = kernel.ask(source)
    },
    askAll: () => kernel.askAll(users),
  }
}
