/** Parameters with which the contract tests run each method. A new method adds one line. */
export const EXAMPLES: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  allowlist: { k: 5 },
  'km-deletion': { k: 5 },
  'microaggregate-categories': { k: 5 },
  'microaggregate-semantic': { k: 5 },
  'microaggregate-syntactic': { k: 5 },
  poblete: { k: 2 },
  'rare-queries': { k: 5 },
  scrub: {},
  'secret-shares': { t: 5 },
  'token-hash': { beside: 'kept' },
}
