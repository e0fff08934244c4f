import { fail } from '../../base/errors.js'
import type { Truth } from '../../release/seen.js'
import type { AttackContext, Guesses } from '../attack.js'
import type { Linked } from './link.js'

export interface LinkGuesses extends Guesses {
  readonly byQueries: Linked
  readonly byCategories: Linked | undefined
}

/** RL by queries, and by categories where they were tried. */
export async function score(
  { byQueries, byCategories }: LinkGuesses,
  { tables }: Truth,
  _: unknown,
  on: AttackContext,
): Promise<{ readonly rl: number; readonly rlCategories?: number }> {
  const { truth } = tables
  if (!truth?.columns.includes('pseudonym') || !truth.columns.includes('person'))
    fail('input', 'the truth does not say which pseudonym is whose', 'It needs the columns person and pseudonym.')
  const whose = `(SELECT DISTINCT pseudonym, person FROM ${truth.table})`
  const rl = await recordLinkage(byQueries, whose, on)
  return byCategories === undefined ? { rl } : { rl, rlCategories: await recordLinkage(byCategories, whose, on) }
}

/** The person is in G if they have as much in common with the released history as those found have. */
async function recordLinkage({ table, original, released, tried }: Linked, whose: string, { engine }: AttackContext) {
  const [found] = await engine.all<{ sum: number }>(`
    SELECT coalesce(sum(1.0 / l.ties::DOUBLE), 0) AS sum FROM ${table} l JOIN (
      SELECT pseudonym, count(*) AS common FROM (SELECT DISTINCT pseudonym, query FROM (${released}) SEMI JOIN ${table} USING (pseudonym))
      JOIN ${whose} w USING (pseudonym) JOIN (SELECT DISTINCT person, query FROM (${original})) o USING (person, query) GROUP BY pseudonym) t
    ON l.pseudonym = t.pseudonym AND l.common::INTEGER = t.common`)
  return tried === 0 ? 0 : Math.round(((100 * (found?.sum ?? 0)) / tried) * 1e6) / 1e6
}
