import { percent, table } from '../tokens/tables.js'
import { invert, invertInformed, type Pair, sizeOf } from '../weaknesses/inversion.js'
import { ceilings } from './published.js'
import type { Sample } from './sample.js'
import { pairOfSamples } from './samples.js'

export interface Tried {
  readonly name: string
  readonly queries: number
  readonly matchable: number
  readonly published: number
  readonly informed: number
  readonly l1: number
  readonly l2: number
}

async function tried(name: string, pair: Pair, n: number): Promise<Tried> {
  const { accuracy, matchable } = await invert(pair, n)
  const { l1, l2 } = ceilings(pair, n).hits
  const informed = (await invertInformed(pair, n)).accuracy
  return { name, queries: sizeOf(pair.reference), matchable, published: accuracy, informed, l1, l2 }
}

/** What accuracy rests on: one thing at a time is taken away. */
export async function causes(people: number, n: number): Promise<Tried[]> {
  const settings: readonly (readonly [string, Partial<Sample>])[] = [
    ['a day of these people', {}],
    ['a quarter of them', { people: Math.ceil(people / 4) }],
    ['as many queries over 92 days', { people: 25 * people, days: 92, queries: Math.ceil(1.52 * people) }],
    ['no word that goes with a place, a star or a brand', { world: { name: 'web-2', company: 0, wares: 0 } }],
    ['no first names usual in a family', { world: { name: 'web-2', families: 0 } }],
    ['world web-1: neither of them, and stars less known', { world: { name: 'web-1' } }],
  ]
  const rows: Tried[] = []
  for (const [name, more] of settings) {
    const side = { people, world: { name: 'web-2' }, ...more }
    const pair = await pairOfSamples(
      { ...side, seed: 61, start: '2006-05-10' },
      { ...side, seed: 62, start: '2006-05-03' },
    )
    rows.push(await tried(name, pair, n))
  }
  return rows
}

export function causesTables(rows: readonly Tried[], people: number): string {
  return `## Why ours differ

n as above, ${people.toLocaleString('en')} people; one thing changed at a time. L1 and L2: the ceiling, all others known.

${table(
  ['log', 'queries', 'matchable', 'published', 'informed', 'L1', 'L2'],
  rows.map(({ name, queries, matchable, ...shares }) => [
    name,
    queries.toLocaleString('en'),
    matchable,
    ...[shares.published, shares.informed, shares.l1, shares.l2].map(percent),
  ]),
)}`
}
