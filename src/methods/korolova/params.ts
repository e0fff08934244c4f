import type { ValuesOf } from '../../base/params.js'
import { itemParams } from '../../histograms/params.js'

const { epsilon, delta, neighbours } = itemParams

export const params = {
  epsilon,
  delta,
  perUser: {
    type: 'whole',
    min: 1,
    max: 1000,
    default: 20,
    help: 'queries that a person may give, the first ones, counted with repetition (d)',
  },
  d: { type: 'whole', min: 1, max: 1000, optional: true, help: "the source's name for --per-user" },
  items: { type: 'choice', of: ['queries'], default: 'queries', help: 'what is counted' },
  neighbours,
  epsilonCounts: {
    type: 'real',
    min: 0,
    max: 100,
    open: true,
    optional: true,
    help: 'part of epsilon for fresh noise on counts, as in the source; without it the count that passed the threshold is published, which costs nothing',
  },
  results: {
    type: 'text',
    is: 'FILE',
    help: 'a public list of results, a line each: query, tab, URL; clicks on these are counted',
  },
  epsilonClicks: {
    type: 'real',
    min: 0,
    max: 100,
    open: true,
    optional: true,
    help: 'part of epsilon for noise on counts of clicks',
  },
  perUserClicks: {
    type: 'whole',
    min: 1,
    max: 1000,
    default: 20,
    help: 'clicks that a person may give, the first ones',
  },
} as const
export type Values = ValuesOf<typeof params>
