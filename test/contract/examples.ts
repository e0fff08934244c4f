/** Parameters with which the contract tests run each method. A new method adds one line. */
export const EXAMPLES: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  allowlist: { k: 5 },
  'km-deletion': { k: 5 },
  'rare-queries': { k: 5 },
  scrub: {},
  sessions: {},
  'token-hash': { beside: 'kept' },
}
