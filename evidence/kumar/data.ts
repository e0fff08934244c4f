import { asOften, together } from '../../src/attacks/invert-tokens/graph.js'
import { ADULT_TERMS, REVEALING_TERMS } from '../../src/text/spot/terms.js'
import { table } from '../tokens/tables.js'
import { type Pair, sizeOf, trueMapping } from '../weaknesses/inversion.js'

const number = (value: number) => Math.round(value).toLocaleString('en')

export interface Side {
  readonly n: number
  readonly queries: number
  /** Occurrences of the least frequent of the n, and how many others of them a token occurs with on average. */
  readonly least: number
  readonly degree: number
}

export interface Data {
  readonly hashes: readonly Side[]
  readonly tokens: readonly Side[]
  readonly matchable: readonly number[]
  readonly adult: number
  readonly revealing: number
}

/** [Kumar07] Table 2: what there is to go by at each vocabulary; and how much of the log is adult or revealing. */
export function dataOf({ hashes, reference }: Pair, vocabularies: readonly number[]): Data {
  const sides = (corpus: Pair['hashes']) =>
    vocabularies.map((n) => {
      const graph = together(corpus, n, asOften)
      return { n, queries: sizeOf(corpus), least: corpus.frequency[n - 1] ?? 0, degree: graph.to.length / n }
    })
  const share = (terms: ReadonlySet<string>) => {
    const wanted = reference.tokens.map((token) => terms.has(token))
    let found = 0
    for (let b = 0; b < reference.times.length; b++)
      if (reference.ids.subarray(reference.starts[b], reference.starts[b + 1]).some((id) => wanted[id]))
        found += reference.times[b]!
    return found / sizeOf(reference)
  }
  return {
    hashes: sides(hashes),
    tokens: sides(reference),
    matchable: vocabularies.map((n) => trueMapping({ hashes, reference }, n).filter((r) => r >= 0).length),
    adult: share(ADULT_TERMS),
    revealing: share(REVEALING_TERMS),
  }
}

export function dataTable({ hashes, tokens, matchable }: Data): string {
  return table(
    ['n', 'matchable', 'least frequent hash', 'neighbours a hash', 'least frequent token', 'neighbours a token'],
    hashes.map(({ n, least, degree }, i) => [
      number(n),
      number(matchable[i]!),
      number(least),
      number(degree),
      number(tokens[i]!.least),
      number(tokens[i]!.degree),
    ]),
  )
}

export interface Migration {
  readonly to: number
  readonly median: number
  readonly mean: number
}

/** [Kumar07] Figure 3: how far the rank of a hash is from the rank of its token, by rank. */
export function migrationOf(pair: Pair, n: number): Migration[] {
  const all = trueMapping(pair, pair.reference.tokens.length)
  const bands: Migration[] = []
  for (let from = 0, to = 100; from < n; from = to, to = Math.min(2 * to, n)) {
    const shifts = Array.from(all.subarray(from, to), (r, i) => ({ r, shift: Math.abs(r - from - i) }))
      .filter(({ r }) => r >= 0)
      .map(({ shift }) => shift)
      .sort((a, b) => a - b)
    bands.push({
      to,
      median: shifts[shifts.length >> 1] ?? 0,
      mean: shifts.reduce((sum, shift) => sum + shift, 0) / shifts.length,
    })
  }
  return bands
}

export function migrationTable(bands: readonly Migration[]): string {
  return table(
    ['rank up to', ...bands.map(({ to }) => number(to))],
    [
      ['median', ...bands.map(({ median }) => number(median))],
      ['mean', ...bands.map(({ mean }) => number(mean))],
    ],
  )
}
