import { cast } from '../engines/dialect/index.js'
import type { Session } from '../engines/session.js'
import { fresh, text } from '../engines/sql.js'
import type { Log } from '../log/log.js'
import { loadMethod } from '../methods/index.js'
import type { Plan } from '../plans/plan.js'
import type { Seen } from '../release/seen.js'
import { remaker } from './remake.js'

/** The release that could have been made a day before, and its last day. */
export interface DayBefore {
  readonly other: Seen
  readonly cut: string
}

/** Makes a release of all but the last day of a log by the same plan; gives the reason where there can be none. */
export async function releaseOfDayBefore(
  log: Log,
  plan: Plan,
  seed: number,
  session: Session,
): Promise<DayBefore | string> {
  if (!log.has.time) return 'the log has no times'
  const { engine } = session
  const [days] = await engine.all<{ cut: string | null; earlier: number }>(`
    SELECT ${cast('cut', 'text')} AS cut, (SELECT count(*) FROM ${log.table} WHERE ${cast('time', 'day')} <= cut) AS earlier
    FROM (SELECT ${cast('max(time)', 'day')} - 1 AS cut FROM ${log.table})`)
  if (!days?.cut || days.earlier === 0) return 'the log is of a single day'
  const rows = fresh('until_the_day_before')
  await engine.view(
    rows,
    `SELECT * FROM ${log.table} WHERE time IS NULL OR ${cast('time', 'day')} <= ${cast(text(days.cut), 'day')}`,
  )
  const { seen } = await remaker({ ...log, table: rows }, { plan, seed }, session)([])
  return { other: seen, cut: days.cut }
}

/** Does a method of the plan say that an attack is one for it? */
export async function namesAttack(plan: Plan, attack: string): Promise<boolean> {
  const methods = await Promise.all(plan.steps.map(({ method }) => loadMethod(method)))
  return methods.some(({ attacks }) => attacks.includes(attack))
}
