import { fail } from '../../base/errors.js'
import type { Trial, TrialContext } from '../trial.js'
import { callAll } from './calls.js'
import type { CanariesResult } from './result.js'
import { canariesText } from './text.js'
import { tryCanaries } from './try.js'

export type { CanariesResult, Leak } from './result.js'

/** Releases are made by calling the program as a user would. The claim is broken if `scored.found` is not 0. */
const trial: Trial<Record<never, never>, CanariesResult> = {
  name: 'canaries',
  summary: 'plant persons with made-up secrets in a copy of the log, release it, and search everything for them',
  params: {},
  asItStands: true,
  run: async (_, on) => {
    if (on.log.unit === undefined)
      fail(
        'refused',
        'canaries plants persons, and the log has no user column',
        'Name it with --columns user=NAME, or name another unit: --unit session, --unit ip.',
      )
    return tryCanaries({ ...on, mostPersons: mostPersons(on), release: (copy) => callAll(copy, on) })
  },
  holds: ({ scored }) => scored.found === 0,
  text: canariesText,
}
export default trial

/** No step asks for more. Noise must not hide the crowd: three times what has an even chance is as good as sure. */
function mostPersons({ steps, derived }: TrialContext): number {
  const asked = steps.flatMap(({ params }) => [params.k, params.hostK].map(Number).filter(Number.isFinite))
  return Math.max(0, 3 * Number(derived.evenChanceAt ?? 0), ...asked)
}
