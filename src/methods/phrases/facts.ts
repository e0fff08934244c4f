import { cast } from '../../engines/dialect/index.js'
import { whatItTakes } from '../../histograms/warnings.js'
import type { Context } from '../method.js'
import type { Extracted } from './extract.js'

/**
 * What only the custodian is told: how each length came out, and which phrases nobody gave, by the rows of the table in which they stand: no record holds a text. Told in public, either
 * would break the promise.
 */
export async function factsOf(
  { lengths }: Extracted,
  whole: string,
  { rhoAt, epsilon }: { readonly rhoAt: (epsilon: number) => number; readonly epsilon: number },
  on: Context,
): Promise<{ readonly facts: Readonly<Record<string, unknown>>; readonly notes: readonly string[] }> {
  const sorted = `SELECT ${cast('row_number() OVER (ORDER BY text)', 'integer')} AS row, spurious FROM ${whole}`
  const rows = await on.engine.all<{ row: number }>(`SELECT row FROM (${sorted}) AS sorted WHERE spurious ORDER BY row`)
  const published = lengths.reduce((sum, { released }) => sum + released, 0)
  const facts = {
    phases: { items: lengths[0]?.withSupport ?? 0, published },
    lengths,
    spurious: rows.map(({ row }) => row),
  }
  const first = lengths[0]
  if (published > 0 || first === undefined)
    return {
      facts,
      notes:
        rows.length === 0
          ? []
          : [
              `${rows.length} of ${published} phrases were given by nobody; record.json has the numbers of their rows (facts.spurious): tell nobody which they are`,
            ],
    }
  if (first.heaviest === 0) return { facts, notes: ['no text of the log has a word in it, so that nothing came out'] }
  const commonest = { what: 'the commonest word', largest: first.heaviest, thresholdAt: rhoAt }
  return { facts, notes: [`nothing came out: ${whatItTakes(commonest, epsilon)}`] }
}
