import { jaccard, pairCounts, rand } from '../../src/cluster/compare.js'

/** How near what was found is to what is true, over pairs of one person's queries. */
export interface Agreement {
  readonly true: number
  readonly found: number
  readonly precision: number
  readonly recall: number
  readonly jaccard: number
  readonly rand: number
}

export function agreementOf(truth: readonly number[], labels: readonly number[]): Agreement {
  const { r, s, t } = pairCounts(truth, labels)
  return {
    true: new Set(truth).size,
    found: new Set(labels).size,
    precision: r + t === 0 ? 1 : r / (r + t),
    recall: r + s === 0 ? 1 : r / (r + s),
    jaccard: jaccard(truth, labels),
    rand: rand(truth, labels),
  }
}

/** Cells: interests found, precision, recall, F, Jaccard, Rand. */
export function meanOf(all: readonly Agreement[]): string[] {
  const mean = (of: (one: Agreement) => number) => all.reduce((sum, one) => sum + of(one), 0) / all.length
  const f = ({ precision, recall }: Agreement) =>
    precision + recall === 0 ? 0 : (2 * precision * recall) / (precision + recall)
  return [
    mean(({ found }) => found).toFixed(0),
    ...[
      mean(({ precision }) => precision),
      mean(({ recall }) => recall),
      mean(f),
      mean((one) => one.jaccard),
      mean((one) => one.rand),
    ].map((value) => value.toFixed(3)),
  ]
}
