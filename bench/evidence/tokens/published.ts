import { nearestList } from '../../../src/attacks/invert-tokens/distances.js'
import { asOften, together } from '../../../src/attacks/invert-tokens/graph.js'
import { informed } from '../../../src/attacks/invert-tokens/informed.js'
import { INITIALS } from '../../../src/attacks/invert-tokens/initial.js'
import { completed } from '../../../src/attacks/invert-tokens/mapping.js'
import { MEASURES, mappingDistances, normalised, postings } from '../../../src/attacks/invert-tokens/overlap.js'
import type { Published } from '../../../src/attacks/invert-tokens/published.js'
import { UPDATES } from '../../../src/attacks/invert-tokens/updates.js'
import { invert, type Pair, score, trueMapping } from '../../weaknesses/inversion.js'
import { cell, percent, table } from './tables.js'

const ROUNDS = 10

/** Accuracy after each update, for the three starts. */
export function initials(pair: Pair, n: number): string {
  const rows = INITIALS.map((initial) => {
    const seen: string[] = []
    invert(pair, n, { initial, iterations: ROUNDS }, (_, round, mapped) => {
      seen[round] = percent(score(pair, n, mapped).accuracy)
    })
    return [initial, ...Array.from({ length: ROUNDS + 1 }, (_, i) => seen[i] ?? '')]
  })
  return `## Initial mappings

n = ${n}, accuracy after each update (score greedy, L1). The source: node-start is at its plateau after two, the end hardly depends on the start, frequency alone
is hopeless; 918 matchable, 99.5%.

${table(['start', ...Array.from({ length: ROUNDS + 1 }, (_, i) => String(i))], rows)}`
}

/** The four updates side by side. */
export function updates(pair: Pair, n: number): string {
  const rows = UPDATES.map((update) => [update, cell(invert(pair, n, { update }))])
  return `## Updates

n = ${n}, node-start, L1, five updates. The source: all four perform alike.

${table(['update', 'accuracy'], rows)}`
}

/** The share of hashes whose nearest token is the right one when all others are mapped right. */
export function measures(pair: Pair, n: number): string {
  const truth = trueMapping(pair, n)
  const left = normalised(together(pair.hashes, Math.min(n, pair.hashes.tokens.length), asOften))
  const right = postings(normalised(together(pair.reference, Math.min(n, pair.reference.tokens.length), asOften)))
  // Hashes that cannot be matched take what is left, so that the mapping is one to one.
  const { mu } = completed({ mu: truth, margin: new Float64Array(truth.length) }, right.n)
  const list = nearestList(1)
  const rows = MEASURES.map((measure) => {
    const distances = mappingDistances(left, right, mu, measure)
    const nobody = new Uint8Array(right.n)
    let [asked, hit] = [0, 0]
    for (let l = 0; l < left.n; l += 10) {
      if (truth[l]! < 0) continue
      asked++
      if (distances.nearest(l, nobody, list) > 0 && list.r[0] === mu[l]) hit++
    }
    return [measure, `${percent(hit / asked)} of ${asked}`]
  })
  return `## Distances

n = ${n.toLocaleString('en')}, every tenth hash: how often its nearest token is the right one if the mapping of all others is known. The source: L1 clearly ahead of L2 and cosine; about 92%
at 10,000 by L1.

${table(['distance', 'nearest is right'], rows)}`
}

/** 1K, 2K, ... by expansion, beside the informed attack. */
export function expansions(pair: Pair, first: number, most: number, say: (step: string) => void): string {
  const stages = new Map<number, ReturnType<typeof score>>()
  invert(pair, most, { expandFrom: first }, (n, _, mapped) => {
    stages.set(n, score(pair, n, mapped))
  })
  say('expansion')
  const source: Readonly<Record<number, string>> = { 1000: '99.5%', 8000: '83%', 16000: '68%' }
  const settings = { n: most, context: most, iterations: 6, ordered: true, clear: 0 }
  const best = informed(pair.hashes, pair.reference, settings)
  const rows = [...stages].map(([n, scored]) => [
    n.toLocaleString('en'),
    source[n] ?? '',
    cell(scored),
    percent(scored.halves.top.accuracy),
    percent(scored.halves.bottom.accuracy),
    cell(score(pair, n, best)),
    scored.rankShift.median,
  ])
  return `## Expansion

Published: five updates at ${first.toLocaleString('en')}, then doubled, with one greedy update at each stage. The last columns: the informed attack, once over all ${most.toLocaleString('en')}; and how far true pairs are apart in
rank (median).

${table(['n', 'source', 'published', 'more frequent half', 'less frequent half', 'informed', 'apart'], rows)}`
}

/** The source's four experiments, and neighbour pruning. */
export function prunings(pair: Pair, n: number): string {
  const settings: readonly [string, Partial<Published>][] = [
    [`${n / 2}, then expansion with feature pruning, beta = 0.1`, { expandFrom: n / 2, beta: 0.1 }],
    [`${n / 2}, then expansion without pruning`, { expandFrom: n / 2 }],
    [`${n} at once, one update`, { iterations: 1 }],
    [`${n} at once, two updates`, { iterations: 2 }],
    [`${n} at once, five updates, neighbour pruning, alpha = 0.8`, { alpha: 0.8 }],
    [`${n} at once, five updates, neighbour pruning, alpha = 0.5`, { alpha: 0.5 }],
    [`${n} at once, five updates`, {}],
  ]
  return `## Pruning

The source runs the first four at 2,000 (1,851 matchable): pruning costs some accuracy and is ten times faster.

${table(
  ['', 'accuracy'],
  settings.map(([name, more]) => [name, cell(invert(pair, n, more))]),
)}`
}
