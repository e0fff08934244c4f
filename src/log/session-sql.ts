import { allBut, cast, span } from '../engines/dialect/index.js'
import type { Log } from './log.js'

/** Minutes without a query after which a session ends, where nobody said otherwise. */
export const USUAL_GAP = 60

/** Rows without a time stand alone, each text for itself: nothing says which session they belong to. */
export function atNoTimeSql({ has, sealed }: Pick<Log, 'has' | 'sealed'>): string {
  return `'at no time: ' || coalesce(query, ${sealed ? 'hex(tag), ' : has.tag ? 'tag, ' : ''}'')`
}

/** The rows of a log with a column `session`: the one that a method made, or the runs between pauses of more than `minutes`. */
export function withSessionsSql(log: Pick<Log, 'table' | 'has' | 'sealed'>, minutes = USUAL_GAP): string {
  if (log.has.session) return `SELECT * FROM ${log.table}`
  const begins = `coalesce(time - lag(time) OVER (PARTITION BY person ORDER BY time) > ${span(minutes, 'minute')}, true)`
  // Rows of one moment are of one session, whichever the engine takes first (hence RANGE).
  return `SELECT ${allBut(['cut'])}, CASE WHEN time IS NULL THEN ${atNoTimeSql(log)}
      ELSE ${cast('sum(cut) OVER (PARTITION BY person ORDER BY time RANGE UNBOUNDED PRECEDING)', 'text')} END AS session FROM (
      SELECT *, ${cast(begins, 'integer')} AS cut
      FROM ${log.table})`
}
