import { attackNames } from '../../attacks/index.js'
import { type Fields, isRecord, optional, passes, SHOWS, STEP, type Test } from '../../release/fields.js'
import type { Reasons, SampleOf } from '../../report/outcomes.js'
import type { CellResult } from './cell.js'

const text: Test = (value) => typeof value === 'string'
const flag: Test = (value) => typeof value === 'boolean'
const whole: Test = (value) => Number.isSafeInteger(value) && (value as number) >= 0
const amount: Test = (value) => Number.isFinite(value) && (value as number) >= 0
const share: Test = (value) => amount(value) && (value as number) <= 1
const listOf =
  (test: Test): Test =>
  (value) =>
    Array.isArray(value) && value.every(test)
const byName =
  (test: Test, isName: Test = text): Test =>
  (value) =>
    isRecord(value) && Object.entries(value).every(([name, each]) => isName(name) && test(each))

const REASON: Fields<Reasons[string]> = {
  outcome: (value) => value === 'not applicable' || value === 'not run',
  reason: text,
}
const SAMPLE: Fields<SampleOf> = { persons: whole, of: whole }
/** An attack that is not known here could have found anything. */
const isAttack: Test = (name) => (attackNames() as readonly unknown[]).includes(name)
const figures: Test = (value) => value === null || isRecord(value) || listOf(isRecord)(value)

/** The figures of measures by which settings are judged; the rest is shown only. */
const JUDGED = {
  kept: optional((value) => passes(value, { logSize: share })),
}
/** How well a task does. */
const ratio: Test = (value) => value === undefined || value === null || Math.abs(value as number) <= 1000

const partly = (fields: Readonly<Record<string, Test>>) =>
  Object.fromEntries(Object.entries(fields).map(([field, test]) => [field, optional(test)]))

const CELL: Fields<CellResult> = {
  id: text,
  label: text,
  method: text,
  params: isRecord,
  steps: (value) => listOf((step) => passes(step, STEP))(value) && (value as unknown[]).length > 0,
  shows: (value) => passes(value, partly(SHOWS)),
  seed: whole,
  guarantee: optional((value) => passes(value, { kind: text, unit: text })),
  kept: optional(isRecord),
  of: optional(isRecord),
  columns: optional(listOf(text)),
  link: optional(SHOWS.link),
  holds: optional((value) => value === null || flag(value)),
  seconds: amount,
  releaseSeconds: optional(amount),
  empty: optional(flag),
  attacks: byName(figures, isAttack),
  reasons: optional(byName((value) => passes(value, REASON), isAttack)),
  samples: optional(byName((value) => passes(value, SAMPLE), isAttack)),
  measures: (value) =>
    passes(value, JUDGED) && Object.values(value as object).every((one) => !isRecord(one) || ratio(one.ratio)),
  leftOut: byName(text),
  trials: optional(byName(isRecord)),
  error: optional(text),
  unfounded: (value) => value === undefined,
}

/** Is it what a comparison writes of a setting? Who wrote it, nobody can see. */
export function isCellResult(value: unknown): value is CellResult {
  return passes(value, CELL)
}
