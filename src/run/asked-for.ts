import { fail } from '../base/errors.js'
import type { Asked, AskedStep } from '../checks/asked.js'
import { readingFrom } from '../ingest/index.js'
import { loadMethod, methodNames } from '../methods/index.js'
import { derive, type ReadyStep, readyStep } from '../plans/derive.js'
import { type Plan, profileNames, readPlan } from '../plans/plan.js'
import type { Step } from '../release/manifest.js'
import { asStep, columnOptions, extrasOf, nameOf } from './steps.js'

/**
 * What was asked for in words: the name of a profile, a plan file, or METHOD:PARAM=VALUE,... Of a file that Lethe did not make only `promises` can be
 * looked at: how it was made cannot be asked for.
 */
export async function askedFor(words: string, unit: string, promisesOnly: boolean): Promise<Asked> {
  const [method, list] = cutAt(words, ':')
  if (methodNames().includes(method)) {
    const pairs = (list ?? '')
      .split(',')
      .filter(Boolean)
      .map((part) => {
        const [name, value] = cutAt(part, '=')
        // A name alone would be held against the default of the method, which nobody asked for.
        if (value === undefined)
          fail('usage', `'${name.slice(0, 40)}' has no value in '${words.slice(0, 60)}'`, 'Write PARAM=VALUE.')
        return [name, value] as const
      })
    const params = Object.fromEntries(pairs)
    if (pairs.length > Object.keys(params).length)
      fail('usage', `a parameter stands twice in '${words.slice(0, 60)}'`, 'Give each once.')
    const aside = pairs.map(([name]) => name).find((name) => UNPROMISED.includes(name))
    if (promisesOnly && aside !== undefined)
      fail('usage', `no promise speaks of ${aside}, so that it cannot be checked on a file`, 'Leave it out.')
    const step = readyStep(await loadMethod(method), params)
    const { guarantee } = derive([step], columnOptions([step], { steps: [], shows: {} }), [], unit)
    return { guarantee, steps: [besidePromise(step, params, unit)] }
  }
  if (!profileNames().includes(words) && !/\.(json|ya?ml)$/.test(words)) {
    fail(
      'usage',
      `'${words.slice(0, 60)}' is no claim`,
      `Give a profile (${profileNames().join(', ')}), a plan file, or METHOD:PARAM=VALUE such as rare-queries:k=30.`,
    )
  }
  const plan = await readPlan(words)
  const steps = await Promise.all(plan.steps.map(async (step) => readyStep(await loadMethod(step.method), step.params)))
  const shows = columnOptions(steps, plan)
  const { guarantee } = derive(steps, shows, [], unit)
  return {
    guarantee,
    shows: { ...shows, columns: columnsOf(plan, steps) },
    steps: steps.map((step, i) => besidePromise(step, plan.steps[i]?.params ?? {}, unit)),
  }
}

/** What stands before the first mark and behind it. */
function cutAt(text: string, mark: string): [before: string, behind?: string] {
  const at = text.indexOf(mark)
  return at < 0 ? [text.trim()] : [text.slice(0, at).trim(), text.slice(at + 1).trim()]
}

/** Columns that rows may have by a plan: what its reading does not leave out, tags where it makes some, and those of the custodian that it names. */
function columnsOf(plan: Plan, steps: readonly ReadyStep[]): string[] {
  const read = plan.reading === undefined ? {} : readingFrom(plan.reading, nameOf(plan))
  const within = steps.flatMap(({ params }) => (typeof params.within === 'string' ? params.within.split(',') : []))
  return [
    ...['pseudonym', 'query', 'rank'],
    ...(read.columns?.url === '' ? [] : ['host']),
    ...(read.columns?.time === '' ? [] : ['day', 'hour', 'time', 'seconds']),
    ...(steps.some(({ method, params }) => method.writesTags(params)) ? ['tag'] : []),
    ...[...extrasOf(read), ...within.map((column) => column.trim())],
  ]
}

/** Parameters that no promise speaks of. */
const UNPROMISED = ['within', 'withheld', 'same']

/**
 * Of a step that promises something the promise is compared, and beside it only what was said of which no promise speaks; of others all that was said or
 * goes without saying.
 */
function besidePromise(step: ReadyStep, said: object, unit: string): AskedStep {
  const { method, params } = asStep(step)
  const own = step.method.guarantee(step.params, unit)
  if (own.kind === 'none') return { method, params, by: 'step', uncounted: [] }
  const beside = Object.entries(params).filter(([name]) => name in said && UNPROMISED.includes(name))
  // Within which columns is counted where the promise says so, and queries are counted in their normal form.
  const uncounted = beside.filter(([name, value]) => !(name in own) && (name === 'within' || value === 'exact'))
  return {
    method,
    params: Object.fromEntries(beside) as Step['params'],
    by: 'promise',
    uncounted: uncounted.map(([name]) => name),
  }
}
