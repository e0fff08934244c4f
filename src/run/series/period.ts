import { fail } from '../../base/errors.js'
import { cast } from '../../engines/dialect/index.js'
import type { Sql } from '../../engines/engine.js'
import { countOf, fresh, text } from '../../engines/sql.js'
import type { Log } from '../../log/log.js'
import { type Every, isDay, lastDayOf, nameOfPeriod, periodOf } from '../../series/periods.js'

const NAME_IT = 'Name it by its first day: --period 2026-11-17.'

/** Which period a log is of: as it is named, else the one in which most of its rows lie. */
export async function periodOfLog(
  log: Log,
  every: Every,
  named: string | undefined,
  engine: Sql,
): Promise<{ readonly period: number; readonly guessed: boolean }> {
  if (named !== undefined) {
    if (!isDay(named)) fail('usage', '--period is a day', 'Write it as 2026-11-17.')
    return { period: periodOf(every, named), guessed: false }
  }
  if (!log.has.time) fail('usage', 'the log has no times, so that nobody can tell which period it is of', NAME_IT)
  const days = await engine.all<{ day: string; n: number }>(
    `SELECT ${cast(cast('time', 'day'), 'text')} AS day, count(*) AS n FROM ${log.table} WHERE time IS NOT NULL GROUP BY ALL`,
  )
  const rows = new Map<number, number>()
  for (const { day, n } of days.filter(({ day }) => isDay(day))) {
    const period = periodOf(every, day)
    rows.set(period, (rows.get(period) ?? 0) + n)
  }
  const [most] = [...rows].sort((a, b) => b[1] - a[1] || b[0] - a[0])
  if (most === undefined) fail('usage', 'no row of the log has a time, so that its period must be named', NAME_IT)
  return { period: most[0], guessed: true }
}

/** The log of a period, and how many rows have a time outside of it: they count as they arrive, or are left out. */
export async function rowsOfPeriod(
  log: Log,
  every: Every,
  period: number,
  late: 'join' | 'drop',
  engine: Sql,
): Promise<{ readonly log: Log; readonly outside: number }> {
  if (!log.has.time) return { log, outside: 0 }
  const day = cast('time', 'day')
  const within = `${day} BETWEEN ${cast(text(nameOfPeriod(every, period)), 'day')} AND ${cast(text(lastDayOf(every, period)), 'day')}`
  const outside = await countOf(engine, `${log.table} WHERE time IS NOT NULL AND NOT (${within})`)
  if (late === 'join' || outside === 0) return { log, outside }
  const table = fresh('in_time')
  await engine.view(table, `SELECT * FROM ${log.table} WHERE time IS NULL OR ${within}`)
  const { stored: _, ...rest } = log
  return { log: { ...rest, table }, outside }
}
