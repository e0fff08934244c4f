import { fail } from '../../base/errors.js'
import type { Planting } from './plant.js'
import type { CanariesResult, Finding, Leak } from './result.js'
import type { Claim, Secret } from './secret.js'

/** Judges what was found. In data files the claim decides; nothing of a log may stand anywhere else. */
export function score(
  { guarantee, shows }: Claim,
  { secrets, controls }: Planting,
  findings: readonly Finding[],
): Omit<CanariesResult, 'guesses' | 'copy'> {
  const claim = { guarantee, shows }
  const inData = new Set(findings.filter((finding) => finding.inData).map((finding) => finding.of))
  const leaking = findings.filter((finding) => !finding.inData || finding.of.forbidden(claim))
  const leaked = new Set(leaking.map((finding) => finding.of))
  const kinds = [...new Set(secrets.map((secret) => secret.kind))].map((kind) => {
    const these = secrets.filter((secret) => secret.kind === kind)
    const count = (some: (secret: Secret) => boolean) => these.filter(some).length
    return {
      kind,
      planted: these.length,
      allowed: count((secret) => inData.has(secret) && !secret.forbidden(claim)),
      leaked: count((secret) => leaked.has(secret)),
    }
  })
  return {
    attack: 'canaries',
    scored: { planted: secrets.length, found: leaked.size },
    leaks: distinct(leaking),
    kinds,
    controls: checkControls(claim, controls, inData),
    guarantee,
  }
}

/** A threshold keeps what enough persons share. If that is not found, not finding the rest means nothing. */
function checkControls(claim: Claim, controls: readonly Secret[], inData: ReadonlySet<Secret>): true | null {
  if (claim.guarantee.kind === 'none') return null
  const lost = controls
    .filter((control) => !inData.has(control) && control.expected?.(claim) !== false)
    .map((control) => control.kind)
  if (lost.length > 0)
    fail(
      'internal',
      `canaries is broken: the ${lost.join(' and the ')} should be in the release and was not found`,
      'Either the method withholds what it need not, or the search does not work; a result would mean nothing.',
    )
  return true
}

function distinct(leaks: readonly Leak[]): Leak[] {
  const byText = new Map(
    leaks.map(({ secret, where, form }) => [`${secret}\n${where}\n${form}`, { secret, where, form }]),
  )
  return [...byText.values()]
}
