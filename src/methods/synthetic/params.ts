import type { ValuesOf } from '../../base/params.js'
import { itemParams } from '../../histograms/params.js'

const share = (of: string, usual: number) =>
  ({
    type: 'real',
    min: 0,
    max: 1,
    default: usual,
    help: `share of the budget for ${of}; shares are taken in proportion, 0 leaves it out`,
  }) as const

const { epsilon, delta, neighbours, perUser } = itemParams

export const params = {
  epsilon,
  delta,
  neighbours,
  perUser: { ...perUser, max: 100, default: 30, help: 'queries that a person may give' },
  queries: {
    ...share('the lexicon of queries', 0.67),
    min: 0.01,
    help: 'share of the budget for the lexicon of queries, without which there are no rows; shares are taken in proportion',
  },
  bigrams: share('which word follows which', 0.2),
  hosts: share('clicked hosts of a query', 0.07),
  next: share('which query follows which', 0.03),
  shape: share('hours, weekdays, days, lengths of sessions and histories, repeats, clicks', 0.03),
  composed: {
    type: 'real',
    min: 0,
    max: 1,
    default: 0.1,
    help: 'share of new queries that are composed of released bigrams',
  },
  people: {
    type: 'whole',
    min: 1,
    max: 100_000_000,
    optional: true,
    help: 'people to make up; without it about as many as the log has, counted with noise',
  },
} as const
export type Values = ValuesOf<typeof params>
