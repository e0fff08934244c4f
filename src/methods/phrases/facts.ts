import { short } from '../../histograms/params.js'
import type { Context } from '../method.js'
import type { Extracted } from './extract.js'

/** What only the custodian is told: how each length came out, and which phrases nobody used. Told in public, either would break the promise. */
export async function factsOf(
  { lengths }: Extracted,
  whole: string,
  { rhoAt, epsilon }: { readonly rhoAt: (epsilon: number) => number; readonly epsilon: number },
  on: Context,
): Promise<{ readonly facts: Readonly<Record<string, unknown>>; readonly notes: readonly string[] }> {
  const rows = await on.engine.all<{ text: string }>(`SELECT text FROM ${whole} WHERE spurious ORDER BY text`)
  const published = lengths.reduce((sum, { released }) => sum + released, 0)
  const facts = {
    phases: { items: lengths[0]?.withSupport ?? 0, published },
    lengths,
    spurious: rows.map(({ text }) => text),
  }
  const first = lengths[0]
  if (published > 0 || first === undefined)
    return {
      facts,
      notes:
        rows.length === 0
          ? []
          : [
              `${rows.length} of ${published} phrases were used by nobody; record.json lists them (facts.spurious): tell nobody which they are`,
            ],
    }
  return { facts, notes: [emptyNote(first.heaviest, first.rho, epsilon, rhoAt)] }
}

/** Why nothing came out, and what would help. */
function emptyNote(heaviest: number, rho: number, epsilon: number, rhoAt: (epsilon: number) => number): string {
  if (heaviest === 0) return 'no text of the log has a word in it, so that nothing came out'
  const times = short(Math.ceil((10 * rho) / heaviest) / 10)
  // Thresholds fall with epsilon: the least at which the commonest word would have an even chance.
  let [low, high] = [epsilon, 100]
  if (rhoAt(high) > heaviest)
    return `nothing came out: about ${times} times as many persons would be needed, with any epsilon`
  while (high / low > 1.01) {
    const middle = Math.sqrt(low * high)
    if (rhoAt(middle) > heaviest) low = middle
    else high = middle
  }
  return `nothing came out: for the commonest word to have an even chance, about ${times} times as many persons or an epsilon of ${short(high)} would be needed (an epsilon chosen by looking at the log is no longer what is promised)`
}
