export const K = 5
export const PER_USER = 20

/** The plans that are measured, as words of the command line. */
export const PLANS = {
  'rare-queries': ['rare-queries', '--k', String(K)],
  zealous: [
    'zealous',
    '--epsilon',
    '2.302585',
    '--delta',
    '1e-8',
    '--per-user',
    String(PER_USER),
    '--items',
    'queries',
  ],
} as const

export type PlanName = keyof typeof PLANS
