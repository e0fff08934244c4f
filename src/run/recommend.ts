import { attackNames } from '../attacks/index.js'
import { fail } from '../base/errors.js'
import { writeOutputFile } from '../base/output-place.js'
import type { Resources } from '../engines/session.js'
import type { InputOptions } from '../ingest/index.js'
import { type Own, ownSteps } from '../plans/foreign.js'
import type { Cell } from '../plans/grid.js'
import { recommend as judge, type Recommendation, type Wishes } from '../report/recommendation.js'
import { type Setting, settingsOf } from '../report/settings.js'
import { attacksByName } from './attack-all.js'
import { type CellResult, type CompareOptions, compare } from './compare/index.js'
import { readCompared } from './compared.js'

/** Wishes have defaults: a risk of at most 0.05, a use of at least 0.01. */
export interface RecommendOptions extends Partial<Wishes>, Omit<CompareOptions, 'public'> {
  /** Writes the first choice as a plan for lethe release --plan. */
  readonly planFile?: string
  /** What is never taken from a comparison that was made before. */
  readonly own?: Own
}

/** Compares settings on a log, or takes up a comparison that was made, and finds those that fulfil the wishes. */
export async function recommend(
  inputs: readonly string[],
  options: RecommendOptions,
  input: InputOptions = {},
  resources: Resources = {},
): Promise<Recommendation> {
  const made = inputs.length > 0 ? await compare(inputs, options, input, resources) : undefined
  const results = (made?.results ?? (await readCompared(options.out))).map(withAllAttacks)
  const columns = new Map(results.map((result) => [result.label, result.columns ?? []]))
  const { maxRisk = 0.05, minUse = 0.01, columns: needed = [], promise } = options
  const wishes = { maxRisk, minUse, columns: needed, ...(promise === undefined ? {} : { promise }) }
  const attacks = await attacksByName()
  const judged = judge(settingsOf(results, attacks), (setting) => columns.get(setting.label) ?? [], wishes, attacks)
  const recommendation = made === undefined ? { ...judged, takenFrom: options.out } : judged
  const first = recommendation.fitting[0]
  if (options.planFile !== undefined) {
    if (first === undefined) fail('refused', 'nothing fits, so there is no plan to write', 'Ask for less.')
    const plan = await tunedPlan(first, results, made?.cells, options.own)
    writeOutputFile(options.planFile, `${JSON.stringify(plan, null, 2)}\n`, {
      mode: 0o644,
      force: options.force ?? false,
    })
  }
  return recommendation
}

const NOT_ASKED = { outcome: 'not run', reason: 'the comparison did not try it' } as const

/** An attack that a comparison leaves out was not run on any of its settings. */
function withAllAttacks(result: CellResult): CellResult {
  const left = attackNames().filter((name) => !Object.hasOwn(result.attacks, name))
  if (result.error !== undefined || left.length === 0) return result
  return {
    ...result,
    attacks: { ...result.attacks, ...Object.fromEntries(left.map((name) => [name, null])) },
    reasons: { ...result.reasons, ...Object.fromEntries(left.map((name) => [name, NOT_ASKED])) },
  }
}

/** A plan that says where its numbers come from. Its steps are those of our own grid, or what may be taken of a comparison that anybody may have made. */
async function tunedPlan(
  { label }: Setting,
  results: readonly CellResult[],
  cells: readonly Cell[] | undefined,
  own: Own | undefined,
): Promise<object> {
  const cell = results.find((result) => result.label === label)!
  const steps = cells?.find((one) => one.label === label)?.plan.steps ?? (await ownSteps(cell.steps, own))
  const { link, time, rank } = cell.shows
  return { tuned: true, steps: steps.map(({ method, params }) => ({ ...params, method })), link, time, rank }
}
