import type { ProtocolParameters } from '../../src/peer/protocol/parameters.js'
import { grow } from '../../src/peer/simulate/grow.js'
import { simulate } from '../../src/peer/simulate/index.js'
import { QuickChance } from '../../src/random/quick.js'
import { table } from '../micro/words.js'
import { pooled } from '../peer-networks.js'
import { AS_PUBLISHED as published } from '../peer-published.js'
import { COMMON, WITHOUT_PRICE } from '../simulations.js'

const SIZES = [
  [1000, 100, 20],
  [10_000, 100, 2],
  [100_000, 100, 1],
  [1_000_000, 20, 1],
] as const

/** Users, queries each, tests; position at 10 neighbours without pruning and its variance, and at 8 with it. */
export type Sized = readonly [number, number, number, number, number, number]

/** [Erola13] Tables 4.1 and 4.5 in larger networks. */
export function largerNetworks(quick: boolean): Sized[] {
  return SIZES.slice(0, quick ? 1 : SIZES.length).map(([graph, queries, tests]) => {
    const results = (theta: readonly [number, number]) =>
      Array.from({ length: quick ? 1 : tests }, (_, i) =>
        simulate({ ...COMMON, parameters: { ...WITHOUT_PRICE, theta }, graph, queries, seed: i + 1 }),
      )
    const bare = pooled(results([0, 0]), 10)
    return [graph, queries, tests, bare.mean, bare.variance, pooled(results([0.6, 0.8]), 8).mean]
  })
}

export function networksTable(found: readonly Sized[]): string {
  return table(
    ['users', 'queries each', 'tests', 'at 10, not pruned', 'its variance', 'at 8, pruned'],
    [
      ...found.map(([users, queries, tests, position, variance, eight]) => [
        users.toLocaleString('en'),
        String(queries),
        String(tests),
        ...[position, variance, eight].map((value) => value.toFixed(2)),
      ]),
      ['source', '100', '', '5.81', '8.34', '3.64'],
    ],
  )
}

/** What the thesis leaves open of Table 4.4: how many have one friend, how often a vector is repeated; and what it says, otherwise. */
const OPEN = [
  { name: 'as on the page', single: 0.35 },
  { name: '0.15 of newcomers with one friend', single: 0.15 },
  { name: '8 repeats of a vector', single: 0.35, parameters: { repeats: 8 } },
  { name: 'not pruned', single: 0.35, parameters: { theta: [0, 0] } },
  { name: '75 queries each', single: 0.35, queries: 75 },
  { name: '50 queries each', single: 0.35, queries: 50 },
] as const satisfies readonly {
  readonly name: string
  readonly single: number
  readonly parameters?: Partial<ProtocolParameters>
  readonly queries?: number
}[]
const ZETAS = [0, 0.01, 0.02, 0.03] as const

/** Exposed honest and selfish users, in per cent, at each ζ. */
export interface Priced {
  readonly name: string
  readonly exposed: readonly (readonly [honest: number, selfish: number])[]
}

export function whoPays(tests: number): Priced[] {
  return OPEN.map(({ name, single, ...more }) => {
    const exposed = ZETAS.map((zeta) => {
      const results = Array.from({ length: tests }, (_, i) =>
        simulate({
          ...{ ...COMMON, selfish: 0.1, seed: i + 1, queries: 'queries' in more ? more.queries : COMMON.queries },
          parameters: { ...WITHOUT_PRICE, ...('parameters' in more ? more.parameters : {}), zeta },
          graph: grow(1000, { single, most: 10 }, new QuickChance(i + 1)),
        }),
      )
      const of = (key: 'honestExposed' | 'selfishExposed') =>
        (100 * results.reduce((sum, result) => sum + result[key], 0)) / tests
      return [of('honestExposed'), of('selfishExposed')] as const
    })
    return { name, exposed }
  })
}

export function pricedTable(found: readonly Priced[]): string {
  const head = ['', ...ZETAS.flatMap((zeta) => [`ζ = ${zeta}: honest`, 'selfish'])]
  const source = published.zeta.slice(0, ZETAS.length).map(([, honest, selfish]) => [honest, selfish] as const)
  const rows = [...found, { name: 'source', exposed: source }].map(({ name, exposed }) => [
    name,
    ...exposed.flat().map((share) => share.toFixed(1)),
  ])
  return table(head, rows)
}
