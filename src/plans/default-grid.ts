/** What is compared unless a grid is given: every method at settings that people choose. */
export const DEFAULT_GRID = {
  grid: [
    { method: 'scrub' },
    { method: 'rare-queries', k: [2, 5, 10, 30] },
    { method: 'rare-queries', k: [2, 5, 10, 30], link: 'user' },
    { method: 'allowlist', k: [5, 50] },
    { profile: 'google-eu' },
    { profile: 'ec-draft-2026' },
  ],
} as const
