import { fail } from '../../base/errors.js'
import { hostSql } from '../../log/host-sql.js'
import type { Truth } from '../../release/seen.js'
import type { AttackContext, Guesses } from '../attack.js'
import { restSql } from './rest-sql.js'
import type { Cost } from './sources.js'

export interface Restored extends Guesses {
  /** (query, host, rank, clicks, url, rest, urls), as guessPages makes it. */
  readonly guessed: string
  readonly ranked: boolean
  readonly clicks: number
  readonly cost: Cost
}

/**
 * Holds the guesses against the clicks of the original. Rows of a release are not those of the log, so clicks are counted by query, host and, where it is shown,
 * rank: of a kind of click each URL has the share that it has in the log. Clicks whose URL is a host alone have nothing to restore.
 */
export async function score(
  { guessed, ranked, clicks, cost }: Restored,
  truth: Truth,
  _params: unknown,
  { engine }: AttackContext,
) {
  const { from, hasRank } = originalOf(truth)
  const byRank = ranked && hasRank
  const rank = byRank ? 'TRY_CAST(rank AS BIGINT)' : 'NULL::BIGINT'
  const like = (other: string) =>
    `s.query = ${other}.query AND s.host = ${other}.host${byRank ? ` AND s.rank IS NOT DISTINCT FROM ${other}.rank` : ''}`
  const [found] = await engine.all<{ known: number; tried: number; restored: number }>(`
    WITH known AS (
      SELECT query, ${hostSql('url')} AS host, rank, ${restSql('url')} AS rest, sum(n) AS n FROM (
        SELECT query, url, ${rank} AS rank, count(*) AS n FROM ${from} SEMI JOIN ${guessed} USING (query) WHERE url IS NOT NULL GROUP BY ALL)
      GROUP BY ALL),
    whole AS (SELECT query, host, rank, sum(n) AS n, coalesce(sum(n) FILTER (WHERE rest <> ''), 0) AS more FROM known GROUP BY ALL)
    SELECT coalesce(sum(s.clicks), 0)::DOUBLE AS known, coalesce(sum(s.clicks * w.more / w.n), 0)::DOUBLE AS tried,
      coalesce(sum(s.clicks * k.n / w.n) FILTER (WHERE k.rest <> ''), 0)::DOUBLE AS restored
    FROM ${guessed} s JOIN whole w ON ${like('w')} LEFT JOIN known k ON ${like('k')} AND s.rest = k.rest`)
  const { known = 0, tried = 0, restored = 0 } = found ?? {}
  return {
    tried: Math.round(tried),
    restored: Math.round(restored),
    clicks,
    /** Clicks that the log does not have: their text was changed, or they are of another log. */
    unknown: clicks - known,
    cost,
  }
}

/** Clicks as they were (query, url, rank): the original log, or a file that tells them. */
function originalOf({ original, tables: { truth } }: Truth): { readonly from: string; readonly hasRank: boolean } {
  if (original !== undefined) {
    if (!original.has.url) fail('input', 'the log shows no clicked URLs', 'Name the column with --columns url=NAME.')
    return { from: original.table, hasRank: original.has.rank }
  }
  if (!truth?.columns.includes('query') || !truth.columns.includes('url'))
    fail('input', 'the truth does not say which URLs were clicked', 'Give the original log: --against LOG.')
  return { from: truth.table, hasRank: truth.columns.includes('rank') }
}
