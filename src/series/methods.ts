/** What can be released every period (run/series/kind.ts has the reasons): counts that go on, or thresholds that look back. */
export const SERIES_METHODS = ['gaussian-threshold', 'rare-queries', 'allowlist'] as const
