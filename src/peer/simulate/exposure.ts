import { placesOf } from '../../base/numbers.js'
import { exposureLevel } from '../../privacy/exposure.js'
import { degree, type Graph, isSelfish } from './graph.js'
import type { Simulation } from './result.js'

/** Histories to replay: queries in the order in which they are asked, all in numbers. */
export interface Histories {
  readonly users: number
  readonly asker: Uint32Array
  readonly query: Uint32Array
}

/** [Erola13] §4.7.2.1: from here on a user counts as exposed. */
const EXPOSED = 60

/** Profile exposure levels: X what a user asked, Y what was submitted in her name. `submitter[i]` submitted the i-th query. */
export function exposureLevels({ users, asker, query }: Histories, submitter: Uint32Array): Float64Array {
  const asked = grouped(users, asker)
  const exposed = grouped(users, submitter)
  const levels = new Float64Array(users)
  for (let u = 0; u < users; u++) {
    const counts = new Map<number, { asked: number; exposed: number }>()
    const at = (i: number) => {
      const q = query[i]!
      const pair = counts.get(q) ?? { asked: 0, exposed: 0 }
      counts.set(q, pair)
      return pair
    }
    for (const i of asked(u)) at(i).asked++
    for (const i of exposed(u)) at(i).exposed++
    levels[u] = exposureLevel(counts.values())
  }
  return levels
}

/** Places of an array by the value that stands there. */
function grouped(values: number, array: Uint32Array): (value: number) => Uint32Array {
  const { starts, places } = placesOf(array, values)
  return (value) => places.subarray(starts[value], starts[value + 1])
}

/** Shares of users by exposure, the exposed among the honest and the selfish, and by number of neighbours. */
export function exposures(
  graph: Graph,
  asks: (user: number) => boolean,
  level: (user: number) => number,
): Pick<Simulation, 'pel' | 'honestExposed' | 'selfishExposed' | 'exposed'> {
  const steps = new Float64Array(10)
  const kinds = [new Float64Array(2), new Float64Array(2)] as const // honest, selfish: users, exposed
  const rows = new Map<number, { neighbours: number; users: number; at60: number; at70: number; at80: number }>()
  for (let u = 0; u < graph.users; u++) {
    if (!asks(u)) continue
    const percent = level(u)
    const exposed = percent >= EXPOSED
    steps[Math.min(9, Math.max(0, Math.ceil(percent / 10) - 1))]!++
    const kind = kinds[isSelfish(graph, u) ? 1 : 0]
    kind[0]!++
    if (exposed) kind[1]!++
    const neighbours = degree(graph, u)
    const row = rows.get(neighbours) ?? { neighbours, users: 0, at60: 0, at70: 0, at80: 0 }
    rows.set(neighbours, row)
    row.users++
    if (exposed) row.at60++
    if (percent >= 70) row.at70++
    if (percent >= 80) row.at80++
  }
  const users = steps.reduce((sum, n) => sum + n, 0)
  const share = (n: number, of = users) => (of === 0 ? 0 : n / of)
  const [honest, egoists] = kinds
  const at60 = honest[1]! + egoists[1]!
  const [to10 = 0, to20 = 0] = steps
  return {
    pel: {
      atMost10: share(to10),
      atMost20: share(to10 + to20),
      exposed60: share(at60),
      steps: Array.from(steps, (n) => share(n)),
    },
    honestExposed: share(honest[1]!, honest[0]),
    selfishExposed: share(egoists[1]!, egoists[0]),
    exposed: [...rows.values()].sort((a, b) => a.neighbours - b.neighbours),
  }
}
