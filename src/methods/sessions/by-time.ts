import { fail } from '../../base/errors.js'
import { cast, fromUtc } from '../../engines/dialect/index.js'
import type { Log } from '../../log/log.js'
import { atNoTimeSql, withSessionsSql } from '../../log/session-sql.js'

/** [Adar07] section 6: a new session each calendar day. */
export function byDaySql(log: Log, zone: string): string {
  const local = isUtc(zone) ? 'time' : fromUtc('time', zone)
  return `SELECT *, coalesce(${cast(cast(local, 'day'), 'text')}, ${atNoTimeSql(log)}) AS session FROM ${log.table}`
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
