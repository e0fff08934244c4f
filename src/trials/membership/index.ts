import type { Params } from '../../base/params.js'
import type { Trial } from '../trial.js'
import { membership } from './membership.js'
import type { MembershipResult } from './result.js'
import { membershipText } from './text.js'

export type { MembershipResult } from './result.js'

const PARAMS = {
  runs: {
    type: 'whole',
    min: 16,
    max: 100_000,
    default: 256,
    help: 'releases to make, each of a random half of the persons',
  },
  targets: { type: 'whole', min: 1, max: 100_000, default: 100, help: 'persons to draw and look for' },
  fpr: {
    type: 'real',
    min: 0,
    max: 0.5,
    open: true,
    default: 0.01,
    help: 'rate of false positives: persons taken to be in the log who are not',
  },
} as const satisfies Params

/** What anyone can tell of whether one person is in the log. It puts every kind of release on one axis. The claim is broken if more is told than it allows. */
const trial: Trial<typeof PARAMS, MembershipResult> = {
  name: 'membership',
  summary: 'make many releases with and without persons, and see how often it can be told who is in the log',
  params: PARAMS,
  compared: true,
  run: (params, on) => membership(on, params),
  holds: ({ holds }) => holds,
  text: membershipText,
}
export default trial
