import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Session, withSession } from '../../src/engines/session.js'
import { countOf, fresh } from '../../src/engines/sql.js'
import { readLog } from '../../src/ingest/index.js'
import type { Log } from '../../src/log/log.js'
import { loadMeasure } from '../../src/measures/index.js'
import type { Measured } from '../../src/measures/measure.js'
import { planFrom } from '../../src/plans/plan.js'
import { seededRandom } from '../../src/random/seeded.js'
import { released } from '../../src/run/compare/cell.js'

/** Days of the log, and how many of them are learnt from; the rest is what the tasks are tested on. */
export const [DAYS, LEARNT] = [30, 25]
/** Settings were chosen on the log of another seed. */
export const [TUNED, TESTED] = [1, 2]

/** The columns of the page: what each release is worth for a task, as a share of what the log itself teaches. */
export const TASKS = {
  completion: ['autocomplete', { longest: 6 }],
  all: ['autocomplete', {}],
  suggest: ['suggest', {}],
  clicks: ['clicks', {}],
  trends: ['trends', {}],
  caching: ['index-caching', {}],
  substitution: ['query-substitution', {}],
} as const
export type TaskName = keyof typeof TASKS | 'new'

export interface Figures {
  readonly ratios: Readonly<Partial<Record<TaskName, number | null>>>
  readonly rows: number
  readonly facts: Measured | undefined
}

/** Releases the first days of a log and puts what came of it to tasks on the others. */
export function figuresOf(setting: object, path: string, tasks: readonly (keyof typeof TASKS)[]): Promise<Figures> {
  return withSession({}, (session) => takeFigures(setting, path, tasks, session))
}

async function takeFigures(
  setting: object,
  path: string,
  tasks: readonly (keyof typeof TASKS)[],
  session: Session,
): Promise<Figures> {
  const { engine } = session
  const { log } = await readLog([path], {}, session)
  const [learnt, asked] = [fresh('learnt'), fresh('asked')]
  const until = `(SELECT min(time)::DATE + ${LEARNT} FROM ${log.table})`
  await engine.materialise(learnt, `SELECT * FROM ${log.table} WHERE time < ${until}`)
  await engine.materialise(asked, `SELECT * FROM ${log.table} WHERE time >= ${until}`)
  const original: Log = { ...log, table: learnt }
  const { link, time, ...step } = setting as Record<string, unknown>
  const shows = { ...(link ? { link } : {}), ...(time ? { time } : {}) }
  const plan = planFrom({ steps: [step], ...shows }, 'a setting')
  const made = await released({ plan, seed: TESTED }, original, await countOf(engine, learnt), session)
  const subject = { original, heldOut: { ...log, table: asked }, released: made.seen }
  const ratios: Partial<Record<TaskName, number | null>> = {}
  for (const task of tasks) {
    const [measure, params] = TASKS[task]
    const { run, params: known, fits } = await loadMeasure(measure)
    if (fits(subject) !== undefined) continue
    const usual = Object.fromEntries(Object.entries(known).map(([key, param]) => [key, param.default]))
    const measured = await run(subject, { ...usual, ...params }, { ...session, random: seededRandom(TESTED) })
    ratios[task] = numberOf(measured.ratio)
    if (task === 'completion') ratios.new = numberOf((measured.newToPerson as Measured).ratio)
  }
  return {
    ratios,
    rows: await countOf(engine, made.seen.rows.table),
    facts: (JSON.parse(readFileSync(join(`${made.dir}.private`, 'record.json'), 'utf8')) as { facts?: Measured }).facts,
  }
}

function numberOf(value: unknown): number | null {
  return typeof value === 'number' ? value : null
}
