import { isDeepStrictEqual } from 'node:util'
import { VERSION } from '../base/package-root.js'
import { asExperiment, judged } from '../release/experiment.js'
import type { Guarantee } from '../release/guarantee.js'
import type { Manifest } from '../release/manifest.js'
import { foreignFields, type Release } from '../release/reader.js'
import type { Check } from './check.js'

/**
 * The manifest promises what its steps and columns amount to, in numbers and in words, and says nothing that this version does not know.
 * `derived` is what the steps amount to; undefined where they are not known.
 */
export function statedPromise({ manifest }: Release, derived: Guarantee | undefined): Check {
  const name = 'stated promise'
  const claim = judged(manifest)
  const open = (detail: string): Check => ({ name, holds: null, detail, onClaim: true })
  const wrong: Check = { name, holds: false, detail: 'the manifest promises something else than its steps do' }
  const foreign = [...new Set(foreignFields(manifest))]
  if (foreign.length > 0)
    return open(`the manifest has fields that this version does not know: ${foreign.slice(0, 5).join(', ')}`)
  if (derived === undefined) return open('the manifest names steps or parameters that this version does not know')
  if (!agrees(manifest)) return wrong
  switch (manifest.software.version) {
    case VERSION:
      return isDeepStrictEqual(stated(manifest), written(manifest, derived))
        ? { name, holds: true, detail: 'the promise follows from the steps' }
        : wrong
    case '0.1.0':
      if (!isDeepStrictEqual(numbersOf(claim), numbersOf(derived))) return wrong
      return isDeepStrictEqual(claim, derived)
        ? { name, holds: true, detail: 'the promise follows from the steps' }
        : open('the promise follows from the steps in numbers; in words version 0.1.0 said it otherwise than this one')
    default:
      return open('the manifest was made by a version that this one does not know')
  }
}

function stated({ guarantee, experiment }: Manifest) {
  return { guarantee, experiment }
}

/** What this version writes for steps that amount to a promise. */
function written({ experiment }: Manifest, derived: Guarantee) {
  return experiment === undefined ? { guarantee: derived, experiment } : asExperiment(derived)
}

/** The kind and numbers of a promise, and of those beside it. */
function numbersOf(guarantee: Guarantee): object {
  const { sentence, assumptions, notProtected, also = [], ...numbers } = guarantee
  return { ...numbers, also: also.map(numbersOf) }
}

/** What a reader of shares is told beside the promise is what is promised. */
function agrees(manifest: Manifest): boolean {
  const claim = judged(manifest)
  const { more = {} } = manifest
  if (claim.kind !== 'threshold-reveal') return true
  const promised: Record<string, unknown> = { t: claim.t, scheme: claim.scheme, epoch: claim.epoch ?? 'none' }
  return Object.entries(promised).every(([field, value]) => more[field] === undefined || more[field] === value)
}
