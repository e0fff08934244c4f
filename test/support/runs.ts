import fc from 'fast-check'

/** As many runs of a property as a test wants, or fewer where all are to try fewer (test/mutants/setup.ts). */
export function runs(wanted: number): { readonly numRuns: number } {
  return { numRuns: Math.min(wanted, fc.readConfigureGlobal().numRuns ?? wanted) }
}
