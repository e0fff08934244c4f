import type { Step } from '../release/manifest.js'

/**
 * What becomes of the texts of a log on their way through a method: they stay as they are or go, they can be altered again in the same
 * way, words go from them, or they become something that only the key can make.
 */
type Fate = 'kept' | 'again' | 'thinned' | 'lost'

const FATES: Readonly<Record<string, Fate>> = {
  allowlist: 'kept',
  'gaussian-threshold': 'kept',
  'km-deletion': 'thinned',
  korolova: 'kept',
  'microaggregate-categories': 'kept',
  'microaggregate-semantic': 'kept',
  'microaggregate-syntactic': 'kept',
  'optimal-selection': 'kept',
  phrases: 'kept',
  poblete: 'kept',
  'rare-queries': 'kept',
  scrub: 'again',
  'secret-shares': 'kept',
  sessions: 'kept',
  'set-union': 'kept',
  synthetic: 'lost',
  'token-hash': 'lost',
  zealous: 'kept',
}

/** How texts of a release compare with those of the original, to which the steps that can be applied again were applied. */
export type Comparable = { readonly texts: 'same' | 'thinned' } | { readonly texts: 'other'; readonly why: string }

export function comparable(steps: readonly Step[]): Comparable {
  const fates = steps.map(({ method }) => (Object.hasOwn(FATES, method) ? FATES[method]! : undefined))
  const at = fates.findIndex((fate) => fate === undefined || fate === 'lost')
  if (at !== -1)
    return { texts: 'other', why: `what ${steps[at]?.method} makes of texts cannot be made again from the log` }
  // Names that the log makes famous are counted in what earlier steps left, which is not at hand.
  const late = steps.some(
    ({ method, params }, i) =>
      method === 'scrub' && params.famous === 'log' && steps.slice(0, i).some(({ method: m }) => m !== 'scrub'),
  )
  if (late) return { texts: 'other', why: 'scrub went by names that were famous in what an earlier step had left' }
  const thinned = fates.indexOf('thinned')
  if (thinned !== -1 && fates.indexOf('again') > thinned)
    return { texts: 'other', why: 'scrub looked at texts from which words had been taken' }
  return { texts: thinned === -1 ? 'same' : 'thinned' }
}
