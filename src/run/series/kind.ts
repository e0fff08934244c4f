import { fail } from '../../base/errors.js'
import type { ReadyStep } from '../../plans/derive.js'

/** How a plan can be released every period: noisy counts that go on, or thresholds that look back. */
export type SeriesKind = 'counts' | 'thresholds'

/** Why methods with noise, but for one, make no series. */
const ALONE: Readonly<Record<string, string>> = {
  zealous: 'its Laplace noise grows with all that a person gives on all levels, not with the root of it',
  korolova: 'it counts how often a person asked, so that one item could move every level by all that a person gives',
  'optimal-selection': 'its chances are those of one release: it has no noise that could be kept from day to day',
  phrases: 'it draws all noise anew, and each release costs as much again',
  synthetic: 'it draws all noise anew, and each release costs as much again',
  'set-union': 'what a person gives to an item depends on the persons before, of every day before',
}

/** Refuses what cannot be kept up from period to period. */
export function kindOf(steps: readonly ReadyStep[]): SeriesKind {
  const last = steps.at(-1)
  const name = last?.method.name ?? ''
  if (name === 'gaussian-threshold') {
    if (last?.params.neighbours === 'replace')
      fail(
        'usage',
        'a series promises something of rows that are added or taken out, not of persons who are replaced',
        'Leave --neighbours out.',
      )
    if (last?.params.weights === 'unit')
      fail(
        'usage',
        'a series counts each item of a person once: --weights unit is for single releases',
        'Leave --weights out.',
      )
    return 'counts'
  }
  const why = ALONE[name]
  if (why !== undefined)
    fail('usage', `${name} cannot be released every period under one promise: ${why}`, 'Use gaussian-threshold.')
  if (steps.some(({ method }) => method.since)) return 'thresholds'
  return fail(
    'usage',
    `${name} does not look at earlier releases, so that whoever has two of them learns from the difference`,
    'Use gaussian-threshold, or a threshold: rare-queries, allowlist.',
  )
}
