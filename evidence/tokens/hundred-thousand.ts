import { invert, invertInformed, type Pair } from '../weaknesses/inversion.js'
import { cell, table } from './tables.js'

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
