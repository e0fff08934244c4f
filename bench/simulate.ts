import { DEFAULT_PARAMETERS } from '../src/peer/protocol/parameters.js'
import { openNetwork } from '../src/peer/simulate/fast.js'
import { FIRST, type Graph, LINK, LINK_SHIFT, PERSON, TO } from '../src/peer/simulate/graph.js'
import { GROWTH, grow } from '../src/peer/simulate/grow.js'
import { newTally, TOTAL_HOPS } from '../src/peer/simulate/tally.js'
import { type Chance, QuickChance } from '../src/random/quick.js'
import { inChild, type Outcome, round, type Sample } from './measure.js'

const MOST_USERS = 10_000_000
const SEED = 1

/** What a part prints: the time of the walks alone, and of everything with the making of the graph. */
interface Walked extends Sample {
  readonly hops: number
  readonly walkSeconds: number
}

/** All users ask once, against a bare random walk with as many steps on the same graph, in CPU time. */
export function simulateBench(rows: number): Outcome {
  const users = Math.min(rows, MOST_USERS)
  const ours = inChild('peers-ask', [String(users)]) as Walked
  const limit = inChild('bare-walk', [String(users), String(ours.hops)]) as Walked
  return {
    name: 'simulate',
    ours: round(ours.walkSeconds),
    limit: round(limit.walkSeconds),
    ratio: round(ours.walkSeconds / limit.walkSeconds),
    unit: 's',
    atMost: 3,
    peakMiB: ours.peakMiB,
    detail: {
      users,
      rounds: rounds(users),
      hops: ours.hops,
      withGraphSeconds: round(ours.seconds),
      withGraphCpuSeconds: round(ours.cpuSeconds),
      queriesPerSecond: Math.round(users / ours.walkSeconds),
    },
  }
}

export const SIMULATE_PARTS: Readonly<Record<string, (users: string, hops: number) => Promise<Walked>>> = {
  'peers-ask': (users) => walked(Number(users), askAll),
  'bare-walk': (users, hops) => walked(Number(users), (graph, chance) => bareWalk(graph, hops, chance)),
}

/** Few users are asked again and again, each time on a new graph; the best round counts: it has the compilers behind it. */
function rounds(users: number): number {
  return Math.ceil(2_000_000 / users)
}

function askAll(graph: Graph, chance: Chance): number {
  const tally = newTally(graph, 1)
  openNetwork(graph, DEFAULT_PARAMETERS, tally, chance.below(2 ** 32)).askAll?.()
  return tally.totals[TOTAL_HOPS]!
}

/** From each user in turn so many steps to any neighbour that all together are `hops`. */
function bareWalk({ users, people, links }: Graph, hops: number, chance: Chance): number {
  let left = hops
  let reached = 0
  for (let u = 0; u < users; u++) {
    let at = u
    for (let steps = Math.round(left / (users - u)); steps > 0; steps--, left--) {
      const first = people[at * PERSON + FIRST]!
      const neighbours = (people[(at + 1) * PERSON + FIRST]! - first) >> LINK_SHIFT
      at = links[first + chance.below(neighbours) * LINK + TO]!
    }
    reached += at
  }
  return reached > 0 ? hops : 0
}

async function walked(users: number, walk: (graph: Graph, chance: Chance) => number): Promise<Walked> {
  const started = performance.now()
  const chance = new QuickChance(SEED)
  let hops = 0
  let walkSeconds = Number.POSITIVE_INFINITY
  for (let round = 0; round < rounds(users); round++) {
    const graph = grow(users, GROWTH, chance)
    const before = cpuSeconds()
    hops = walk(graph, chance)
    walkSeconds = Math.min(walkSeconds, cpuSeconds() - before)
  }
  return {
    hops,
    walkSeconds,
    seconds: (performance.now() - started) / 1000,
    cpuSeconds: cpuSeconds(),
    peakMiB: Math.round(process.resourceUsage().maxRSS / 1024),
  }
}

function cpuSeconds(): number {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1e6
}
