import type { Sql } from '../engines/engine.js'
import type { Score } from './task.js'

/**
 * The mean reciprocal rank of what is asked among the answers that were learnt to its query, the most frequent first, `depth` at most; texts
 * of the same frequency in their order. Both tables are (query, answer, n). With a depth of 1 it is the share of first answers that are right.
 */
export async function scoreAnswers(engine: Sql, learnt: string, asked: string, depth: number): Promise<Score> {
  const [row] = await engine.all<{ score: number; covered: number }>(`
    SELECT coalesce(sum(a.n / r.rank), 0) / sum(a.n) AS score, coalesce(sum(a.n) FILTER (q.query IS NOT NULL), 0) / sum(a.n) AS covered
    FROM ${asked} a LEFT JOIN (SELECT DISTINCT query FROM ${learnt}) q ON a.query = q.query LEFT JOIN (
      SELECT query, answer, row_number() OVER (PARTITION BY query ORDER BY n DESC, answer) AS rank FROM ${learnt}) r
    ON a.query = r.query AND a.answer = r.answer AND r.rank <= ${depth}`)
  return { score: row?.score ?? 0, covered: row?.covered ?? 0 }
}
