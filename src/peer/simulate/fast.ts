import { QuickChance } from '../../random/quick.js'
import type { ProtocolParameters } from '../protocol/parameters.js'
import { degree, FIRST, type Graph, LINK, mostNeighbours, PERSON, TO } from './graph.js'
import { type Kernel, NEIGHBOURS, SEATS } from './kernel.js'
import { type Network, network } from './network.js'
import { counted, type Tally } from './tally.js'

/** The protocol on every peer of a graph, every query counted: by the kernel where there is room. */
export function openNetwork(graph: Graph, parameters: ProtocolParameters, tally: Tally, seed: number): Network {
  return graph.kernel && isForKernel(graph, parameters)
    ? fastNetwork(graph.kernel, graph.users, parameters, tally, seed)
    : counted(network(graph, parameters, new QuickChance(seed)), graph, tally)
}

/** What `network` and `counted` do: from the same seed the same ways, draw by draw, and the same counts. */
function fastNetwork(
  { at, refusals, ...kernel }: Kernel,
  users: number,
  { theta, repeats, zeta }: ProtocolParameters,
  tally: Tally,
  seed: number,
): Network {
  kernel.seed(seed | 0, Math.floor(seed / 2 ** 32) | 0)
  kernel.setRecords(at.people, at.links)
  kernel.setVector(theta[0], theta[1], repeats, at.seats)
  kernel.setWay(at.path, at.taken, at.tried, zeta)
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
  }
}

/** Whether the kernel has room for everybody's neighbours and selection vector. */
function isForKernel(graph: Graph, { repeats }: ProtocolParameters): boolean {
  const most = mostNeighbours(graph)
  if (most >= NEIGHBOURS) return false
  return repeats * (most * most + 1) <= SEATS || repeats * longestVector(graph) <= SEATS
}

/** Of all selection vectors, before they are repeated and pruned. */
function longestVector(graph: Graph): number {
  const { users, people, links } = graph
  let longest = 0
  for (let u = 0; u < users; u++) {
    const end = people[(u + 1) * PERSON + FIRST] as number
    let length = 1
    for (let at = people[u * PERSON + FIRST] as number; at < end; at += LINK)
      length += degree(graph, links[at + TO] as number)
    longest = Math.max(longest, length)
  }
  return longest
}
