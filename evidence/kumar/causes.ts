import { percent, table } from '../tokens/tables.js'
import { invert, invertInformed, type Pair, sizeOf } from '../weaknesses/inversion.js'
import { ceilings } from './published.js'
import { ceilingByFeatures } from './readings.js'
import type { Sample } from './sample.js'
import { pairOfSamples } from './samples.js'

export interface Tried {
  readonly name: string
  readonly queries: number
  readonly matchable: number
  readonly published: number
  readonly informed: number
  readonly l1: number
  /** Ceilings of four times as many tokens, by L1 and by features too. */
  readonly l1Of4: number
  readonly featuresOf4: number
}

/** News, words that others use and words that go together: what a log of no chance company has. */
export const IN_COMPANY = { events: 0.003, company: 0.95, wares: 0.4, shared: 1, uncommon: 0 } as const

async function tried(name: string, pair: Pair, n: number): Promise<Tried> {
  const { accuracy, matchable } = await invert(pair, n)
  const informed = (await invertInformed(pair, n)).accuracy
  return {
    ...{ name, queries: sizeOf(pair.reference), matchable, published: accuracy, informed },
    ...{ l1: ceilings(pair, n).hits.l1, l1Of4: ceilings(pair, 4 * n).hits.l1 },
    featuresOf4: ceilingByFeatures(pair, 4 * n),
  }
}

const { events, company, wares, shared, uncommon } = IN_COMPANY

/** What accuracy rests on: one thing at a time is changed. */
export async function causes(people: number, n: number): Promise<Tried[]> {
  const settings: readonly (readonly [string, Partial<Sample>])[] = [
    ['a day of these people', {}],
    ['a quarter of them', { people: Math.ceil(people / 4) }],
    ['as many queries over 92 days', { people: 25 * people, days: 92, queries: Math.ceil(1.52 * people) }],
    ['no word that goes with a place, a star or a brand', { world: { name: 'web-2', company: 0, wares: 0 } }],
    ['nearly always such a word', { world: { name: 'web-2', company, wares } }],
    ['no first names usual in a family', { world: { name: 'web-2', families: 0 } }],
    ['world web-1: neither of them, and stars less known', { world: { name: 'web-1' } }],
    ['a tenth of the news', { world: { name: 'web-2', events } }],
    ['subjects asked for in the words of others', { world: { name: 'web-2', shared, uncommon } }],
    [
      'in the words of others, nearly always such a word, a tenth of the news',
      { world: { name: 'web-2', ...IN_COMPANY } },
    ],
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

export function causesTable(rows: readonly Tried[], n: number): string {
  const [few, more] = [n, 4 * n].map((size) => size.toLocaleString('en'))
  return table(
    ['log', 'queries', 'matchable', 'published', 'informed', `L1 at ${few}`, `L1 at ${more}`, `d' at ${more}`],
    rows.map(({ name, queries, matchable, ...shares }) => [
      name,
      queries.toLocaleString('en'),
      matchable,
      ...[shares.published, shares.informed, shares.l1, shares.l1Of4, shares.featuresOf4].map(percent),
    ]),
  )
}
