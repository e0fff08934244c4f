import { whatItTakes } from '../../histograms/warnings.js'
import type { Context } from '../method.js'
import type { Extracted } from './extract.js'

/** What only the custodian is told: how each length came out, and which phrases nobody gave. Told in public, either would break the promise. */
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
              `${rows.length} of ${published} phrases were given by nobody; record.json lists them (facts.spurious): tell nobody which they are`,
            ],
    }
  if (first.heaviest === 0) return { facts, notes: ['no text of the log has a word in it, so that nothing came out'] }
  const commonest = { what: 'the commonest word', largest: first.heaviest, thresholdAt: rhoAt }
  return { facts, notes: [`nothing came out: ${whatItTakes(commonest, epsilon)}`] }
}
