import type { Counts } from '../release/manifest.js'
import type { Items } from './item-pairs.js'
import type { Context } from './method.js'

/** What a table of items keeps: rows that its items cover (occurrences, for words), and how many items there are. It shows no persons. */
export async function keptOf(items: Items, histogram: string, released: string, on: Context): Promise<Counts> {
  const same = items === 'pairs' ? 'item, next' : items === 'clicks' ? 'item, url' : 'item'
  const [kept] = await on.engine.all<{ rows: number; queries: number }>(
    `SELECT count(*) AS queries, coalesce(sum(h.rows), 0)::BIGINT AS rows FROM ${released} JOIN ${histogram} h USING (${same})`,
  )
  return { rows: kept?.rows ?? 0, users: 0, queries: kept?.queries ?? 0 }
}
