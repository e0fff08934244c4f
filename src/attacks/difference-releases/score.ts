import { fail } from '../../base/errors.js'
import { countOf, text } from '../../engines/sql.js'
import type { Seen, Truth } from '../../release/seen.js'
import type { AttackContext, Guesses } from '../attack.js'
import { textsAsShown } from '../texts.js'

/** What two releases differ in. */
export interface Differences extends Guesses {
  readonly seen: Seen
  readonly column: 'query' | 'item'
  /** A table (text) of what is in the later release and not in the earlier one. */
  readonly appeared: string
  readonly count: number
  /** From the day after this one on, persons are new. */
  readonly cut: string | undefined
}

/** How many texts appeared, and to how many of them only a few persons are new. */
export async function score(
  { seen, column, appeared, count, cut, guesses }: Differences,
  { tables: { truth } }: Truth,
  { few }: { readonly few: number },
  { engine, reference }: AttackContext,
) {
  // One new row is one new person: what the releases themselves show is certain, but not all.
  if (truth === undefined && reference === undefined)
    return { appeared: count, attributable: guesses, by: 'the releases alone: at least so many' }
  if (cut === undefined)
    fail('usage', 'the earlier release shows no day, so it is not known who is new', 'Give its last day: --cut DAY.')
  const asked = askedSql()
  const found = await countOf(
    engine,
    `(
      SELECT text FROM (SELECT text, person, min(time) AS first FROM (${asked}) SEMI JOIN ${appeared} USING (text) GROUP BY ALL)
      WHERE first >= ${text(cut)}::DATE + INTERVAL 1 DAY GROUP BY text HAVING count(*) <= ${few})`,
  )
  return { appeared: count, attributable: found }

  /** Who asked what and when, as SQL (text, person, time): from the original, or from the truth of the later release. */
  function askedSql(): string {
    if (reference)
      return textsAsShown(
        seen,
        `(SELECT query, person, time FROM ${reference.table} WHERE query IS NOT NULL AND person IS NOT NULL)`,
        ['person', 'time'],
      )
    if (truth === undefined) throw new TypeError('who asked what is not known')
    const when = ['day', 'hour', 'time'].find((one) =>
      (truth.columns.includes('pseudonym') ? seen.rows : truth).columns.includes(one),
    )
    if (when === undefined) fail('refused', 'the releases show no days', 'Give the original: --reference LOG.')
    if (!truth.columns.includes('pseudonym')) {
      const texts = truth.columns.includes(column)
        ? truth.table
        : `${truth.table} JOIN (SELECT DISTINCT tag, ${column} FROM ${seen.rows.table}) s USING (tag)`
      return `SELECT ${column} AS text, person, ${when}::TIMESTAMP AS time FROM ${texts} WHERE ${column} IS NOT NULL`
    }
    return `SELECT r.${column} AS text, t.person, r.${when}::TIMESTAMP AS time FROM ${seen.rows.table} r JOIN (SELECT DISTINCT person, pseudonym FROM ${truth.table}) t USING (pseudonym)`
  }
}
