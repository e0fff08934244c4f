import type { DifferentiallyPrivate, Guarantee, GuaranteeKind } from '../release/guarantee.js'
import type { Check } from './check.js'
import type { ClaimCheck, Claimed, ClaimedRelease } from './claim.js'
import { dpClaim } from './dp.js'
import { identicalUsersClaim } from './identical-users.js'
import { kmClaim } from './k-m.js'
import { kUsersPerNgramClaim } from './k-users-per-ngram.js'
import { kUsersPerQueryClaim } from './k-users-per-query.js'
import { thresholdRevealClaim } from './threshold-reveal.js'

/** One verifier for each kind of guarantee. */
type Verifiers = { readonly [K in GuaranteeKind]?: ClaimCheck<Extract<Guarantee, { kind: K }>> }

const NEVER_SHOWN: Check = {
  name: 'differential privacy',
  holds: null,
  detail: 'it is a property of how a release is made, which a release can contradict and never show',
  onClaim: true,
  toShow: 'No release shows it: the trial audit-dp runs the mechanism, and a signature says whose promise it is.',
}

/** Whatever the checks on one release find, they can refute differential privacy and nothing else. */
export function neverShown(
  refuting: ClaimCheck<DifferentiallyPrivate>,
): Required<Pick<ClaimCheck<DifferentiallyPrivate>, 'onRelease'>> {
  return {
    onRelease: async (on, claim) => [
      ...(await refuting.onRelease(on, claim)).map(({ onClaim, ...check }) => check),
      NEVER_SHOWN,
    ],
  }
}

const VERIFIERS: Verifiers = {
  dp: neverShown(dpClaim),
  'k-users-per-query': kUsersPerQueryClaim,
  'k-users-per-ngram': kUsersPerNgramClaim,
  'k-m': kmClaim,
  'identical-users': identicalUsersClaim,
  'threshold-reveal': thresholdRevealClaim,
}

function verifierOf(claim: Guarantee): ClaimCheck | undefined {
  // A kind that nobody knows may be called like something that every object has.
  return Object.hasOwn(VERIFIERS, claim.kind) ? VERIFIERS[claim.kind]! : undefined
}

/** Checks a claim on a release of ours. */
export async function onClaim(on: ClaimedRelease, claim: Guarantee): Promise<Check[]> {
  return (await verifierOf(claim)?.onRelease(on, claim)) ?? [unchecked(claim)]
}

/** Checks a claim on data that Lethe did not make. */
export async function onForeignClaim(on: Claimed, claim: Guarantee): Promise<Check[]> {
  return (await verifierOf(claim)?.onForeign?.(on, claim)) ?? [unchecked(claim)]
}

function unchecked(claim: Guarantee): Check {
  const detail =
    claim.kind === 'none'
      ? 'the release claims nothing that could be checked'
      : 'a claim of this kind cannot be checked on such data'
  return { name: 'claim', holds: null, detail, onClaim: true }
}
