import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { LetheError } from '../../errors.js'
import type { Cell } from '../../plans/grid.js'
import type { Plan } from '../../plans/plan.js'
import { seededRandom } from '../../random/seeded.js'
import type { Guarantee } from '../../release/guarantee.js'
import type { Counts, KeptCounts } from '../../release/kept.js'
import { openRelease } from '../../release/reader.js'
import { readSeen } from '../../release/seen.js'
import { inJson, type Reasons } from '../../report/outcomes.js'
import { type Resources, type Session, withSession } from '../../session.js'
import { attackAll } from '../attack-all.js'
import { takeMeasures } from '../measure.js'
import { prepare, releaseRead } from '../release.js'
import { truthBeside } from '../truth.js'
import { verify } from '../verify.js'
import { type SharedLog, takeUp } from './shared-log.js'

/** What a cell is put to. */
export interface CellTask {
  readonly cell: Cell
  readonly log: SharedLog
  readonly attacks?: readonly string[]
  readonly measures?: readonly string[]
}

/** What came of one cell: figures, or the reason why there are none. */
export interface CellResult {
  readonly id: string
  readonly label: string
  readonly method: string
  readonly params: Readonly<Record<string, unknown>>
  readonly steps: readonly { readonly method: string; readonly params: Readonly<Record<string, unknown>> }[]
  /** What the plan asks to be shown beside the text. */
  readonly shows: Plan['shows']
  readonly seed: number
  readonly guarantee?: Guarantee
  readonly kept?: KeptCounts
  readonly of?: Counts
  /** The columns that the release has. */
  readonly columns?: readonly string[]
  /** Does independent code confirm the claim? */
  readonly holds?: boolean | null
  readonly seconds: number
  /** Of them for making the release. */
  readonly releaseSeconds?: number
  /** Is there nothing in the release? */
  readonly empty?: boolean
  /** By attack: its figures; null where there are none, with the reason below; `{error}` where it failed. */
  readonly attacks: Readonly<Record<string, unknown>>
  readonly reasons?: Reasons
  readonly measures: Readonly<Record<string, unknown>>
  /** Measures that do not apply, and why. */
  readonly leftOut: Readonly<Record<string, string>>
  readonly error?: string
}

/** What a result says of its cell, whatever came of it. */
export function nameCell({ id, label, plan, seed }: Cell) {
  const { steps, shows } = plan
  return {
    id,
    label,
    method: plan.name ?? steps.map((step) => step.method).join(' + '),
    params: Object.assign({}, ...steps.map((step) => step.params)) as Record<string, unknown>,
    steps,
    shows,
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
    const figures = await withSession(resources, (session) => figuresOf(task, session, resources))
    return { ...named, ...figures, seconds: seconds() }
  } catch (error) {
    if (error instanceof LetheError && error.code === 'interrupted') throw error
    const reason = error instanceof LetheError ? error.message : 'internal error'
    return { ...named, seconds: seconds(), attacks: {}, measures: {}, leftOut: {}, error: reason }
  }
}

async function figuresOf(task: CellTask, session: Session, resources: Resources) {
  const { cell } = task
  const log = await takeUp(task.log, session)
  const out = join(session.workspace.dir, 'release')
  const options = { plan: cell.plan, out, seed: cell.seed, truth: true, ephemeralKey: true }
  const ready = await prepare(options, log.unit === undefined ? {} : { unit: log.unit })
  const source = {
    paths: [],
    format: 'none',
    rows: task.log.rows,
    bad: [],
    notes: [],
    table: log.table,
    digests: async () => [],
  }
  const made = await releaseRead({ log, source }, ready, session)
  const { holds } = await verify(out, {}, {}, resources)
  const seen = await readSeen(session.engine, openRelease(out))
  const truth = (await truthBeside(session.engine, out)) ?? { tables: {} }
  const { plan, seed } = cell
  const outcomes = await attackAll({ seen, truth, log, plan, seed, only: task.attacks }, session)
  const known = truth.tables.truth
  const subject = { original: log, rows: task.log.rows, released: seen, ...(known ? { truth: known } : {}) }
  const on = { ...session, random: seededRandom(cell.seed) }
  const taken = await takeMeasures(subject, { only: task.measures, lenient: true }, on)
  rmSync(out, { recursive: true, force: true })
  return {
    guarantee: made.guarantee,
    kept: made.kept,
    of: made.of,
    columns: seen.rows.columns,
    holds,
    releaseSeconds: made.seconds,
    empty: made.empty,
    ...inJson(outcomes),
    measures: taken.measures,
    leftOut: taken.leftOut,
  }
}
