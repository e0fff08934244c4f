import { fail } from '../base/errors.js'
import { writeOutputFile } from '../base/output-place.js'
import type { Resources } from '../engines/session.js'
import type { InputOptions } from '../ingest/index.js'
import { measureNames } from '../measures/index.js'
import { loadMethods } from '../methods/index.js'
import { type Own, ownSteps } from '../plans/foreign.js'
import { generalPromise } from '../plans/general-promise.js'
import type { Cell } from '../plans/grid.js'
import { profileNames } from '../plans/plan.js'
import type { Guarantee } from '../release/guarantee.js'
import { fearsFrom } from '../report/fears.js'
import { type FrontierPictures, frontierPictures } from '../report/frontier.js'
import { type Fear, type Recommendation, USES, type Wishes } from '../report/recommendation.js'
import type { Setting } from '../report/settings.js'
import { attacksByName } from './attack-all.js'
import { adviceOn } from './compare/advice.js'
import { type CellResult, type CompareOptions, compare } from './compare/index.js'
import { readCompared } from './compared.js'

/** What is feared and needed. Who says nothing of fears is taken to have the usual ones. */
export interface RecommendOptions extends Omit<CompareOptions, 'public'> {
  readonly fears?: readonly Fear[]
  /** Kinds of use (rows, histories, counts, sessions) or names of columns. */
  readonly needs?: readonly string[]
  /** The measure by which use is judged; without it the one that fits the needs. */
  readonly task?: string
  readonly minUse?: number
  readonly promise?: string
  /** Writes the first choice as a plan for lethe release --plan. */
  readonly planFile?: string
  /** Take up what a comparison has tried so far, where it is under way or was stopped. */
  readonly unfinished?: boolean
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
  const wishes = wishesOf(options)
  if (!measureNames().includes(wishes.task))
    fail('usage', `there is no task '${wishes.task}'`, 'lethe measures lists them.')
  if (wishes.promise !== undefined && !(PROMISES as readonly string[]).includes(wishes.promise))
    fail('usage', `there is no promise '${wishes.promise}'`, `There are ${PROMISES.join(', ')}.`)
  const made = inputs.length > 0 ? await compare(inputs, { ...options, asks: wishes }, input, resources) : undefined
  const results = made?.results ?? (await readCompared(options.out, options.unfinished))
  const judged = adviceOn(results, wishes, await attacksByName())
  const settings = [...judged.fitting, ...judged.refused].map(({ setting }) => setting)
  // What is under way may still come to a figure.
  const judgedByTask = wishes.minUse > 0 || (options.task !== undefined && !options.unfinished)
  if (judgedByTask && !settings.some(({ tasks }) => tasks[wishes.task] !== undefined))
    fail(
      'input',
      `no setting of this comparison has a figure for ${wishes.task}`,
      `Choose another --task: ${[...new Set(settings.flatMap(({ tasks }) => Object.keys(tasks)))].sort().join(', ') || 'none has any'}.`,
    )
  const recommendation = made === undefined ? { ...judged, takenFrom: options.out } : judged
  const first = recommendation.fitting[0]
  if (options.planFile !== undefined) {
    if (first === undefined) fail('refused', 'nothing fits, so there is no plan to write', 'Ask for less.')
    const plan = await tunedPlan(first.setting, results, made?.cells, options.own)
    writeOutputFile(options.planFile, `${JSON.stringify(plan, null, 2)}\n`, {
      mode: 0o644,
      force: options.force ?? false,
    })
  }
  return recommendation
}

const PROMISES: readonly Guarantee['kind'][] = [
  'dp',
  'k-users-per-query',
  'k-users-per-ngram',
  'k-m',
  'identical-users',
  'threshold-reveal',
]

function wishesOf({ fears = fearsFrom(), needs = [], task, minUse = 0, promise }: RecommendOptions): Wishes {
  const uses = USES.filter((use) => needs.includes(use))
  const columns = needs.filter((need) => !(USES as readonly string[]).includes(need))
  return {
    ...{ fears, uses, columns, minUse, task: task ?? usualTask(needs) },
    ...(promise === undefined ? {} : { promise }),
  }
}

/** The task that shows best whether a release is any good for what is needed. */
function usualTask(needs: readonly string[]): string {
  if (needs.includes('histories') || needs.includes('sessions')) return 'suggest'
  return needs.includes('host') ? 'clicks' : 'autocomplete'
}

/** A plan that says where its numbers come from. Its steps are those of our own grid, or what may be taken of a comparison that anybody may have made. */
async function tunedPlan(
  { label }: Pick<Setting, 'label'>,
  results: readonly CellResult[],
  cells: readonly Cell[] | undefined,
  own: Own | undefined,
): Promise<object> {
  const cell = results.find((result) => result.label === label)!
  const steps = cells?.find((one) => one.label === label)?.plan.steps ?? (await ownSteps(cell.steps, own))
  const { link, time, rank } = cell.shows
  return { tuned: true, steps: steps.map(({ method, params }) => ({ ...params, method })), link, time, rank }
}

/** The plan of a setting of a comparison that was made before, as a file would say it. */
export async function settingPlan(
  out: string,
  label: string,
  { own, unfinished }: Pick<RecommendOptions, 'own' | 'unfinished'> = {},
): Promise<object> {
  const results = await readCompared(out, unfinished)
  const cell = results.find((result) => result.label === label)
  if (cell === undefined) fail('usage', 'the comparison has no such setting', 'Choose one of its table.')
  return tunedPlan(cell, results, undefined, own)
}

/** What pictures of a recommendation show: its settings for each attacker, the advised one marked. */
export async function pictured({ wishes, fitting, refused }: Recommendation): Promise<FrontierPictures> {
  const attacks = Object.entries(await attacksByName())
  return frontierPictures({
    settings: [...fitting, ...refused].map(({ setting }) => setting),
    whose: Object.fromEntries(attacks.map(([name, { attacker }]) => [name, attacker])),
    task: wishes.task,
    pick: fitting[0]?.setting.label,
    limits: Object.fromEntries(wishes.fears.map(({ attacker, limit }) => [attacker, limit])),
    order: await byPromise(),
  })
}

/** All methods and rules, those that promise alike beside each other. */
async function byPromise(): Promise<string[]> {
  const methods = (await loadMethods()).map((method) => ({ name: method.name, kind: generalPromise(method).kind }))
  return [...methods.toSorted((a, b) => a.kind.localeCompare(b.kind)).map(({ name }) => name), ...profileNames()]
}
