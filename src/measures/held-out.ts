import type { Sql } from '../engines/engine.js'
import { fresh, text } from '../engines/sql.js'
import type { Log } from '../log/log.js'

/** How much of a log is held out, where days or persons allow it. */
const SHARE = 0.1

/** A log in two parts: what a task may learn from, and what it is tested on. Both are views of the log. */
export interface Split {
  readonly training: Log
  readonly heldOut: Log
  /** What was held out: the last days, the end of the only day, or some of the persons. */
  readonly by: 'days' | 'moment' | 'persons'
  /** The first day or moment of the held-out part. */
  readonly from?: string
}

/**
 * Splits a log by time: held out are the last days, as few as have a tenth of the rows with a query; at least one day stays. Of a log of one
 * day it is the last tenth. Rows without a time are learnt from. Where there are no times, or all are the same, the persons are held out whose
 * MD5 begins with a byte below 26, a tenth: the choice depends on nothing but their names. Undefined where there are no persons either.
 */
export async function splitLog(engine: Sql, log: Log): Promise<Split | undefined> {
  const days = log.has.time ? await daysOf(engine, log) : []
  const day = firstHeldOut(days)
  if (day !== undefined) return parts(engine, log, 'days', day)
  const moment = days.length === 0 ? undefined : await lateMoment(engine, log)
  if (moment !== undefined) return parts(engine, log, 'moment', moment)
  return log.unit === undefined ? undefined : parts(engine, log, 'persons')
}

interface Day {
  readonly day: string
  readonly rows: number
}

/** The days of a log, the last one first. */
function daysOf(engine: Sql, { table }: Log): Promise<Day[]> {
  return engine.all<Day>(
    `SELECT on_day::VARCHAR AS day, n AS rows FROM (
      SELECT time::DATE AS on_day, count(*) AS n FROM ${table} WHERE time IS NOT NULL AND query IS NOT NULL GROUP BY 1) ORDER BY on_day DESC`,
  )
}

function firstHeldOut(days: readonly Day[]): string | undefined {
  const enough = SHARE * days.reduce((sum, { rows }) => sum + rows, 0)
  let [held, first]: [number, string | undefined] = [0, undefined]
  for (const { day, rows } of days.slice(0, -1)) {
    held += rows
    first = day
    if (held >= enough) break
  }
  return first
}

/** The moment at which the last tenth begins; never the first of all. */
async function lateMoment(engine: Sql, { table }: Log): Promise<string | undefined> {
  const times = `FROM ${table} WHERE time IS NOT NULL AND query IS NOT NULL`
  const [found] = await engine.all<{ moment: string | null }>(
    `SELECT min(time)::VARCHAR AS moment ${times} AND time > (SELECT min(time) ${times})
      AND time >= (SELECT percentile_disc(${SHARE}) WITHIN GROUP (ORDER BY time DESC) ${times})`,
  )
  return found?.moment ?? undefined
}

async function parts(engine: Sql, log: Log, by: Split['by'], from?: string): Promise<Split> {
  const held =
    from === undefined ? `substr(md5(person), 1, 2) < '1a'` : `time IS NOT NULL AND time >= ${text(from)}::TIMESTAMP`
  const [training, heldOut] = [fresh('training'), fresh('held_out')]
  await engine.view(training, `SELECT * FROM ${log.table} WHERE NOT (${held})`)
  await engine.view(heldOut, `SELECT * FROM ${log.table} WHERE ${held}`)
  return {
    training: { ...log, table: training },
    heldOut: { ...log, table: heldOut },
    by,
    ...(from === undefined ? {} : { from }),
  }
}
