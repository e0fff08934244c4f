/** Settings of histograms: twenty items a person, a factor of ten. */
const PRIVATE = { epsilon: Math.log(10), delta: 1e-5, perUser: 20, items: 'queries' }
const SEEDS = [1, 2, 3]

/** Measures that take two or three seconds at most; others, such as clusters, take longer and are asked for by name. */
export const QUICK_MEASURES = [
  'kept',
  'uniqueness',
  'pel',
  'ilr',
  'information-loss',
  'top-frequencies',
  'counting-error',
  'sessions',
]

/** What is compared unless a grid is given: every method at settings that people choose. Chance is tried three times where it decides much. */
export const DEFAULT_GRID = {
  seeds: [1],
  measures: QUICK_MEASURES,
  grid: [
    { method: 'scrub', link: 'user' },
    { method: 'rare-queries', k: [2, 5, 10, 30] },
    { method: 'rare-queries', k: [2, 5, 10], link: 'user' },
    { method: 'allowlist', k: [5, 50] },
    { profile: 'google-eu' },
    { profile: 'ec-draft-2026' },
    { method: 'sessions', split: ['daily', 'gap', 'interest'] },
    {
      steps: [
        { method: 'sessions', split: 'daily' },
        { method: 'rare-queries', k: [2, 5] },
      ],
    },
    { method: 'token-hash' },
    { method: 'secret-shares', t: 5 },
    { method: 'km-deletion', k: [2, 5, 10], m: 2, target: 'logsize' },
    { method: 'microaggregate-syntactic', k: 3 },
    { method: 'microaggregate-categories', k: [3, 10], seeds: SEEDS },
    { method: 'microaggregate-semantic', k: [3, 10], seeds: SEEDS },
    { method: 'poblete', k: 5 },
    { method: 'zealous', ...PRIVATE, seeds: SEEDS },
    { method: 'gaussian-threshold', ...PRIVATE, seeds: SEEDS },
    { method: 'korolova', epsilon: PRIVATE.epsilon, delta: PRIVATE.delta, d: 20 },
    { method: 'optimal-selection', ...PRIVATE },
    { method: 'set-union', ...PRIVATE },
  ],
}
