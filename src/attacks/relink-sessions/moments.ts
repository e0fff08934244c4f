import type { Engine } from '../../engines/engine.js'
import type { Rows } from '../../release/data.js'

/** When each session was, as far as the release says it. */
export interface Moments {
  /** Days since 1970, -1 where there is none. */
  readonly day: Int32Array
  /** Within the day, or from the first query to the last: whatever there is beside the day, in seconds; -1 where it tells nothing. */
  readonly second: Float64Array
  /** Hour of the day, -1 where the release does not tell it. */
  readonly hour: Int8Array
  /** Sessions in the order of their pseudonyms read from the end. */
  readonly bySuffix: Uint32Array
}

export async function momentsOf(engine: Engine, rows: Rows, sessions: string, count: number): Promise<Moments> {
  const moments = {
    day: new Int32Array(count).fill(-1),
    second: new Float64Array(count).fill(-1),
    hour: new Int8Array(count).fill(-1),
    bySuffix: new Uint32Array(count),
  }
  let nth = 0
  for await (const [doc] of engine.stream(`SELECT doc FROM ${sessions} ORDER BY reverse(pseudonym), doc`))
    for (const d of doc ?? []) moments.bySuffix[nth++] = d as number
  const exact = ['time', 'hour'].find((column) => rows.columns.includes(column))
  if (exact === undefined && !rows.columns.includes('day')) return moments
  const day = exact ? `try_cast(${exact} AS TIMESTAMP)` : 'try_cast(day AS DATE)'
  const second = exact
    ? `min(epoch(${day})) % 86400`
    : rows.columns.includes('seconds')
      ? `nullif(max(try_cast(seconds AS DOUBLE)), 0)` // a single query has no length to compare
      : 'NULL'
  const hour = exact ? `min(hour(${day}))` : '-1'
  for await (const [doc, days, seconds, hours] of engine.stream(`
    SELECT doc, date_diff('day', DATE '1970-01-01', min(${day})::DATE), ${second}, ${hour}
    FROM ${rows.table} JOIN ${sessions} USING (pseudonym) GROUP BY doc`)) {
    for (let i = 0; i < (doc?.length ?? 0); i++) {
      moments.day[doc![i] as number] = (days![i] as number | null) ?? -1
      moments.second[doc![i] as number] = (seconds![i] as number | null) ?? -1
      moments.hour[doc![i] as number] = (hours![i] as number | null) ?? -1
    }
  }
  return moments
}
