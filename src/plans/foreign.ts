import { fail } from '../base/errors.js'
import { type ForeignParams, flagOf, type OwnParams, parseParams, type Text } from '../base/params.js'
import { loadMethod, methodNames } from '../methods/index.js'
import type { Step } from '../release/manifest.js'
import { type ReadyStep, readyStep } from './derive.js'
import type { Plan } from './plan.js'
import { isPrivate, shownParams } from './private-params.js'

/** What the custodian gives for parameters that are never taken from a release: by name, { resultsApi: 'https://...' }. */
export type Own = Readonly<Record<string, string>>

/** No path and no address: whatever would open it fails. */
const STAND_IN = '/dev/null/given'

/**
 * Steps that somebody else wrote down, as steps that can run here. Addresses, files, keys and knowledge bases are the custodian's own, or the
 * step is refused: a stranger's manifest decides how a log is cut, not what is opened and who is asked.
 */
export async function ownSteps(steps: readonly Step[], own: Own = {}): Promise<Plan['steps']> {
  const used = new Set<string>()
  const all = await Promise.all(
    steps.map(async ({ method: name, params }) => {
      const method = await loadMethod(name)
      const ours = Object.entries(params).map(([key, value]) => {
        const param = method.params[key] as Text
        if (!isPrivate(param, value)) return [key, value]
        used.add(key)
        return [
          key,
          own[key] ??
            fail(
              'refused',
              `${name} was run with ${flagOf(key)}, which is never taken from a release`,
              `Give your own: --with ${flagOf(key).slice(2)}=${param.is}.`,
            ),
        ]
      })
      const taken = Object.fromEntries(ours) as OwnParams
      parseParams(name, method.params, taken)
      return { method: name, params: taken }
    }),
  )
  const idle = Object.keys(own).find((key) => !used.has(key))
  if (idle !== undefined)
    fail(
      'usage',
      `no step was run with ${flagOf(idle)}, so --with cannot give it`,
      used.size === 0 ? 'Leave --with out.' : `There are ${[...used].map(flagOf).join(', ')}.`,
    )
  return all
}

/** Steps that somebody else wrote down, to derive what they amount to and for nothing else: what is private stands there as given. */
export async function promisedSteps(steps: readonly Step[]): Promise<ReadyStep[]> {
  return Promise.all(
    steps.map(async ({ method: name, params }) => {
      const method = await loadMethod(name)
      const known = Object.entries(params).map(([key, value]) => [
        key,
        isPrivate(method.params[key], value) ? STAND_IN : value,
      ])
      return readyStep(method, Object.fromEntries(known) as OwnParams)
    }),
  )
}

/** Steps of a manifest as a report may show them: 0.1.0 wrote down what is private now. Of a method that is not known, numbers alone are told. */
export async function toldSteps(steps: readonly Step[]): Promise<Step[]> {
  return Promise.all(
    steps.map(async ({ method, params }) => {
      if (methodNames().includes(method))
        return { method, params: shownParams((await loadMethod(method)).params, params) }
      const plain = Object.entries(params).filter(([, value]) => ['number', 'boolean'].includes(typeof value))
      return { method, params: Object.fromEntries(plain) as ForeignParams }
    }),
  )
}
