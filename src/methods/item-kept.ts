import type { Counts } from '../release/manifest.js'
import type { Histogram } from './item-histogram.js'
import { wordsSql } from './item-pairs.js'
import type { Context } from './method.js'

/** What a table of items keeps: rows that hold one of its items, and how many items there are. It shows no persons. */
export async function keptOf(
  { log, numbered: { items }, table }: Histogram,
  released: { readonly texts: string; readonly numbers: string },
  on: Context,
): Promise<Counts> {
  const one = async (sql: string) => (await on.engine.all<{ n: number }>(`SELECT count(*) AS n FROM ${sql}`))[0]?.n ?? 0
  const queries = await one(released.numbers)
  if (items === 'keywords') {
    const rows = await one(
      `${log.table} SEMI JOIN (SELECT query FROM (SELECT query, unnest(${wordsSql('query')}) AS item FROM (SELECT DISTINCT query FROM ${log.table} WHERE query IS NOT NULL))
        JOIN ${released.texts} USING (item)) USING (query)`,
    )
    return { rows, users: 0, queries }
  }
  if (items === 'queries') on.learnt.queries ??= await one(table)
  const [kept] = await on.engine.all<{ rows: number }>(
    `SELECT coalesce(sum(rows), 0)::BIGINT AS rows FROM ${table} h SEMI JOIN ${released.numbers} r ON h.item = r.number`,
  )
  return { rows: kept?.rows ?? 0, users: 0, queries }
}
