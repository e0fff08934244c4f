import type { Sql } from '../../engines/engine.js'
import { fresh } from '../../engines/sql.js'
import { itemTable, orderedSql, pairsSql, trueItemsSql } from '../items.js'
import { defineMeasure, type Measured, type Subject } from '../measure.js'
import { figure, itemsOf } from '../released.js'
import { count, named, shareText } from '../words.js'
import { logLikelihoodRatio, quality } from './ranking.js'

const LEAST = 2

/**
 * Query substitution [Goetz12]: substitutes for a query are ranked by the log-likelihood ratio [Jones06] of the query and the
 * one asked next, once by the release and once by the log. Over all queries with a substitute in the log (two persons at least
 * asked the one after the other): `recall`, `map` and `ndcg` of the first ten substitutes of the release against those of the log,
 * 0 where the release suggests nothing; `precision` over the `covered` queries, for which it suggests something.
 *
 * Pairs are counted by persons; by pseudonyms where rows are released; once where no counts are.
 */
export default defineMeasure({
  name: 'query-substitution',
  summary: 'how well substitutes for queries, ranked by released pairs of queries, match those ranked by the log',
  paper: { key: 'Goetz12', title: 'Publishing Search Logs: A Comparative Study of Privacy Guarantees' },
  side: 'utility',
  params: {
    substitutes: {
      type: 'whole',
      min: 1,
      max: 1000,
      default: 10,
      help: 'how many substitutes for a query are compared',
    },
  },
  fits: ({ original, released }) => {
    if (!original.has.time || original.unit === undefined)
      return 'the log has no pairs of queries: persons and times are needed'
    if (itemsOf(released)) return itemsOf(released) === 'pairs' ? undefined : 'its items are no pairs of queries'
    return orderedSql(released.rows)
      ? undefined
      : 'it does not show which query followed which: pseudonyms and exact times are needed'
  },
  async run(subject, { substitutes }, { engine }) {
    const truth = await rankings(engine, trueItemsSql(subject.original, { kind: 'pairs' }), LEAST, substitutes)
    const shown = await rankings(engine, await releasedPairs(engine, subject), 0, substitutes)
    const sum = { precision: 0, recall: 0, map: 0, ndcg: 0, covered: 0 }
    for (const [query, best] of truth) {
      const ranking = shown.get(query) ?? []
      const { precision, recall, averagePrecision, ndcg } = quality(ranking, best, substitutes)
      sum.precision += precision
      sum.recall += recall
      sum.map += averagePrecision
      sum.ndcg += ndcg
      if (ranking.length > 0) sum.covered++
    }
    const mean = (total: number, of = truth.size) => figure(of === 0 ? 0 : total / of)
    return {
      precision: mean(sum.precision, sum.covered),
      recall: mean(sum.recall),
      map: mean(sum.map),
      ndcg: mean(sum.ndcg),
      ratio: mean(sum.ndcg), // the log itself ranks as the log does
      covered: mean(sum.covered),
      queries: truth.size,
    }
  },
  text: inWords,
})

/** The pairs of a release, as SQL: (first, second, n). */
async function releasedPairs(engine: Sql, { released }: Subject): Promise<string> {
  if (itemsOf(released))
    return `SELECT first, second, greatest(coalesce(n, 1), 1) AS n FROM ${(await itemTable(engine, released)).table}`
  const rows = orderedSql(released.rows)
  if (rows === undefined) throw new TypeError('no order')
  return `SELECT first, second, count(DISTINCT person) AS n FROM (${pairsSql(rows, ['pseudonym'], 'time', true)}) GROUP BY first, second`
}

/** The best substitutes of each query, best first, of pairs that at least so many have. */
async function rankings(engine: Sql, pairs: string, least: number, depth: number): Promise<Map<string, string[]>> {
  const table = fresh('pairs')
  await engine.materialise(table, `${pairs}`)
  const margin = (side: string) => `(SELECT ${side}, sum(n)::DOUBLE AS total FROM ${table} GROUP BY ${side})`
  const [all] = await engine.all<{ n: number | null }>(`SELECT sum(n)::DOUBLE AS n FROM ${table}`)
  const ranked = new Map<string, { readonly text: string; readonly score: number }[]>()
  for await (const [first, second, n, one, other] of engine.stream(`
    SELECT p.first, p.second, p.n::DOUBLE, a.total, b.total FROM ${table} p JOIN ${margin('first')} a ON p.first = a.first JOIN ${margin('second')} b ON p.second = b.second
    WHERE p.n >= ${least}`)) {
    for (const [i, query] of (first as string[]).entries()) {
      const score = logLikelihoodRatio(n?.[i] as number, one?.[i] as number, other?.[i] as number, all?.n ?? 0)
      if (score <= 0) continue
      const list = ranked.get(query)
      if (list) list.push({ text: second?.[i] as string, score })
      else ranked.set(query, [{ text: second?.[i] as string, score }])
    }
  }
  await engine.drop(table)
  const byScore = (a: { text: string; score: number }, b: { text: string; score: number }) =>
    b.score - a.score || (a.text < b.text ? -1 : 1)
  return new Map(
    [...ranked].map(([query, list]) => [
      query,
      list
        .sort(byScore)
        .slice(0, depth)
        .map(({ text }) => text),
    ]),
  )
}

function inWords(measured: Measured): string[] {
  return named([
    ['queries with any substitute', shareText(measured, 'covered')],
    ['precision, of those', shareText(measured, 'precision')],
    ['recall', shareText(measured, 'recall')],
    ['mean average precision', shareText(measured, 'map')],
    ['NDCG (1 is as the log ranks)', shareText(measured, 'ndcg')],
    ['queries', count(measured.queries)],
  ])
}
