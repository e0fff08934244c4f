import { readFileSync } from 'node:fs'
import { fail } from '../../base/errors.js'
import { cast, rowNumber, semiJoin } from '../../engines/dialect/index.js'
import { fresh, text } from '../../engines/sql.js'
import type { Histogram } from '../../histograms/histogram.js'
import type { Log } from '../../log/log.js'
import { discreteLaplace } from '../../random/discrete-laplace.js'
import type { OwnTable } from '../../release/made.js'
import { normalise } from '../../text/normalise.js'
import type { Context } from '../method.js'

/** Counts the first d queries of each person with repetition. */
export async function firstQueries(
  log: Log,
  d: number,
  on: Context,
): Promise<{ readonly histogram: Histogram; readonly persons: number }> {
  on.say('counting the first queries of each person')
  const [texts, table] = [fresh('texts'), fresh('histogram')]
  // Which queries count is decided by time, and at one time by the text: no chance, and so no code.
  await on.engine.materialise(
    texts,
    `SELECT item, count(*) FILTER (WHERE place <= ${d}) AS count, ${cast('count(DISTINCT person)', 'integer')} AS persons, ${cast('count(*)', 'long')} AS rows FROM (
      SELECT person, item, row_number() OVER (PARTITION BY person ORDER BY time NULLS LAST, item) AS place
      FROM (SELECT person, query AS item, time FROM ${log.table} WHERE query IS NOT NULL))
    GROUP BY item ${on.random.kind === 'seeded' ? 'ORDER BY item' : ''}`,
  )
  await on.engine.view(table, `SELECT ${rowNumber()} AS item, count, persons, rows FROM ${texts}`)
  const [size] = await on.engine.all<{ persons: number }>(
    `SELECT count(DISTINCT person) AS persons FROM ${log.table} WHERE query IS NOT NULL`,
  )
  return {
    histogram: { log, numbered: { items: 'queries', texts }, table, counts: 'times' },
    persons: size?.persons ?? 0,
  }
}

/**
 * Noisy counts of clicks for every released query and every one of its results on the public list, clicked or not: which rows there are depends
 * on the list and on the released queries alone.
 */
export async function clickCounts(
  log: Log,
  released: string,
  path: string,
  { d, rate }: { readonly d: number; readonly rate: number },
  on: Context,
): Promise<OwnTable> {
  const [list, exact, table, texts] = ['results', 'clicks', 'noisy', 'texts'].map(fresh) as [
    string,
    string,
    string,
    string,
  ]
  const { queries, urls } = readResults(path)
  await on.engine.append(list, ['item', 'url'], [[queries, urls]])
  await on.engine.materialise(
    exact,
    `WITH
      shown AS (SELECT DISTINCT l.item, l.url FROM ${list} l ${semiJoin(`${released} r`, 'ON l.item = r.item')}),
      first AS (SELECT query, url FROM (SELECT query, url, row_number() OVER (PARTITION BY person ORDER BY time NULLS LAST, query, url) AS place
        FROM ${log.table} WHERE query IS NOT NULL AND url IS NOT NULL) WHERE place <= ${d}),
      counted AS (SELECT query, url, count(*) AS n FROM first GROUP BY ALL)
    SELECT s.item, s.url, ${cast('coalesce(c.n, 0)', 'integer')} AS n FROM shown s LEFT JOIN counted c ON s.item = c.query AND s.url = c.url ORDER BY ALL`,
  )
  const noise = discreteLaplace(on.random, rate)
  async function* noisy() {
    for await (const [items, links, n] of on.engine.stream(`SELECT item, url, n FROM ${exact}`))
      yield [items ?? [], links ?? [], (n ?? []).map((count) => String((count as number) + noise()))]
  }
  await on.engine.append(texts, ['item', 'url', 'count'], noisy())
  await on.engine.materialise(table, `SELECT item, url, ${cast('count', 'long')} AS count FROM ${texts}`)
  return {
    name: 'clicks',
    table,
    columns: [
      { name: 'item', type: 'text', meaning: 'normalised query' },
      { name: 'url', type: 'text', meaning: 'a result on the public list' },
      { name: 'count', type: 'integer', meaning: 'clicks, with noise; may be negative' },
    ],
  }
}

/** The public list of results: a query and a URL a line. */
export function readResults(path: string): { queries: string[]; urls: string[] } {
  let content: string
  try {
    content = readFileSync(path, 'utf8')
  } catch (cause) {
    return fail('input', `the list of results ${text(path)} cannot be read`, 'Name a file with --results.', cause)
  }
  const lines = content.split(/\r?\n/).filter((line) => line !== '')
  const odd = lines.findIndex((line) => line.split('\t').length !== 2)
  if (odd >= 0)
    fail('input', `line ${odd + 1} of the list of results is not a query, a tab and a URL`, 'Check the file.')
  const cells = lines.map((line) => line.split('\t') as [string, string])
  return { queries: cells.map(([query]) => normalise(query)), urls: cells.map(([, url]) => url) }
}
