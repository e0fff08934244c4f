import { fail } from '../../base/errors.js'
import { text } from '../../engines/sql.js'
import type { Log } from '../../log/log.js'
import { atNoTimeSql, withSessionsSql } from '../../log/session-sql.js'

/** [Adar07] section 6: a new session each calendar day. */
export function byDaySql(log: Log, zone: string): string {
  const local = isUtc(zone) ? 'time' : `timezone(${text(zone)}, timezone('UTC', time))`
  return `SELECT *, coalesce((${local})::DATE::VARCHAR, ${atNoTimeSql(log)}) AS session FROM ${log.table}`
}

/** [Adar07] section 6: a new session after a long pause. */
export function byGapSql(log: Log, minutes: number): string {
  return withSessionsSql(log, minutes)
}

function isUtc(zone: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: zone }).resolvedOptions().timeZone === 'UTC'
  } catch (cause) {
    return fail('usage', `--day-zone does not know '${zone.slice(0, 40)}'`, 'Write it as in America/New_York.', cause)
  }
}
