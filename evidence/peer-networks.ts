import { type Graph, linkUp } from '../src/peer/simulate/graph.js'
import { grow } from '../src/peer/simulate/grow.js'
import { type Simulation, simulate } from '../src/peer/simulate/index.js'
import { QuickChance } from '../src/random/quick.js'
import type { Page } from './claims.js'
import { COMMON, WITHOUT_PRICE } from './simulations.js'

const NEIGHBOURS = [1, 3, 5, 10]

/** Table 4.5 on networks of other sizes: how much of a position is the size's. */
export function sizes(quick: boolean): Page {
  const all = [
    [1000, 100],
    [10_000, 100],
    [100_000, 100],
    [1_000_000, 100],
    [10_000_000, 20],
  ] as const
  const rows = all.slice(0, quick ? 2 : all.length).map(([graph, queries]) => {
    const result = simulate({ ...COMMON, parameters: WITHOUT_PRICE, graph, queries })
    return [graph.toLocaleString('en'), String(queries), ...cells([result])]
  })
  const text = `## Larger networks

The thesis simulates 1,000 to 10,000,000 users. Position and deviation of users with so many neighbours; its own in Table 4.5 are 0.49, 1.44, 2.34 and 4.51, and its deviation at 10 is 3.51.

${table(['users', 'queries each', ...HEAD], rows)}`
  return { text, claims: [] }
}

/** The same on other graphs: the thesis says of its own that neighbours are 1 to 10 by a power law. */
export function graphs(tests: number): Page {
  const makes: readonly (readonly [string, (seed: number) => Graph])[] = [
    ...[0, 0.35, 0.7, 1].map(
      (single) =>
        [
          `grown, ${single} of newcomers with one friend`,
          (seed: number) => grow(1000, { single, most: 10 }, new QuickChance(seed)),
        ] as const,
    ),
    ...[1, 1.5, 2, 2.5].map(
      (power) =>
        [`paired at random, power ${power}`, (seed: number) => paired(1000, power, new QuickChance(seed))] as const,
    ),
  ]
  const rows = makes.map(([name, graph]) => {
    const results = Array.from({ length: tests }, (_, i) =>
      simulate({ ...COMMON, parameters: WITHOUT_PRICE, graph: graph(i + 1), seed: i + 1 }),
    )
    return [name, ...cells(results)]
  })
  const text = `## Other graphs

1,000 users, ${tests} tests.

${table(['graph', ...HEAD], rows)}`
  return { text, claims: [] }
}

const HEAD = ['hops', ...NEIGHBOURS.map((k) => `at ${k}`), 'deviation at 10']

function cells(results: readonly Simulation[]): string[] {
  const hops = results.reduce((sum, result) => sum + result.hops.mean, 0) / results.length
  const at = NEIGHBOURS.map((k) => pooled(results, k))
  return [hops, ...at.map(({ mean }) => mean), at.at(-1)!.deviation].map((value) =>
    Number.isNaN(value) ? '' : value.toFixed(2),
  )
}

/** Positions of users with so many neighbours, over all tests. */
export function pooled(
  tests: readonly Simulation[],
  neighbours: number,
): { mean: number; variance: number; deviation: number } {
  const rows = tests.flatMap(({ position }) => position.filter((row) => row.neighbours === neighbours))
  const users = rows.reduce((sum, row) => sum + row.users, 0)
  const first = rows.reduce((sum, row) => sum + row.users * row.mean, 0) / users
  const second = rows.reduce((sum, row) => sum + row.users * (row.deviation ** 2 + row.mean ** 2), 0) / users
  const variance = second - first ** 2
  return { mean: first, variance, deviation: Math.sqrt(variance) }
}

/** Numbers of neighbours drawn first, k as often as k^-power, then paired at random; who meets herself or the same one again does without. */
function paired(users: number, power: number, chance: QuickChance): Graph {
  const upTo = Array.from({ length: 10 }, (_, i) => (i + 1) ** -power)
  for (let i = 1; i < 10; i++) upTo[i]! += upTo[i - 1]!
  const open: number[] = []
  for (let u = 0; u < users; u++) {
    const drawn = chance.unit() * upTo[9]!
    const neighbours = 1 + upTo.findIndex((limit) => drawn < limit)
    for (let i = 0; i < neighbours; i++) open.push(u)
  }
  for (let i = open.length - 1; i > 0; i--) {
    const j = chance.below(i + 1)
    const one = open[i]!
    open[i] = open[j]!
    open[j] = one
  }
  const met = new Set<string>()
  const ends: number[] = []
  for (let i = 0; i + 1 < open.length; i += 2) {
    const pair = [open[i]!, open[i + 1]!].sort((a, b) => a - b)
    if (pair[0] === pair[1] || met.has(pair.join())) continue
    met.add(pair.join())
    ends.push(...pair)
  }
  return linkUp(users, Uint32Array.from(ends))
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  return [head, head.map(() => '---'), ...rows].map((row) => `| ${row.join(' | ')} |`).join('\n')
}
