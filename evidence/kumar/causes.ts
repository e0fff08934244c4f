import type { WorldParameters } from '../../src/generate/index.js'
import { percent, table } from '../tokens/tables.js'
import { invert, sizeOf } from '../weaknesses/inversion.js'
import { ceilings } from './published.js'
import { ceilingByFeatures } from './readings.js'
import { pairOfSamples } from './samples.js'

/** Subjects in the words of others, words that go together, a tenth of the news. */
const IN_COMPANY = { events: 0.003, company: 0.95, wares: 0.4, shared: 1, uncommon: 0 } as const

const SETTINGS: readonly (readonly [string, Partial<WorldParameters>])[] = [
  ['as on the page, of fewer people', {}],
  ['no news', { events: 0 }],
  ['a word of its own with nine places and stars of ten, and three brands', { company: 0.9, wares: 0.3 }],
  ['both', { events: 0, company: 0.9, wares: 0.3 }],
  ['no details and special interests in own words', { details: 0, focus: 0, bare: 0 }],
  ['three quarters of subjects in the words of others', { shared: 0.75 }],
  ['in company', IN_COMPANY],
]

export interface Tried {
  readonly name: string
  readonly queries: number
  readonly matchable: number
  readonly published: number
  readonly l1: number
  /** Of four times as many tokens. */
  readonly l1Of4: number
}

const pairOf = (people: number, world: Partial<WorldParameters>) => {
  const side = { people, world: { name: 'web-2', ...world } }
  return pairOfSamples({ ...side, seed: 21, start: '2006-05-10' }, { ...side, seed: 22, start: '2006-05-03' })
}

/** What accuracy rests on: one thing at a time is changed. */
export async function causes(people: number, n: number): Promise<Tried[]> {
  const rows: Tried[] = []
  for (const [name, world] of SETTINGS) {
    const pair = await pairOf(people, world)
    const { accuracy, matchable } = await invert(pair, n)
    const [l1, l1Of4] = [n, 4 * n].map((size) => ceilings(pair, size).hits.l1) as [number, number]
    rows.push({ name, queries: sizeOf(pair.hashes), matchable, published: accuracy, l1, l1Of4 })
  }
  return rows
}

export function causesTable(rows: readonly Tried[], n: number): string {
  const [few, more] = [n, 4 * n].map((size) => size.toLocaleString('en'))
  return table(
    ['log', 'queries', 'matchable', `accuracy at ${few}`, `ceiling by L1 at ${few}`, `at ${more}`],
    rows.map(({ name, queries, matchable, published, l1, l1Of4 }) => [
      name,
      queries.toLocaleString('en'),
      matchable,
      ...[published, l1, l1Of4].map(percent),
    ]),
  )
}

export interface Ceiling {
  readonly name: string
  readonly l1: readonly number[]
  readonly features: readonly number[]
}

/** Ceilings by L1, and by a distance that looks at features too. */
export async function ceilingsOf(people: number, sizes: readonly number[]): Promise<Ceiling[]> {
  const rows: Ceiling[] = []
  for (const [name, world] of [
    ['as on the page, of fewer people', {}],
    ['in company', IN_COMPANY],
  ] as const) {
    const pair = await pairOf(people, world)
    rows.push({
      name,
      l1: sizes.map((size) => ceilings(pair, size).hits.l1),
      features: sizes.map((size) => ceilingByFeatures(pair, size)),
    })
  }
  return rows
}

export function ceilingsTable(rows: readonly Ceiling[], sizes: readonly number[]): string {
  const told = sizes.map((size) => size.toLocaleString('en'))
  return table(
    ['log', ...told.map((size) => `by L1 at ${size}`), ...told.map((size) => `by d' at ${size}`)],
    rows.map(({ name, l1, features }) => [name, ...[...l1, ...features].map(percent)]),
  )
}
