import { spreadText } from '../engines/map-text.js'
import { byPhrases } from '../knowledge/classify.js'
import { type Knowledge, openKnowledge } from '../knowledge/knowledge.js'
import type { IdenticalUsers } from '../release/guarantee.js'
import { type Check, count } from './check.js'
import type { ClaimedRelease } from './claim.js'

/**
 * Every history touches l top-level categories. What a query is about is looked up where the method says that it did; a query that is
 * not known there is a category of its own. Only the knowledge base that comes with the package is at hand for everybody.
 */
export async function diversity(
  { engine, rows, persons }: ClaimedRelease,
  { l, categories }: IdenticalUsers,
): Promise<Check> {
  const name = `${l} top-level categories`
  if (persons.by !== 'person')
    return {
      name,
      holds: null,
      detail: 'without a pseudonym for a whole person there are no histories to see',
      onClaim: true,
    }
  const plain = categories === 'queries'
  if (!plain && categories !== 'wordnet')
    return {
      name,
      holds: null,
      detail: 'the knowledge base of this release does not come with the package',
      onClaim: true,
    }
  const topsOf = plain ? undefined : topLevels(await openKnowledge('wordnet'))
  const table = await spreadText(engine, rows.table, 'query', (query) => {
    const tops = topsOf?.(query) ?? []
    return tops.length > 0 ? tops : [`own:${query}`]
  })
  const [found] = await engine.all<{ histories: number; short: number; least: number | null }>(`
    SELECT count(*) AS histories, count(*) FILTER (WHERE n < ${l}) AS short, min(n) AS least FROM (
      SELECT r.pseudonym, count(DISTINCT t.mapped) AS n FROM ${rows.table} r LEFT JOIN ${table} t ON r.query = t.value GROUP BY r.pseudonym)`)
  await engine.drop(table)
  const { histories = 0, short = 0, least } = found ?? {}
  return {
    name,
    holds: short === 0,
    detail:
      short === 0
        ? `the history of each of ${count(histories, 'pseudonym')} touches ${l} or more`
        : `${short.toLocaleString('en')} of ${histories.toLocaleString('en')} histories touch fewer; the narrowest ${least}`,
    onClaim: true,
  }
}

function topLevels(knowledge: Knowledge): (query: string) => string[] {
  const classify = byPhrases(knowledge)
  return (query) => [...new Set(classify(query).map((category) => String(knowledge.ancestors(category).at(-1))))]
}
