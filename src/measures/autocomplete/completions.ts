import type { Sql } from '../../engines/engine.js'
import { fresh } from '../../engines/sql.js'
import type { Score } from '../task.js'

/** Letters of the longest prefix. Beyond them little is left to complete, and every one costs a look at all that was learnt. */
const LONGEST = 15
/** Completions that are offered to a prefix. */
const OFFERED = 10

/**
 * The mean reciprocal rank of queries among the completions of their prefixes. Both tables are (query, n).
 *
 * Long prefixes come first. A text that is not offered to its prefix of some length has ten better ones there, which begin with every shorter prefix
 * too: it is not offered to those either. So each length looks only at what the next longer one has left.
 */
export async function scoreCompletions(engine: Sql, learnt: string, asked: string): Promise<Score> {
  const { prefixes, longest } = await prefixesOf(engine, asked)
  if (prefixes === 0) return { score: null, reason: 'the held-out queries have one letter each' }
  let sum = 0
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
    const [found] = await engine.all<{ sum: number | null }>(
      `SELECT sum(a.n / o.rank) AS sum FROM ${asked} a JOIN ${offered} o USING (query) WHERE length(a.query) > ${length}`,
    )
    sum += found?.sum ?? 0
  }
  await engine.drop(left)
  return { score: sum / prefixes }
}

/** How many prefixes are asked for, of all queries as often as they stand there, and the letters of the longest. */
export async function prefixesOf(engine: Sql, asked: string) {
  const [all] = await engine.all<{ prefixes: number; longest: number }>(`
    SELECT coalesce(sum(n * letters), 0)::DOUBLE AS prefixes, coalesce(max(letters), 0)::INTEGER AS longest
    FROM (SELECT n, least(greatest(length(query) - 1, 0), ${LONGEST}) AS letters FROM ${asked})`)
  return all ?? { prefixes: 0, longest: 0 }
}
