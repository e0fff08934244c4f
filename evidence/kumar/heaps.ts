import type { Band } from '../../src/attacks/invert-tokens/score.js'
import { percent, table } from '../tokens/tables.js'
import { hashedAs, invert, type Pair, sizeOf } from '../weaknesses/inversion.js'
import { byHeap } from './published.js'
import type { Sample } from './sample.js'
import { corpora, pairOfSamples } from './samples.js'

const KNOWN = 100

export interface Matched {
  readonly name: string
  readonly queries: number
  readonly heap: Band
  readonly published: number
}

async function matched(name: string, pair: Pair, n: number): Promise<Matched> {
  const { accuracy } = await invert(pair, n)
  return { name, queries: sizeOf(pair.reference), heap: await byHeap(pair, n, KNOWN), published: accuracy }
}

/** [Kumar07] Table 4: references of other days. */
export async function gaps(hashed: Sample, n: number): Promise<Matched[]> {
  const starts = { 'a day': '2006-05-09', 'a week': '2006-05-03', 'a month': '2006-04-10', 'two months': '2006-03-10' }
  const [own, ...references] = await corpora([
    hashed,
    ...Object.values(starts).map((start, i) => ({ ...hashed, start, seed: 41 + i })),
  ])
  const hashes = hashedAs(own!)
  const rows: Matched[] = []
  for (const [i, name] of Object.keys(starts).entries())
    rows.push(await matched(name, { hashes, reference: references[i]! }, n))
  return rows
}

/** [Kumar07] Table 5: two months apart, over one hour to one week, with as many queries each. */
export async function intervals(world: string, queries: number, n: number): Promise<Matched[]> {
  const rows: Matched[] = []
  for (const [name, length] of [
    ['1 hour', { hours: 1 }],
    ['3 hours', { hours: 3 }],
    ['6 hours', { hours: 6 }],
    ['9 hours', { hours: 9 }],
    ['12 hours', { hours: 12 }],
    ['a day', {}],
    ['a week', { days: 7 }],
  ] as const) {
    // As many people as it takes.
    const side = { people: 100 * queries, queries, world: { name: world }, ...length }
    const pair = await pairOfSamples(
      { ...side, seed: 51, start: '2006-07-17' },
      { ...side, seed: 52, start: '2006-05-17' },
    )
    rows.push(await matched(name, pair, n))
  }
  return rows
}

export function samplesTable(what: string, rows: readonly Matched[]): string {
  return table(
    [what, 'queries of the reference', 'matchable', 'heap', 'published'],
    rows.map(({ name, queries, heap, published }) => [
      name,
      queries.toLocaleString('en'),
      heap.matchable,
      percent(heap.accuracy),
      percent(published),
    ]),
  )
}
