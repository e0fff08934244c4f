import type { Guarantee } from './guarantee.js'
import type { Manifest } from './manifest.js'

/**
 * Version 0.1.0 left out of its promises what some parameters narrow them by. It is filled in from the steps, so that such a release is
 * not held to more than it meant; its sentence, which claimed more, is found out by itself.
 */
export function completed(manifest: Manifest): Manifest {
  if (manifest.software.version !== '0.1.0') return manifest
  return { ...manifest, guarantee: filled(manifest.guarantee, manifest) }
}

function filled(guarantee: Guarantee, manifest: Manifest): Guarantee {
  const also = guarantee.also?.map((one) => filled(one, manifest))
  return { ...guarantee, ...meant(guarantee, manifest), ...(also === undefined ? {} : { also }) } as Guarantee
}

function meant(guarantee: Guarantee, { steps, more }: Manifest): object {
  const given = (name: string) => steps.map(({ params }) => params[name]).findLast((value) => value !== undefined)
  switch (guarantee.kind) {
    case 'k-users-per-query':
      return given('same') === 'words' ? { same: 'words' } : {}
    case 'dp':
      return Number.isSafeInteger(given('usersBound')) ? { usersBound: given('usersBound') } : {}
    case 'k-m':
      return given('hosts') === true ? { hosts: true } : {}
    case 'identical-users': {
      const tree = given('knowledge') === 'wordnet' ? 'wordnet' : 'own'
      return guarantee.l > 1 ? { categories: given('semantics') === 'none' ? 'queries' : tree } : {}
    }
    case 'threshold-reveal':
      return more?.epoch === undefined || more.epoch === 'none' ? {} : { epoch: more.epoch }
    default:
      return {}
  }
}
