import { fail } from '../../base/errors.js'
import { countOf, fresh } from '../../engines/sql.js'
import { type ResultSources, resultsOf } from '../../knowledge/results/index.js'
import { hostSql } from '../../log/host-sql.js'
import type { AttackContext } from '../attack.js'
import { restSql } from './rest-sql.js'

/** What the attacker went by, and what it took. */
export type Cost =
  | { readonly source: 'log'; readonly rows: number }
  | { readonly source: 'file'; readonly results: number }
  | { readonly source: 'api'; readonly asked: number; readonly results: number }

/** The pages that the attacker knows for queries. */
export interface Pages {
  /** (query, host, rest, url, place, weight): what stands behind a host, at which place, and how much speaks for it. */
  readonly table: string
  /** Are there places? */
  readonly placed: boolean
  readonly cost: Cost
}

/** Pages by query: what another log shows clicked, what a file lists, or what a search engine answers to the queries of `shown`. */
export async function pagesFrom(sources: ResultSources, top: number, shown: string, on: AttackContext): Promise<Pages> {
  const { engine, reference } = on
  const listed = sources.results !== undefined || sources.resultsApi !== undefined
  if (listed && reference !== undefined)
    fail('usage', '--reference and results exclude each other', 'Give a log, or --results, or --results-api.')
  if (!listed) return fromLog(shown, on)
  const results = await resultsOf(sources, top, shown, on)
  if (results === undefined) throw new TypeError('no results')
  const table = await pages(`SELECT query, url, place, 1 AS n FROM ${results}`, on)
  const count = await countOf(engine, results)
  await engine.drop(results)
  const cost: Cost =
    sources.resultsApi === undefined
      ? { source: 'file', results: count }
      : { source: 'api', asked: await countOf(engine, `(SELECT DISTINCT query FROM ${shown})`), results: count }
  return { table, placed: true, cost }
}

async function fromLog(shown: string, on: AttackContext): Promise<Pages> {
  const { reference } = on
  if (reference === undefined)
    fail(
      'usage',
      'restore-urls needs to know what a query leads to',
      'Give another log of the same search box (--reference LOG), its results (--results FILE), or ask it (--results-api URL).',
    )
  if (!reference.has.url)
    fail('refused', 'the log of the attacker shows no clicked URLs', 'Name the column with --columns url=NAME.')
  const place = reference.has.rank ? 'rank' : 'NULL::INTEGER'
  const table = await pages(
    `SELECT query, url, ${place} AS place, count(*) AS n FROM ${reference.table} SEMI JOIN ${shown} USING (query) WHERE url IS NOT NULL GROUP BY ALL`,
    on,
  )
  const rows = await countOf(on.engine, reference.table)
  return { table, placed: reference.has.rank, cost: { source: 'log', rows } }
}

async function pages(sql: string, { engine }: AttackContext): Promise<string> {
  const table = fresh('pages')
  await engine.materialise(
    table,
    `SELECT query, host, rest, min(url) AS url, place, sum(n) AS weight FROM (
      SELECT query, ${hostSql('url')} AS host, ${restSql('url')} AS rest, url, place, n FROM (${sql}))
    WHERE host IS NOT NULL GROUP BY ALL`,
  )
  return table
}
