import { nearestList } from '../../src/attacks/invert-tokens/distances.js'
import { asOften, together } from '../../src/attacks/invert-tokens/graph.js'
import { INITIALS } from '../../src/attacks/invert-tokens/initial.js'
import { completed } from '../../src/attacks/invert-tokens/mapping.js'
import { MEASURES, mappingDistances } from '../../src/attacks/invert-tokens/mapping-distances.js'
import { normalised, postings } from '../../src/attacks/invert-tokens/overlap.js'
import type { Published } from '../../src/attacks/invert-tokens/published.js'
import type { Band } from '../../src/attacks/invert-tokens/score.js'
import { UPDATES } from '../../src/attacks/invert-tokens/updates.js'
import { cell, percent, table } from '../tokens/tables.js'
import { invert, invertInformed, type Pair, score, trueMapping } from '../weaknesses/inversion.js'

const number = (value: number) => value.toLocaleString('en')
const ROUNDS = 12

/** [Kumar07] Figure 1: accuracy after each update, from each start. */
export async function initials(pair: Pair, n: number): Promise<Record<(typeof INITIALS)[number], number[]>> {
  const seen = { random: [], frequency: [], 'node-start': [] } as Record<(typeof INITIALS)[number], number[]>
  for (const initial of INITIALS)
    await invert(pair, n, { initial, iterations: ROUNDS }, (_, round, mapped) => {
      seen[initial][round] = score(pair, n, mapped).accuracy
    })
  return seen
}

export function initialsTable(seen: Awaited<ReturnType<typeof initials>>): string {
  return table(
    ['start', ...Array.from({ length: ROUNDS + 1 }, (_, i) => i)].map(String),
    Object.entries(seen).map(([start, shares]) => [
      start,
      ...Array.from({ length: ROUNDS + 1 }, (_, i) => (shares[i] === undefined ? '' : percent(shares[i]))),
    ]),
  )
}

/** [Kumar07] Table 1: the four updates, at several vocabularies. */
export async function updates(pair: Pair, vocabularies: readonly number[]): Promise<Record<string, Band>[]> {
  const rows = []
  for (const n of vocabularies) {
    const row: Record<string, Band> = {}
    for (const update of UPDATES) row[update] = bandOf(await invert(pair, n, { update }))
    rows.push(row)
  }
  return rows
}

const bandOf = ({ matchable, correct, accuracy }: Band): Band => ({ matchable, correct, accuracy })

export function updatesTable(rows: readonly Record<string, Band>[], vocabularies: readonly number[]): string {
  return table(
    ['n', 'matchable', ...UPDATES],
    rows.map((row, i) => [
      number(vocabularies[i]!),
      row[UPDATES[0]]!.matchable,
      ...UPDATES.map((update) => percent(row[update]!.accuracy)),
    ]),
  )
}

/** [Kumar07] §3.2: the share of hashes whose nearest token is the right one when all others are mapped right, by each distance. */
export function ceilings(
  pair: Pair,
  n: number,
): { readonly asked: number; readonly hits: Readonly<Record<(typeof MEASURES)[number], number>> } {
  const truth = trueMapping(pair, n)
  const left = normalised(together(pair.hashes, Math.min(n, pair.hashes.tokens.length), asOften))
  const right = postings(normalised(together(pair.reference, Math.min(n, pair.reference.tokens.length), asOften)))
  // Hashes that cannot be matched take what is left, so that the mapping is one to one.
  const { mu } = completed({ mu: truth, margin: new Float64Array(truth.length) }, right.n)
  const list = nearestList(1)
  const nobody = new Uint8Array(right.n)
  const step = Math.max(1, Math.floor(n / 1000))
  const asked = Array.from({ length: Math.ceil(left.n / step) }, (_, i) => i * step).filter((l) => truth[l]! >= 0)
  const shares = MEASURES.map((measure) => {
    const distances = mappingDistances(left, right, mu, measure)
    const found = (l: number) => distances.nearest(l, nobody, list) > 0 && list.r[0] === mu[l]
    return [measure, asked.filter(found).length / asked.length] as const
  })
  return { asked: asked.length, hits: Object.fromEntries(shares) as Record<(typeof MEASURES)[number], number> }
}

export interface Stage {
  readonly n: number
  readonly published: Band
  readonly top: number
  readonly bottom: number
  readonly informed?: number
}

/** [Kumar07] Table 3 and Figure 4: by expansion, whole and by halves of the range; beside it the informed attack. */
export async function expansions(pair: Pair, first: number, most: number, informedUpTo: number): Promise<Stage[]> {
  const stages = new Map<number, ReturnType<typeof score>>()
  await invert(pair, most, { expandFrom: first }, (n, _, mapped) => {
    stages.set(n, score(pair, n, mapped))
  })
  const rows: Stage[] = []
  for (const [n, scored] of stages) {
    const { top, bottom } = scored.halves
    const informed = n > informedUpTo ? {} : { informed: (await invertInformed(pair, n)).accuracy }
    rows.push({ n, published: bandOf(scored), top: top.accuracy, bottom: bottom.accuracy, ...informed })
  }
  return rows
}

export function expansionTable(stages: readonly Stage[], source: Readonly<Record<number, string>>): string {
  return table(
    ['n', 'source', 'published', 'more frequent half', 'less frequent half', 'informed'],
    stages.map(({ n, published, top, bottom, informed }) => [
      number(n),
      source[n] ?? '',
      cell(published),
      percent(top),
      percent(bottom),
      informed === undefined ? 'not run' : percent(informed),
    ]),
  )
}

/** [Kumar07] §3.4.3: the four experiments. */
export async function experiments(pair: Pair, n: number): Promise<[string, Band][]> {
  const settings: readonly [string, Partial<Published>][] = [
    [`${n / 2}, then expansion with feature pruning, β = 0.1`, { expandFrom: n / 2, beta: 0.1 }],
    [`${n / 2}, then expansion without pruning`, { expandFrom: n / 2 }],
    [`${n} at once, one update`, { iterations: 1 }],
    [`${n} at once, two updates`, { iterations: 2 }],
  ]
  const rows: [string, Band][] = []
  for (const [name, more] of settings) rows.push([name, bandOf(await invert(pair, n, more))])
  return rows
}

/** The continuous heap from so many true pairs, those of the most frequent hashes. */
export async function byHeap(pair: Pair, n: number, known: number): Promise<Band> {
  let left = known
  const bootstrap = trueMapping(pair, n).map((r) => (r >= 0 && left-- > 0 ? r : -1))
  return bandOf(await invert(pair, n, { bootstrap }))
}
