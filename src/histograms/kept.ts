import { cast, semiJoin } from '../engines/dialect/index.js'
import { countOf } from '../engines/sql.js'
import type { Context } from '../release/context.js'
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
  const [held] = await on.engine.all<{ rows: number }>(
    `SELECT ${cast('coalesce(sum(rows), 0)', 'long')} AS rows FROM ${table} h ${semiJoin(`${released} r`, 'ON h.item = r.number')}`,
  )
  return {
    kept: { rows: held?.rows ?? 0, queries: await countOf(on.engine, released) },
    learnt: { ...persons, queries: await countOf(on.engine, table) },
  }
}
