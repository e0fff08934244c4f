import { fail } from '../base/errors.js'
import { type OwnParams, type Params, parseParams, type ValuesOf } from '../base/params.js'
import type { Method } from '../methods/method.js'
import { type ColumnOptions, widened } from '../release/columns.js'
import { atLeastAsStrong, eachPromise, type Guarantee, sentenceOf } from '../release/guarantee.js'

/** A step with its method found and its parameters checked. */
export interface ReadyStep {
  readonly method: Method
  readonly params: ValuesOf<Params>
}

/** The one guarantee of a chain of steps, and how it came about, in words. */
export interface Derivation {
  readonly guarantee: Guarantee
  readonly steps: readonly string[]
}

export function readyStep(method: Method, params: OwnParams): ReadyStep {
  return { method, params: parseParams(method.name, method.params, params) }
}

/**
 * Derives what holds of the last step's output before anything runs: each step's own promise, as long as no later step
 * destroys it. A chain in which a promise is lost and not made again is refused, since its maker thinks it holds.
 */
export function derive(
  steps: readonly ReadyStep[],
  shows: ColumnOptions,
  extras: readonly string[],
  unit: string,
  tuned = false,
): Derivation {
  const told: string[] = []
  let words = false
  let standing: Guarantee | undefined
  let lost: { readonly promise: Guarantee; readonly why: string } | undefined
  for (const [index, { method, params }] of steps.entries()) {
    const at = `step ${index + 1} (${method.name})`
    if (index > 0 && method.readsRaw(params))
      fail(
        'refused',
        `the plan is unsound: ${at} looks at queries as they stood in the log, and the step before it does not pass them on`,
        'Put that step first.',
      )
    if (method.makes?.(params) !== undefined && index < steps.length - 1)
      fail('refused', `the plan is unsound: nothing can follow ${at}, whose output is no log`, 'Put that step last.')
    const cut = steps.slice(0, index).some((step) => step.method.shows?.(step.params).link === 'session')
    const own = ownPromise(steps, index, unit, cut, words)
    words ||= own.kind === 'k-users-per-query' && own.same === 'words'
    const earlier = steps.slice(0, index).find((step) => step.method.acts(step.params) === 'global')
    if (own.kind === 'dp' && earlier)
      fail(
        'refused',
        `the plan is unsound: what ${earlier.method.name} does to one person depends on the others, so that one person can change many rows before ${at} counts them`,
        `Take ${earlier.method.name} out; --min-users asks for a number of persons within differential privacy.`,
      )
    const mixed = steps.slice(0, index).find((step) => step.method.mixes)
    if (mixed && own.kind !== 'none')
      fail(
        'refused',
        `the plan is unsound: ${mixed.method.name} gives persons what others asked, so that ${at} would count persons who never did`,
        'Put that step first.',
      )
    const why =
      standing &&
      eachPromise(standing)
        .map((promise) => method.destroys(promise, params) ?? changesHistories(promise))
        .find((reason) => reason !== undefined)
    if (standing && why !== undefined) {
      lost = { promise: standing, why: `${at} undoes "${standing.sentence}": ${why}` }
      told.push(lost.why)
      standing = undefined
    }
    if (standing && index > 0)
      standing = leftOf(standing, (promise) => withoutCategories(method.leaves?.(promise) ?? promise))
    if (own.kind === 'none') told.push(`${at} promises nothing by itself`)
    else if (standing && eachPromise(standing).some((promise) => atLeastAsStrong(promise, own)))
      told.push(`${at} adds nothing to what already holds`)
    else {
      told.push(`${at} promises: ${own.sentence}`)
      standing = standing && !atLeastAsStrong(own, standing) ? together(own, standing) : own
      if (lost && eachPromise(lost.promise).every((promise) => atLeastAsStrong(own, promise))) lost = undefined // made again
    }
  }
  if (lost !== undefined) fail('refused', `the plan is unsound: ${lost.why}`, 'Put that step first, or take it out.')
  if (steps.length === 0) fail('usage', 'a plan needs at least one step')
  const promise = standing ?? ownPromise(steps, steps.length - 1, unit, false, words)
  const last = steps.at(-1)
  const beside = [
    ...steps.flatMap(({ method, params }) => method.caveats?.(params) ?? []),
    // What is shown of items, and of people who do not exist, is nobody's.
    ...(['items', 'synthetic'].includes(last?.method.makes?.(last.params) ?? '') ? [] : widened(shows, extras)),
    ...(tuned ? [TUNED] : []),
  ]
  const notProtected = [...new Set([...promise.notProtected, ...beside])]
  return { guarantee: { ...promise, notProtected }, steps: told }
}

const TUNED =
  'What the choice of settings tells: they were chosen by looking at this very log, which the promise does not account for.'

/**
 * What a step promises. Its sentence is that of its numbers, and it speaks of texts as earlier steps left them. `words`: one of them lets a text stand for all of the same
 * words, so that whoever counts texts counts those who asked any of them.
 */
function ownPromise(steps: readonly ReadyStep[], index: number, unit: string, cut: boolean, words: boolean): Guarantee {
  const { method, params } = steps[index]!
  const stated = method.guarantee(params, unit, cut)
  const own = words && stated.kind === 'k-users-per-query' ? ({ ...stated, same: 'words' } as const) : stated
  const before = steps.slice(0, index).filter((step) => step.method.rewrites?.(step.params))
  const left = [...new Set(before.map((step) => step.method.name))].join(' and ')
  const altered =
    left === '' || own.kind === 'none'
      ? []
      : [`Texts are taken as ${left} left them, and count as equal where they are then.`]
  return { ...own, assumptions: [...own.assumptions, ...altered], sentence: sentenceOf(own) }
}

/** A promise that counts combinations in the histories as they are released does not outlive a change of them. */
function changesHistories(promise: Guarantee): string | undefined {
  return promise.kind === 'k-m' ? 'it changes the histories in which combinations were counted' : undefined
}

/** Categories were counted in histories as they were then: whatever a later step takes out of them may have been the last of its kind. */
function withoutCategories(promise: Guarantee): Guarantee {
  if (promise.kind !== 'identical-users' || promise.l === 1) return promise
  const { categories: _, ...rest } = promise
  return { ...rest, l: 1 }
}

/** What a step leaves of promises. */
function leftOf(standing: Guarantee, leaves: (promise: Guarantee) => Guarantee): Guarantee {
  const [first, ...rest] = eachPromise(standing).map((promise) => {
    const { also: _, ...alone } = leaves(promise)
    return { ...alone, sentence: sentenceOf(alone) } as Guarantee
  })
  const left = first!
  return rest.length === 0 ? left : { ...left, also: rest, sentence: sentenceOf({ ...left, also: rest }) }
}

/** Both promises hold; what one of them does not protect may be what somebody relies on. */
function together(own: Guarantee, standing: Guarantee): Guarantee {
  const also = eachPromise(standing).map((promise) => {
    const { also: _, ...alone } = promise
    return { ...alone, sentence: sentenceOf(alone) } as Guarantee
  })
  return {
    ...own,
    sentence: sentenceOf({ ...own, also }),
    also,
    assumptions: [...new Set([...own.assumptions, ...standing.assumptions])],
    notProtected: [...new Set([...own.notProtected, ...standing.notProtected])],
  }
}
