import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { LetheError } from '../../base/errors.js'
import { type Resources, type Session, withSession } from '../../engines/session.js'
import { countOf, fresh } from '../../engines/sql.js'
import { allRead, type Log } from '../../log/log.js'
import { splitLog } from '../../measures/held-out.js'
import { loadMeasure, measureNames } from '../../measures/index.js'
import { loadMethod, methodNames } from '../../methods/index.js'
import type { Cell } from '../../plans/grid.js'
import type { Plan } from '../../plans/plan.js'
import { withoutPrivate } from '../../plans/private-params.js'
import { seededRandom } from '../../random/seeded.js'
import type { Rows } from '../../release/data.js'
import type { Counts, KeptCounts } from '../../release/kept.js'
import type { Step } from '../../release/manifest.js'
import { openRelease } from '../../release/reader.js'
import { readSeen, type Seen } from '../../release/seen.js'
import { type AttackOutcome, inJson } from '../../report/outcomes.js'
import type { RunFigures } from '../../report/settings.js'
import { loadTrial } from '../../trials/index.js'
import { attackAll } from '../attack-all.js'
import { type MeasureResult, takeMeasures } from '../measure.js'
import { releaseRead } from '../release/index.js'
import { prepare } from '../release/prepare.js'
import { settled } from '../release/settled.js'
import { tryRead } from '../trial.js'
import { truthBeside } from '../truth.js'
import { verifyOpened } from '../verify.js'
import { type SharedLog, takeUp } from './shared-log.js'

/** What a cell is put to. */
export interface CellTask {
  readonly cell: Cell
  readonly log: SharedLog
  readonly attacks?: readonly string[]
  readonly measures?: readonly string[]
  /** Trials to run, with their parameters. */
  readonly trials?: AskedTrials
}

/** Trials by their names, with what was given of their parameters. */
export type AskedTrials = Readonly<Record<string, Readonly<Record<string, unknown>>>>

/** What came of one cell: figures, or the reason why there are none. */
export interface CellResult extends RunFigures {
  readonly id: string
  readonly steps: readonly Step[]
  /** What the plan asks to be shown beside the text. */
  readonly shows: Plan['shows']
  readonly kept?: KeptCounts
  readonly of?: Counts
  /** What the pseudonyms of the release stand for. */
  readonly link?: Plan['shows']['link']
  /** Of the seconds, those for making the release. */
  readonly releaseSeconds?: number
  /** What trials came to that were asked for; `{error}` where one was not to be had. */
  readonly trials?: Readonly<Record<string, object>>
}

/** What a result says of its cell, whatever came of it. */
export function nameCell({ id, label, plan, seed, shown }: Cell) {
  return {
    id,
    label,
    method: plan.name ?? shown.map((step) => step.method).join(' + '),
    params: Object.assign({}, ...shown.map((step) => step.params)) as Record<string, unknown>,
    steps: shown,
    shows: plan.shows,
    seed,
  }
}

/** Makes the release of a cell, attacks it and measures it. What fails is told in the result. */
export async function runCell(task: CellTask, resources: Resources): Promise<CellResult> {
  const started = performance.now()
  const { cell } = task
  const named = nameCell(cell)
  const seconds = () => Math.round(performance.now() - started) / 1000
  try {
    const figures = await withSession(resources, (session) => figuresOf(task, session))
    return { ...named, ...figures, seconds: seconds() }
  } catch (error) {
    if (error instanceof LetheError && error.code === 'interrupted') throw error
    const reason = error instanceof LetheError ? await told(error.message, cell.plan) : 'internal error'
    return { ...named, seconds: seconds(), attacks: {}, measures: {}, leftOut: {}, error: reason }
  }
}

/** Results go to others: what is the custodian's alone is taken out of a reason. */
async function told(reason: string, { steps }: Plan): Promise<string> {
  let said = reason
  for (const { method, params } of steps)
    if (methodNames().includes(method)) said = withoutPrivate(said, (await loadMethod(method)).params, params)
  return said
}

async function toldOutcome(outcome: AttackOutcome, plan: Plan): Promise<AttackOutcome> {
  if (outcome.outcome === 'ran') return outcome
  if (outcome.outcome === 'error') return { ...outcome, error: await told(outcome.error, plan) }
  return { ...outcome, reason: await told(outcome.reason, plan) }
}

async function figuresOf(task: CellTask, session: Session) {
  const { cell } = task
  const log = await takeUp(task.log, session)
  const made = await released(cell, log, task.log.rows, session)
  const { holds } = await verifyOpened(openRelease(made.dir), { log, experiments: true }, session)
  const truth = (await truthBeside(session.engine, made.dir)) ?? { tables: {} }
  const { seen } = made
  const { plan, seed } = cell
  const outcomes = await attackAll({ seen, truth, log, plan, seed, only: task.attacks }, session)
  const taken = await measured(task, log, seen, truth.tables.truth, session)
  rmSync(made.dir, { recursive: true, force: true })
  const trials = task.trials && (await tryAll(task.trials, cell, log, session))
  return {
    ...(trials ? { trials } : {}),
    // What the setting would promise: the release itself, from a seed, promises nothing.
    guarantee: made.result.experiment?.guarantee ?? made.result.guarantee,
    kept: made.result.kept,
    of: made.result.of,
    columns: seen.rows.columns,
    ...(seen.manifest ? { link: seen.manifest.shows.link } : {}),
    holds,
    releaseSeconds: made.result.seconds,
    empty: made.result.empty,
    ...inJson(await Promise.all(outcomes.map((outcome) => toldOutcome(outcome, plan)))),
    measures: taken.measures,
    leftOut: Object.fromEntries(
      await Promise.all(Object.entries(taken.leftOut).map(async ([name, why]) => [name, await told(why, plan)])),
    ),
  }
}

/** Makes the release of a cell from a log, or from a part of it. */
export async function released({ plan, seed }: Pick<Cell, 'plan' | 'seed'>, log: Log, rows: number, session: Session) {
  const dir = join(session.workspace.dir, fresh('release'))
  const options = { plan, out: dir, seed, truth: true, ephemeralKey: true }
  const ready = await prepare(options, log.unit === undefined ? {} : { unit: log.unit })
  const source = {
    ...{ paths: [], places: [], format: 'none', rows, bad: [], notes: [], table: log.table },
    records: async () => allRead(rows),
    digests: async () => [],
  }
  const result = await releaseRead({ log, source }, await settled(ready, log, session), session)
  return { dir, result, seen: await readSeen(session.engine, openRelease(dir)) }
}

/**
 * Takes measures of a release. Tasks get one of their own, of all but the last part of the log, on which they are tested: the release of the whole
 * log, whose risks are told, has seen that part.
 */
async function measured(task: CellTask, log: Log, seen: Seen, known: Rows | undefined, session: Session) {
  const { cell } = task
  const on = { ...session, random: seededRandom(cell.seed) }
  const all = await Promise.all((task.measures ?? measureNames()).map(loadMeasure))
  const [tasks, others] = [true, false].map((trains) =>
    all.filter((measure) => (measure.trains ?? false) === trains).map(({ name }) => name),
  ) as [string[], string[]]
  const whole = { original: log, rows: task.log.rows, released: seen, ...(known ? { truth: known } : {}) }
  const taken = await takeMeasures(whole, { only: others, lenient: true }, on)
  const split = tasks.length === 0 ? undefined : await splitLog(session.engine, log)
  if (split === undefined) return both(taken, await takeMeasures(whole, { only: tasks, lenient: true }, on))
  const table = fresh('training')
  await session.engine.materialise(table, `SELECT * FROM ${split.training.table}`)
  const original = { ...split.training, table }
  const rows = await countOf(session.engine, table)
  const trained = await released(cell, original, rows, session)
  const subject = { original, rows, heldOut: split.heldOut, released: trained.seen }
  const learnt = await takeMeasures(subject, { only: tasks, lenient: true }, on)
  rmSync(trained.dir, { recursive: true, force: true })
  return both(taken, learnt)
}

function both(a: MeasureResult, b: MeasureResult): MeasureResult {
  return { measures: { ...a.measures, ...b.measures }, leftOut: { ...a.leftOut, ...b.leftOut } }
}

async function tryAll(asked: AskedTrials, { plan, seed }: Cell, log: Log, session: Session) {
  const results: Record<string, object> = {}
  for (const [name, params] of Object.entries(asked))
    results[name] = await tryRead(
      await loadTrial(name),
      log,
      { plan, params, seed, ephemeralKey: true },
      session,
    ).catch(async (error: unknown) => {
      if (!(error instanceof LetheError) || error.code === 'interrupted') throw error
      return { error: await told(error.message, plan) }
    })
  return results
}
