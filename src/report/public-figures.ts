import type { Guarantee } from '../release/guarantee.js'
import type { Manifest } from '../release/manifest.js'

/**
 * Under differential privacy whatever is computed from the log and published is part of the mechanism. What attacks and measures find is
 * computed from it without noise, so a public page about such a release has none of it.
 */
export const WHY_NO_FIGURES =
  'Nothing is told of such a release that was computed from the log: not what is left of it, not how far attacks came, not what the checks counted. ' +
  'The promise of differential privacy is about everything that is published, and such figures would tell of the log without its noise. Only the verdict may be told.'

/** Does a release promise differential privacy, alone or beside other things, or would it if it were no experiment? */
export function isDifferentiallyPrivate(manifest: Pick<Manifest, 'guarantee' | 'experiment'>): boolean {
  const experiment = manifest.experiment as true | { readonly guarantee?: Guarantee } | undefined
  const meant = typeof experiment === 'object' ? experiment.guarantee : undefined
  return [manifest.guarantee, meant].some(promisesDp)
}

export function promisesDp(guarantee: Guarantee | undefined): boolean {
  return guarantee !== undefined && [guarantee, ...(guarantee.also ?? [])].some(({ kind }) => kind === 'dp')
}
