import { INITIALS } from '../../src/attacks/invert-tokens/initial.js'
import { MEASURES } from '../../src/attacks/invert-tokens/mapping-distances.js'
import type { Published } from '../../src/attacks/invert-tokens/published.js'
import { UPDATES } from '../../src/attacks/invert-tokens/updates.js'
import { ceilings } from '../kumar/published.js'
import { invert, invertInformed, type Pair, score, sizeOf } from '../weaknesses/inversion.js'
import { type Large, oneIn } from './made.js'
import { cell, percent, table } from './tables.js'

const ROUNDS = 12

/** Accuracy after each update, for the three starts. */
export async function initials(pair: Pair, n: number): Promise<string> {
  const rows = []
  for (const initial of INITIALS) {
    const seen: string[] = []
    await invert(pair, n, { initial, iterations: ROUNDS }, (_, round, mapped) => {
      seen[round] = percent(score(pair, n, mapped).accuracy)
    })
    rows.push([initial, ...Array.from({ length: ROUNDS + 1 }, (_, i) => seen[i] ?? '')])
  }
  return `## Initial mappings

n = ${n}, ${sizeOf(pair.hashes).toLocaleString('en')} queries a side, accuracy after each update (score greedy, L1). The source: node-start is at its plateau after two, the end hardly depends on the start, frequency alone
is hopeless; 918 matchable, 99.5%. Here a start without any knowledge climbs too, later and not as far.

${table(['start', ...Array.from({ length: ROUNDS + 1 }, (_, i) => String(i))], rows)}`
}

/** The four updates side by side. */
export async function updates(pair: Pair, n: number): Promise<string> {
  const rows = []
  for (const update of UPDATES) rows.push([update, cell(await invert(pair, n, { update }))])
  return `## Updates

n = ${n}, node-start, L1, five updates. The source: all four perform alike.

${table(['update', 'accuracy'], rows)}`
}

/** The share of hashes whose nearest token is the right one when all others are mapped right; by distance, vocabulary and size. */
export async function distances(large: Large, vocabularies: readonly number[]): Promise<string> {
  const rows = []
  for (const part of [1, 8]) {
    const pair = part === 1 ? await large.pair() : await large.pair(oneIn(part), oneIn(part))
    for (const n of vocabularies) {
      const size = sizeOf(pair.hashes).toLocaleString('en')
      rows.push([size, n.toLocaleString('en'), ...oracle(pair, n)])
    }
  }
  return `## Distances

How often the nearest token of a hash is the right one if the mapping of all others is known. The source: L1 clearly ahead of L2 and cosine; about 92%
at 10,000 by L1.

${table(['queries a side', 'n', ...MEASURES], rows)}

L1 is ahead where there is much data for each token, as in the source, and behind where there is less. L1 adds up differences over all neighbours; of a token that is not frequent, most neighbours
are seen once or twice, on one side only, and count in full, whichever token it is held against. L2 and cosine square the weights, so that the few neighbours that are seen often
decide. Generated queries have a long tail of rare company, longer than the source's logs seem to have had; which distance is best says how long that tail is for the
tokens at hand.`
}

function oracle(pair: Pair, n: number): string[] {
  const { asked, hits } = ceilings(pair, n)
  return MEASURES.map((measure) => `${percent(hits[measure])} of ${asked}`)
}

/** 1K, 2K, ... by expansion, beside the informed attack. */
export async function expansions(pair: Pair, first: number, most: number): Promise<string> {
  const stages = new Map<number, ReturnType<typeof score>>()
  await invert(pair, most, { expandFrom: first }, (n, _, mapped) => {
    stages.set(n, score(pair, n, mapped))
  })
  const source: Readonly<Record<number, string>> = { 1000: '99.5%', 8000: '83%', 16000: '68%' }
  const rows = []
  for (const [n, scored] of stages)
    rows.push([
      n.toLocaleString('en'),
      source[n] ?? '',
      cell(scored),
      percent(scored.halves.top.accuracy),
      percent(scored.halves.bottom.accuracy),
      cell(await invertInformed(pair, n)),
      scored.rankShift.median,
    ])
  const last = [...stages.values()].at(-1)
  return `## Expansion

Published: five updates at ${first.toLocaleString('en')}, then doubled, with one greedy update at each stage. Informed: on its own for each vocabulary. Apart: how far true pairs are apart in
rank (median).

${table(['n', 'source', 'published', 'more frequent half', 'less frequent half', 'informed', 'apart'], rows)}

Published at ${most.toLocaleString('en')}, by rank of the hash:

${table(
  ['ranks', 'accuracy'],
  (last?.bands ?? []).map((band) => [
    `${band.from.toLocaleString('en')} to ${band.to.toLocaleString('en')}`,
    cell(band),
  ]),
)}`
}

/** The source's four experiments, and neighbour pruning. */
export async function prunings(pair: Pair, n: number): Promise<string> {
  const settings: readonly [string, Partial<Published>][] = [
    [`${n / 2}, then expansion with feature pruning, beta = 0.1`, { expandFrom: n / 2, beta: 0.1 }],
    [`${n / 2}, then expansion without pruning`, { expandFrom: n / 2 }],
    [`${n} at once, one update`, { iterations: 1 }],
    [`${n} at once, two updates`, { iterations: 2 }],
    [`${n} at once, five updates, neighbour pruning, alpha = 0.8`, { alpha: 0.8 }],
    [`${n} at once, five updates, neighbour pruning, alpha = 0.5`, { alpha: 0.5 }],
    [`${n} at once, five updates`, {}],
  ]
  const rows = []
  for (const [name, more] of settings) rows.push([name, cell(await invert(pair, n, more))])
  return `## Pruning

The source runs the first four at 2,000 (1,851 matchable): pruning costs some accuracy and is ten times faster. Here features are compared only where a pair would be
listed, so that feature pruning saves no time; neighbour pruning saves as much as it drops.

${table(['', 'accuracy'], rows)}`
}

/** Beyond the source. */
export async function hundredThousand(pair: Pair): Promise<string> {
  const n = 100_000
  const plain = await invert(pair, n, { expandFrom: 1000, beta: 0.1, alpha: 0.8 })
  const best = await invertInformed(pair, n, { context: n })
  const rows = plain.bands.map((band, i) => [
    `${band.from.toLocaleString('en')} to ${band.to.toLocaleString('en')}`,
    cell(band),
    cell(best.bands[i]!),
  ])
  return `## 100,000 tokens

Beyond the source. Published: by expansion from 1,000, beta = 0.1, alpha = 0.8: ${cell(plain)}. Informed: ${cell(best)}; its surest tenth: ${cell(best.byConfidence[0]!)}.

${table(['ranks', 'published', 'informed'], rows)}`
}
