import type { ValuesOf } from '../../base/params.js'
import { itemParams } from '../../histograms/params.js'
import { DEFINITIONS } from '../../release/guarantee.js'

export const params = {
  ...itemParams,
  epsilon: { ...itemParams.epsilon, optional: true },
  delta: { ...itemParams.delta, optional: true },
  perUser: {
    type: 'whole',
    min: 1,
    max: 1000,
    optional: true,
    help: 'items that a person may give; default 20',
  },
  minUsers: {
    type: 'whole',
    min: 1,
    max: 1_000_000,
    optional: true,
    help: 'persons that an item needs, whatever else holds (tau); default 1',
  },
  definition: {
    type: 'choice',
    of: DEFINITIONS,
    default: 'approximate',
    help: 'which differential privacy; the probabilistic kind needs --users-bound',
  },
  usersBound: {
    type: 'whole',
    min: 1,
    max: 1e12,
    optional: true,
    help: 'a public bound on the number of persons, never counted from the log',
  },
  m: { type: 'whole', min: 1, max: 1000, optional: true, help: 'the same as --per-user, by its name in the source' },
  tau: {
    type: 'whole',
    min: 1,
    max: 1_000_000,
    optional: true,
    help: 'the same as --min-users, by its name in the source',
  },
  tauPrime: {
    type: 'whole',
    min: 0,
    max: 1e9,
    optional: true,
    help: 'an explicit threshold for noisy counts; with --lambda the guarantee is computed from both',
  },
  lambda: {
    type: 'real',
    min: 0,
    max: 2 ** 20,
    optional: true,
    help: 'an explicit scale of the noise; 0 for none, and no guarantee',
  },
} as const
export type Values = ValuesOf<typeof params>
