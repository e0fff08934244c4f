import { simulate } from '../../src/peer/simulate/index.js'
import { table } from '../micro/words.js'
import { pooled } from '../peer-networks.js'
import { COMMON, run, WITHOUT_PRICE } from '../simulations.js'

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

/** ζ; exposed honest and selfish users, in per cent. */
export type Priced = readonly [queries: number, zeta: number, honest: number, selfish: number]

/** [Erola13] Table 4.4, where users ask less often: what a friend has refused adds up with every query. */
export function fewerQueries(quick: boolean): Priced[] {
  const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length
  return [100, 75, 50].flatMap((queries) =>
    [0, 0.01, 0.02, 0.03].map((zeta): Priced => {
      const results = run(quick ? 1 : 20, { selfish: 0.1, queries, parameters: { ...WITHOUT_PRICE, zeta } })
      const of = (key: 'honestExposed' | 'selfishExposed') => 100 * mean(results.map((result) => result[key]))
      return [queries, zeta, of('honestExposed'), of('selfishExposed')]
    }),
  )
}

export function pricedTable(found: readonly Priced[]): string {
  const zetas = [...new Set(found.map(([, zeta]) => zeta))]
  const rows = [...new Set(found.map(([queries]) => queries))].map((queries) => [
    String(queries),
    ...found
      .filter(([of]) => of === queries)
      .flatMap(([, , honest, selfish]) => [honest.toFixed(1), selfish.toFixed(1)]),
  ])
  const head = ['queries each', ...zetas.flatMap((zeta) => [`ζ = ${zeta}: honest`, 'selfish'])]
  return table(head, [...rows, ['source, 100', '2.4', '2', '2.3', '5', '2.2', '93', '2.2', '100']])
}
