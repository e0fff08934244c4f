import type { Context } from '../methods/method.js'
import type { Made } from '../release/made.js'
import type { Histogram } from './histogram.js'

/** What a table of queries keeps: the histogram knows how many rows hold each, so that the log need not be read again. */
export async function keptOf(
  { numbered, table, inTheLog }: Histogram,
  released: string,
  on: Context,
): Promise<Pick<Made, 'kept' | 'learnt'>> {
  const persons = inTheLog === undefined ? {} : { persons: inTheLog }
  if (numbered.items !== 'queries') return { learnt: persons }
  const one = async (sql: string) => (await on.engine.all<{ n: number }>(sql))[0]?.n ?? 0
  const kept = {
    rows: await one(
      `SELECT coalesce(sum(rows), 0)::BIGINT AS n FROM ${table} h SEMI JOIN ${released} r ON h.item = r.number`,
    ),
    queries: await one(`SELECT count(*) AS n FROM ${released}`),
  }
  return { kept, learnt: { ...persons, queries: await one(`SELECT count(*) AS n FROM ${table}`) } }
}
