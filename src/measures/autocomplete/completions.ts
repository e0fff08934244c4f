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
  let sum = 0
  let left = learnt
  for (let length = LONGEST; length > 0; length--) {
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
  const prefixes = await prefixesOf(engine, asked)
  return prefixes === 0
    ? { score: null, reason: 'the held-out queries have one letter each' }
    : { score: sum / prefixes }
}

/** How many prefixes are asked for, of all queries as often as they stand there. */
export async function prefixesOf(engine: Sql, asked: string): Promise<number> {
  const [all] = await engine.all<{ prefixes: number }>(
    `SELECT coalesce(sum(n * least(length(query) - 1, ${LONGEST})), 0)::DOUBLE AS prefixes FROM ${asked} WHERE length(query) > 1`,
  )
  return all?.prefixes ?? 0
}
