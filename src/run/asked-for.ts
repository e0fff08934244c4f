import { fail } from '../base/errors.js'
import type { Asked } from '../checks/asked.js'
import { loadMethod, methodNames } from '../methods/index.js'
import { derive, readyStep } from '../plans/derive.js'
import { profileNames, readPlan } from '../plans/plan.js'
import type { Step } from '../release/manifest.js'
import { asStep, columnOptions } from './steps.js'

/**
 * What was asked for in words: the name of a profile, a plan file, or METHOD:PARAM=VALUE,... Of a file that Lethe did not make only `promises` can be
 * looked at: how it was made cannot be asked for.
 */
export async function askedFor(words: string, unit: string, promisesOnly: boolean): Promise<Asked> {
  const [method = '', list = ''] = words.split(':')
  if (methodNames().includes(method)) {
    const pairs = list
      .split(',')
      .filter(Boolean)
      .map((part) => part.split('=', 2).map((s) => s.trim()) as [string, string])
    const params = Object.fromEntries(pairs)
    if (pairs.length > Object.keys(params).length)
      fail('usage', `a parameter stands twice in '${words.slice(0, 60)}'`, 'Give each once.')
    const aside = pairs.map(([name]) => name).find((name) => UNPROMISED.includes(name))
    if (promisesOnly && aside !== undefined)
      fail('usage', `no promise speaks of ${aside}, so that it cannot be checked on a file`, 'Leave it out.')
    const step = readyStep(await loadMethod(method), params)
    const { guarantee } = derive([step], columnOptions([step], { steps: [], shows: {} }), [], unit)
    const unpromised = Object.entries(step.params).filter(([name]) => name in params && UNPROMISED.includes(name))
    return { guarantee, steps: [{ method, params: Object.fromEntries(unpromised) as Step['params'] }] }
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
  return { guarantee, shows, steps: steps.map((step, i) => besidePromise(asStep(step), plan.steps[i]?.params ?? {})) }
}

/** Parameters that no promise speaks of. */
const UNPROMISED = ['within', 'withheld', 'same']

/** Of a step that promises something the promise is compared, and beside it only what was said of which no promise speaks. */
function besidePromise({ method, params }: Step, said: object): Step {
  if (['scrub', 'sessions'].includes(method)) return { method, params }
  const unpromised = Object.entries(params).filter(([name]) => name in said && UNPROMISED.includes(name))
  return { method, params: Object.fromEntries(unpromised) as Step['params'] }
}
