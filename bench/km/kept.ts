import { greedy } from '../../src/methods/km-deletion/greedy.js'
import { arrange, type Entries } from '../../src/methods/km-deletion/histories.js'
import { optimise } from '../../src/methods/km-deletion/optimise.js'
import { randomDeletion } from '../../src/methods/km-deletion/random-deletion.js'
import { type Target, utilityOf } from '../../src/methods/km-deletion/utility.js'
import { seededRandom } from '../../src/random/seeded.js'
import type { MadeUp } from './marketing.js'

export const COLUMNS = ['terms', 'logsize', 'users', 'bid', 'clicks', 'impressions', 'revenue'] as const
export type Column = (typeof COLUMNS)[number]
/** What is left, in per cent. */
export type Left = Readonly<Record<Column, number>>

/** What a level and a target function leave: by greedy, and with the optimiser if it is given work. */
export async function leftBy(
  entries: Entries,
  marketing: MadeUp,
  { target, k, m, seed, budget }: { target: Target; k: number; m: number; seed: number; budget: number },
): Promise<{ greedy: Left; optimised: Left | undefined }> {
  const { rank, frequent, worth, perPerson } = utilityOf(entries, target, {
    k,
    m,
    marketing,
    random: seededRandom(seed),
  })
  const all = arrange(entries, rank, frequent)
  const first = target === 'random' ? randomDeletion(all, k, m, seed) : await greedy(all, k, m)
  const code = (e: number) => entries.term[all.source[e]!]!
  const share = (alive: Uint8Array) => {
    const kept = new Uint8Array(entries.term.length)
    all.source.forEach((e, i) => {
      kept[e] = alive[i]!
    })
    const [left, whole] = [sums(entries, marketing, kept), sums(entries, marketing)]
    return Object.fromEntries(COLUMNS.map((column) => [column, (100 * left[column]) / whole[column]])) as Record<
      Column,
      number
    >
  }
  const entry = Float64Array.from({ length: all.size }, (_, e) => worth[code(e)]! * all.count[e]!)
  return {
    greedy: share(first.alive),
    optimised:
      budget > 0 ? share((await optimise(all, k, m, first, { worth: { entry, perPerson }, budget })).alive) : undefined,
  }
}

function sums(entries: Entries, { bid, clicks, impressions }: MadeUp, kept?: Uint8Array): Record<Column, number> {
  const total = { terms: 0, logsize: 0, users: 0, bid: 0, clicks: 0, impressions: 0, revenue: 0 }
  const seen = new Uint8Array(entries.terms)
  let before = -1
  for (let e = 0; e < entries.term.length; e++) {
    if (kept?.[e] === 0) continue
    const [t, n] = [entries.term[e]!, entries.count[e]!]
    if (seen[t] === 0) total.terms++
    seen[t] = 1
    if (entries.history[e] !== before) total.users++
    before = entries.history[e]!
    total.logsize += n
    total.bid += n * bid[t]!
    total.clicks += n * clicks[t]!
    total.impressions += n * impressions[t]!
    total.revenue += n * bid[t]! * clicks[t]!
  }
  return total
}
