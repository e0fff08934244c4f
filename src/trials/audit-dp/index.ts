import { fail } from '../../base/errors.js'
import type { Params } from '../../base/params.js'
import type { Trial, TrialContext } from '../trial.js'
import { fromFiles } from './adversary/from-files.js'
import { auditDp, SECONDS } from './audit.js'
import type { AuditResult } from './result.js'
import { auditText } from './text.js'

export type { AuditResult } from './result.js'

/** With a seed nothing may depend on the speed of the machine. */
const SEEDED_RUNS = 200

const PARAMS = {
  runs: {
    type: 'whole',
    min: 20,
    max: 1_000_000,
    optional: true,
    help: `releases to make (default: what fits into ${SECONDS} seconds, at most 1,000; 200 with --seed); with --adversary, for each canary (default: as many as the claim needs, 40 to 200)`,
  },
  adversary: {
    type: 'switch',
    help: 'plant what an adversary would: texts with equal hashes, look-alikes, rows that do not read, dates and texts at limits; from file to release',
  },
  confidence: {
    type: 'real',
    min: 0.5,
    max: 0.999999,
    default: 0.95,
    help: 'how sure the lower bound is to be',
  },
} as const satisfies Params

/**
 * Bounds the epsilon of a plan from below by what many releases of neighbouring logs give away. The steps run as in a release,
 * many times in one session. The claim is broken if `scored.lowerBound` passes `scored.claimed`.
 */
const trial: Trial<typeof PARAMS, AuditResult> = {
  name: 'audit-dp',
  summary: 'make many releases of neighbouring logs, and bound epsilon from below by what they give away',
  params: PARAMS,
  checks: claimOf,
  async run({ runs, confidence, adversary }, on) {
    const known = runs ?? (on.seeded && !adversary ? SEEDED_RUNS : undefined)
    return auditDp({
      ...on,
      claim: claimOf(on),
      perUser: perUser(on),
      make: async (changed) =>
        (await on.make(changed)) ?? fail('internal', 'a plan that claims differential privacy made no table of items'),
      confidence,
      ...(known === undefined ? {} : { runs: known }),
      ...(adversary ? { adversary: fromFiles(on) } : {}),
    })
  },
  holds: ({ holds }) => holds,
  text: auditText,
}
export default trial

function claimOf({ guarantee }: Pick<TrialContext, 'guarantee'>) {
  if (guarantee.kind === 'dp') return guarantee
  return fail(
    'refused',
    'audit-dp tests a claim of differential privacy, and this plan makes none',
    'Try a method that does (lethe methods lists them), or the trial canaries.',
  )
}

/** Items that a person may give, by whatever name the last step has for them. */
function perUser({ steps, derived }: TrialContext): number {
  const last = steps.at(-1)?.params
  return [derived.m, last?.perUser, last?.m, last?.d].map(Number).find((n) => Number.isInteger(n) && n > 0) ?? 1
}
