import { wrapped } from '../base/format.js'
import type { Sql } from '../engines/engine.js'
import { fresh } from '../engines/sql.js'
import type { Log } from '../log/log.js'
import type { Seen } from '../release/seen.js'
import { type Split, splitLog } from './held-out.js'
import type { MeasureContext, Measured, Subject } from './measure.js'
import { figure } from './released.js'
import { upTo } from './task-rows.js'
import { count, named, shareText } from './words.js'

/** What a release teaches, as SQL, or why it teaches nothing of the kind. */
export type Taught = { readonly sql: string } | { readonly reason: string }

/** How well what was learnt answers what is asked; null with a reason where that has no meaning. */
export interface Score {
  readonly score: number | null
  readonly reason?: string
  /** Share of what is asked for which there is any answer. */
  readonly covered?: number
  /** The score on rows that are new to whoever asked them, of tasks that tell them apart; null where nobody knows, or there are none. */
  readonly fresh?: number | null
}

/**
 * Something that people do with logs: it learns from counts, and is asked what the held-out part holds. What is learnt and what is asked are
 * tables of one shape: `query`, what goes with it, and `n`, how often.
 */
export interface Task {
  /** What a part of the log teaches or asks, as SQL. */
  counts(log: Log): string
  /** What the held-out part asks, where that is more than its counts. */
  asked?(heldOut: Log, training: Log): string
  taught(engine: Sql, released: Seen): Promise<Taught>
  /** `original` is what the training part of the log teaches, whoever learnt. */
  score(engine: Sql, learnt: string, asked: string, original: string): Promise<Score>
  /** What there is too little of in the held-out part, if there is nothing to ask. */
  readonly asks: string
  /** What else a reader should know of the test. */
  about?(engine: Sql, asked: string, original: string): Promise<Measured>
}

const FLATTERED =
  'The release was made of the whole log, and has seen what it is tested on: it may do better here than on what comes next.'

/**
 * Trains a task on the release and on the training part of the log, and tests both on the held-out part. A release that was made of the
 * training part alone comes with the held-out part (`Subject.heldOut`); any other has seen what it is tested on, and the result says so.
 * Of such a release, rows of held-out days are not learnt from where it shows days; its thresholds and its noise have seen them still.
 */
export async function runTask(task: Task, subject: Subject, { engine }: MeasureContext): Promise<Measured> {
  const { original: log, heldOut } = subject
  const split: Parts | undefined = heldOut ? { training: log, heldOut } : await splitLog(engine, log)
  if (split === undefined)
    return cannotBeAsked('the log has neither times nor persons by which a part could be held out')
  const [asked, original] = [fresh('asked'), fresh('taught')]
  await engine.materialise(asked, task.asked?.(split.heldOut, split.training) ?? task.counts(split.heldOut))
  await engine.materialise(original, task.counts(split.training))
  const held = await sizeOf(engine, asked)
  const result =
    held.n === 0
      ? cannotBeAsked(`the held-out part has no ${task.asks}`)
      : await bothScores(task, subject, split, { engine, asked, original, heldOut: held.n })
  await engine.drop(asked, original)
  if (!heldOut) await engine.drop(split.training.table, split.heldOut.table)
  const { by, from } = split
  return {
    ...result,
    ...(by === undefined ? {} : { heldOutBy: by }),
    ...(from === undefined ? {} : { heldOutFrom: from }),
    sawHeldOut: heldOut === undefined,
  }
}

/** Parts that were handed in do not say how they were made. */
type Parts = Pick<Split, 'training' | 'heldOut'> & Partial<Split>

interface Test {
  readonly engine: Sql
  readonly asked: string
  readonly original: string
  readonly heldOut: number
}

async function bothScores(
  task: Task,
  { original: log, released }: Subject,
  { by, from }: Parts,
  { engine, asked, original, heldOut }: Test,
): Promise<Measured> {
  const best = await task.score(engine, original, asked, original)
  const taught = await task.taught(engine, by === 'days' && from ? upTo(released, from) : released)
  const learnt = fresh('learnt')
  if ('sql' in taught) await engine.materialise(learnt, taught.sql)
  const size = 'sql' in taught ? await sizeOf(engine, learnt) : undefined
  const reason = 'reason' in taught ? taught.reason : await strange(engine, learnt, log, size?.rows ?? 0)
  const own = reason === undefined ? await task.score(engine, learnt, asked, original) : { score: null, reason }
  const of = await sizeOf(engine, original)
  const about = (await task.about?.(engine, asked, original)) ?? {}
  await engine.drop(learnt)
  return {
    ...ratioOf(own.score, best.score),
    ...(best.fresh === undefined ? {} : { newToPerson: ratioOf(own.fresh ?? null, best.fresh) }),
    heldOut,
    ...about,
    learnt: { release: size?.rows ?? null, original: of.rows },
    ...(best.covered === undefined
      ? {}
      : { covered: { release: rounded(own.covered), original: rounded(best.covered) } }),
    ...reasonsOf(own, best),
  }
}

function ratioOf(own: number | null, best: number | null) {
  const ratio = own === null || best === null || best <= 0 ? null : own / best
  return { release: rounded(own), original: rounded(best), ratio: rounded(ratio) }
}

function reasonsOf(own: Score, best: Score): Measured {
  const reasons: Record<string, string> = {}
  if (own.score === null) reasons.release = own.reason ?? 'not known'
  if (best.score === null) reasons.original = best.reason ?? 'not known'
  const none =
    reasons.original ?? reasons.release ?? (best.score! <= 0 ? 'the original itself gets nowhere' : undefined)
  if (none !== undefined) reasons.ratio = none
  return Object.keys(reasons).length === 0 ? {} : { reasons }
}

const rounded = (value: number | null | undefined) => (value == null ? null : figure(value))

function cannotBeAsked(reason: string): Measured {
  const reasons = { release: reason, original: reason, ratio: reason }
  return { release: null, original: null, ratio: null, heldOut: 0, reasons }
}

async function sizeOf(engine: Sql, table: string): Promise<{ readonly rows: number; readonly n: number }> {
  const [size] = await engine.all<{ rows: number; n: number }>(
    `SELECT count(*) AS rows, coalesce(sum(n), 0)::DOUBLE AS n FROM ${table}`,
  )
  return size ?? { rows: 0, n: 0 }
}

/** Hashed or coded texts would score 0 without being of no use: they are no queries, and nothing can be asked of them. */
async function strange(engine: Sql, learnt: string, { table }: Log, rows: number): Promise<string | undefined> {
  if (rows === 0) return undefined
  const [known] = await engine.all(`SELECT 1 AS one FROM ${table} WHERE query IN (SELECT query FROM ${learnt}) LIMIT 1`)
  return known ? undefined : 'none of its texts is a query of the log: they are hashed, coded or made up'
}

function isRatio(value: unknown): value is Measured {
  return typeof value === 'object' && value !== null && typeof (value as Measured).ratio === 'number'
}

/** The result of a task in words. */
export function taskText(measured: Measured): readonly string[] {
  const reasons = (measured.reasons ?? {}) as Readonly<Record<string, string>>
  const told = (key: string) => {
    const value = measured[key]
    return typeof value === 'number' ? value.toFixed(4) : (reasons[key] ?? 'not known')
  }
  return [
    ...named([
      ['trained on the release', told('release')],
      ['trained on the original', told('original')],
      ['ratio', shareText(measured, 'ratio')],
      ...(isRatio(measured.newToPerson)
        ? [['ratio on rows new to their person', shareText(measured.newToPerson, 'ratio')] as const]
        : []),
      ['held out', count(measured.heldOut)],
    ]),
    ...(measured.sawHeldOut ? wrapped(FLATTERED, '  ') : []),
  ]
}
