import { fromDistances } from '../../src/attacks/invert-tokens/candidates.js'
import { byRow, type Distances, nearestList } from '../../src/attacks/invert-tokens/distances.js'
import { FEATURES, featureDistance, nodeFeatures } from '../../src/attacks/invert-tokens/features.js'
import { asOften, together } from '../../src/attacks/invert-tokens/graph.js'
import { completed, type Mapped, type Mapping } from '../../src/attacks/invert-tokens/mapping.js'
import { mappingDistances } from '../../src/attacks/invert-tokens/mapping-distances.js'
import { type Normalised, normalised, ONE, type Postings, postings } from '../../src/attacks/invert-tokens/overlap.js'
import { scoreGreedy } from '../../src/attacks/invert-tokens/score-greedy.js'
import { percent, table } from '../tokens/tables.js'
import { invert, type Pair, score, trueMapping } from '../weaknesses/inversion.js'

/**
 * [Kumar07] §3.4: d' = a e + (1 - w) |g'(l') - g'(r')| / C. The text that we have has lost the letter in the place of w, and kept that it depends
 * on both ends, as the overlap o does and the covered mass a does not; what it says of it fits a.
 */
type Weight = 'covered' | 'overlap'

interface Sides {
  readonly n: number
  readonly left: Normalised
  readonly right: Postings
  readonly features: readonly [Float64Array, Float64Array]
}

function sidesOf({ hashes, reference }: Pair, n: number): Sides {
  const [l, r] = [together(hashes, n, asOften), together(reference, n, asOften)]
  return {
    n,
    left: normalised(l),
    right: postings(normalised(r)),
    features: [nodeFeatures(hashes, l), nodeFeatures(reference, r)],
  }
}

/** d' of all pairs, over the hashes that mu maps. */
function expansionDistances({ n, left, right, features }: Sides, mu: Mapping, weight: Weight): Distances {
  const sums = new Float64Array(n)
  return byRow(n, n, (l, into) => {
    sums.fill(0)
    let covered = 0
    for (let i = left.starts[l]!; i < left.starts[l + 1]!; i++) {
      const t = mu[left.to[i]!] ?? -1
      if (t < 0) continue
      const p = left.weight[i]!
      covered += p
      for (let j = 2 * right.starts[t]!; j < 2 * right.starts[t + 1]!; j += 2)
        sums[right.entries[j]! >> 2]! += Math.min(p, right.entries[j + 1]!)
    }
    const a = covered / ONE
    for (let r = 0; r < n; r++) {
      const o = sums[r]! / ONE
      const apart = featureDistance(features[0], l, features[1], r) / FEATURES
      into[r] = a - o + (1 - (weight === 'covered' ? a : o)) * apart
    }
  })
}

export interface Reading {
  readonly name: string
  /** Accuracy at each vocabulary. */
  readonly accuracy: readonly (readonly [n: number, share: number])[]
}

/** [Kumar07] Table 3 by each reading of the expansion, from the same mapping of the first tokens. */
export async function readings(pair: Pair, first: number, most: number): Promise<Reading[]> {
  let start: Mapped = { mu: new Int32Array(0), margin: new Float64Array(0) }
  await invert(pair, first, {}, (_, __, mapped) => {
    start = mapped
  })
  const ways = READINGS.map((way) => ({ ...way, mapped: start, accuracy: [] as [number, number][] }))
  for (const way of ways) way.accuracy.push([first, score(pair, first, start).accuracy])
  for (let n = 2 * first; n <= most; n *= 2) {
    const sides = sidesOf(pair, n)
    for (const way of ways) {
      way.mapped = await expand(sides, way.mapped.mu, way.weight)
      if (way.again)
        way.mapped = completed(
          await scoreGreedy(fromDistances(mappingDistances(sides.left, sides.right, way.mapped.mu, 'l1'))),
          n,
        )
      way.accuracy.push([n, score(pair, n, way.mapped).accuracy])
    }
  }
  return [
    ...ways.map(({ name, accuracy }) => ({ name, accuracy })),
    { name: "w = o, and every update by d'", accuracy: await byFeatures(pair, first, most) },
  ]
}

/** `again`: all are mapped once more by d_mu after each expansion; else the expansion is the update. */
const READINGS = [
  { name: 'as on the page: w = a, and all mapped once more by L1', weight: 'covered', again: true },
  { name: 'w = a, and the expansion is the update', weight: 'covered', again: false },
  { name: 'w = o, and all mapped once more by L1', weight: 'overlap', again: true },
  { name: 'w = o, and the expansion is the update', weight: 'overlap', again: false },
] as const

export function readingsTable(rows: readonly Reading[]): string {
  return table(
    ['reading', ...rows[0]!.accuracy.map(([n]) => n.toLocaleString('en'))],
    rows.map(({ name, accuracy }) => [name, ...accuracy.map(([, share]) => percent(share))]),
  )
}

/** Every update by d' in place of d_mu: accuracy after five of them, and at larger vocabularies after one each. */
async function byFeatures(pair: Pair, first: number, most: number): Promise<Reading['accuracy']> {
  let mapped: Mapped = { mu: new Int32Array(0), margin: new Float64Array(0) }
  await invert(pair, first, {}, (_, round, start) => {
    if (round === 0) mapped = start
  })
  const found: [number, number][] = []
  for (let n = first; n <= most; n *= 2) {
    const sides = sidesOf(pair, n)
    if (n > first) mapped = await expand(sides, mapped.mu, 'overlap')
    for (let round = 1; round <= (n === first ? 5 : 1); round++)
      mapped = completed(await scoreGreedy(fromDistances(expansionDistances(sides, mapped.mu, 'overlap'))), n)
    found.push([n, score(pair, n, mapped).accuracy])
  }
  return found
}

/** What is mapped stays; the others take what is left, the nearest first. */
async function expand(sides: Sides, mu: Mapping, weight: Weight): Promise<Mapped> {
  const { n } = sides
  const taken = new Uint8Array(n)
  for (const r of mu) if (r >= 0) taken[r] = 1
  const all = new Int32Array(n).fill(-1)
  all.set(mu)
  const open = Int32Array.from({ length: n }, (_, l) => l).filter((l) => all[l]! < 0)
  const distances = expansionDistances(sides, mu, weight)
  const some = fromDistances({
    ...distances,
    left: open.length,
    row: (l, into) => distances.row(open[l]!, into),
    nearest: (l, closed, into) => distances.nearest(open[l]!, closed, into),
  })
  const found = await scoreGreedy(some, taken)
  open.forEach((l, i) => {
    all[l] = found.mu[i]!
  })
  return completed({ mu: all, margin: new Float64Array(n) }, n)
}

/** The ceiling by d' with w = o: how often the nearest token is the right one where the mapping of all others is known. */
export function ceilingByFeatures(pair: Pair, n: number): number {
  const truth = trueMapping(pair, n)
  const sides = sidesOf(pair, n)
  const { mu } = completed({ mu: truth, margin: new Float64Array(n) }, n)
  const distances = expansionDistances(sides, mu, 'overlap')
  const [nobody, list] = [new Uint8Array(n), nearestList(1)]
  const step = Math.max(1, Math.floor(n / 1000))
  const asked = Array.from({ length: Math.ceil(n / step) }, (_, i) => i * step).filter((l) => truth[l]! >= 0)
  const found = (l: number) => distances.nearest(l, nobody, list) > 0 && list.r[0] === mu[l]
  return asked.filter(found).length / asked.length
}
