/** Parameters with which the contract tests run each method. A new method adds one line. */
export const EXAMPLES: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  allowlist: { k: 5 },
  // No person of the test logs has more items than are taken: which ones count would depend on the person's name.
  'gaussian-threshold': { epsilon: 99, delta: 0.05, perUser: 30, minUsers: 5 },
  'km-deletion': { k: 5 },
  korolova: { epsilon: 99, delta: 1e-5, perUser: 5 },
  'microaggregate-categories': { k: 5 },
  'microaggregate-semantic': { k: 5 },
  'microaggregate-syntactic': { k: 5 },
  'optimal-selection': { epsilon: 99, delta: 1e-5, perUser: 30, minUsers: 5 },
  poblete: { k: 2 },
  'rare-queries': { k: 5 },
  scrub: {},
  'secret-shares': { t: 5 },
  sessions: {},
  'set-union': { epsilon: 99, delta: 1e-5, perUser: 30 },
  'token-hash': { beside: 'kept' },
  zealous: { epsilon: 99, delta: 1e-5, perUser: 30, minUsers: 5 },
}
