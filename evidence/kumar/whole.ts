import { percent, table } from '../tokens/tables.js'
import { invert, type Pair, score } from '../weaknesses/inversion.js'
import { ceilings } from './published.js'
import { ceilingByFeatures } from './readings.js'

/** What the source tells of its log, of another of the same size. */
export interface Whole {
  readonly accuracy: Readonly<Record<number, number>>
  readonly ceilings: readonly { readonly n: number; readonly l1: number; readonly features: number }[]
}

export async function wholeOf(pair: Pair, n: number, most: number): Promise<Whole> {
  const accuracy: Record<number, number> = {}
  await invert(pair, most, { expandFrom: n }, (size, _, mapped) => {
    accuracy[size] = score(pair, size, mapped).accuracy
  })
  return { accuracy, ceilings: [n, 10 * n].map((size) => ceilingsOf(pair, size)) }
}

export const ceilingsOf = (pair: Pair, n: number) => ({
  n,
  l1: ceilings(pair, n).hits.l1,
  features: ceilingByFeatures(pair, n),
})

export function wholeTable(rows: readonly (readonly [name: string, of: Whole])[]): string {
  const [, first] = rows[0]!
  const sizes = Object.keys(first.accuracy).map(Number)
  const told = (n: number) => n.toLocaleString('en')
  return table(
    [
      'log',
      ...sizes.map((n) => `accuracy at ${told(n)}`),
      ...first.ceilings.flatMap(({ n }) => [`ceiling by L1 at ${told(n)}`, `by d' at ${told(n)}`]),
    ],
    rows.map(([name, { accuracy, ceilings: all }]) => [
      name,
      ...sizes.map((n) => percent(accuracy[n] ?? Number.NaN)),
      ...all.flatMap(({ l1, features }) => [percent(l1), percent(features)]),
    ]),
  )
}
