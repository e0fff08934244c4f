import type { Entries } from '../../src/methods/km-deletion/histories.js'
import type { Marketing } from '../../src/methods/km-deletion/utility.js'
import { seededRandom } from '../../src/random/seeded.js'

/** Made-up figures of advertisers; `known` says for which terms there are any, `clicked` for which there are clicks. */
export interface MadeUp extends Marketing {
  readonly known: Uint8Array
  readonly clicked: Uint8Array
}

/**
 * Bids, impressions and clicks in the shape of [Burghardt] Tables 2 and 3: figures for 47% of the terms, clicks for 55% of those; heavy
 * tails; impressions grow a little with frequency, clicks with impressions; bids go with nothing, and spread by `bids`, the standard deviation of their logarithm.
 */
export function madeUpMarketing(entries: Entries, frequency: Float64Array, bids = 1.8): MadeUp {
  const random = seededRandom(2002)
  const normal = () => Math.sqrt(-2 * Math.log(1 - random.unit())) * Math.cos(2 * Math.PI * random.unit())
  const of = (draw: (t: number) => number) => Float64Array.from({ length: entries.terms }, (_, t) => draw(t))
  const known = Uint8Array.from({ length: entries.terms }, () => Number(random.unit() < 0.47))
  const clicked = known.map((yes) => yes * Number(random.unit() < 0.55))
  const bid = of((t) => (known[t] ?? 0) * Math.exp(-1.2 + bids * normal()))
  const impressions = of((t) => (known[t] ?? 0) * Math.exp(5 + 1.9 * normal()) * frequency[t]! ** 0.45)
  const clicks = of((t) => (clicked[t] ?? 0) * impressions[t]! ** 0.9 * Math.exp(-3.5 + 1.3 * normal()))
  return { bid, impressions, clicks, known, clicked }
}
