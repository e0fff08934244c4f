import type { Sql } from '../../engines/engine.js'
import { fresh } from '../../engines/sql.js'
import type { Score } from '../task.js'

/** Letters of the longest prefix. Beyond them little is left to complete, and every one costs a look at all that was learnt. */
export const LONGEST = 15
/** Completions that are offered to a prefix. */
const OFFERED = 10

/**
 * The mean reciprocal rank of queries among the completions of their prefixes. Both tables are (query, n); what is asked also says how often it was new to
 * whoever asked it (fresh), and those rows are scored apart too.
 *
 * Long prefixes come first. A text that is not offered to its prefix of some length has ten better ones there, which begin with every shorter prefix
 * too: it is not offered to those either. So each length looks only at what the next longer one has left.
 */
export async function scoreCompletions(engine: Sql, learnt: string, asked: string, most = LONGEST): Promise<Score> {
  const { prefixes, fresh: freshPrefixes, longest } = await prefixesOf(engine, asked, most)
  if (prefixes === 0) return { score: null, reason: 'the held-out queries have one letter each' }
  let sum = 0
  let sumFresh = 0
  let left = learnt
  for (let length = longest; length > 0; length--) {
    const offered = fresh('offered')
    await engine.materialise(
      offered,
      `SELECT query, n, rank FROM (
        SELECT query, n, row_number() OVER (PARTITION BY left(query, ${length}) ORDER BY n DESC, query) AS rank FROM ${left}) WHERE rank <= ${OFFERED}`,
    )
    if (left !== learnt) await engine.drop(left)
    left = offered
    const [found] = await engine.all<{ sum: number | null; fresh: number | null }>(
      `SELECT sum(a.n / o.rank) AS sum, sum(a.fresh / o.rank) AS fresh FROM ${asked} a JOIN ${offered} o USING (query) WHERE length(a.query) > ${length}`,
    )
    sum += found?.sum ?? 0
    sumFresh += found?.fresh ?? 0
  }
  await engine.drop(left)
  return {
    score: sum / prefixes,
    fresh: freshPrefixes === null || freshPrefixes === 0 ? null : sumFresh / freshPrefixes,
  }
}

/** How many prefixes are asked for, of all queries as often as they stand there, of those new to their person, and the letters of the longest. */
export async function prefixesOf(engine: Sql, asked: string, most = LONGEST) {
  const [all] = await engine.all<{ prefixes: number; fresh: number | null; longest: number }>(`
    SELECT coalesce(sum(n * letters), 0)::DOUBLE AS prefixes, sum(fresh * letters)::DOUBLE AS fresh, coalesce(max(letters), 0)::INTEGER AS longest
    FROM (SELECT n, fresh, least(greatest(length(query) - 1, 0), ${most}) AS letters FROM ${asked})`)
  return all ?? { prefixes: 0, fresh: null, longest: 0 }
}
