import { asExperiment } from './experiment.js'
import type { Guarantee } from './guarantee.js'
import type { Manifest } from './manifest.js'

/** A manifest as it was written: version 0.1.0 stamped experiments with `true`, and left their promise standing. */
export type WrittenManifest = Omit<Manifest, 'experiment'> & { readonly experiment?: true | Manifest['experiment'] }

/**
 * A manifest of 0.1.0 as this version would say it: its experiments promise nothing. It left out of its promises what some parameters narrow
 * them by, which is filled in, so that a release is not held to more than it meant; its sentence, which claimed more, is found out by itself.
 */
export function asOfToday({ experiment, ...manifest }: WrittenManifest): Manifest {
  if (manifest.software.version !== '0.1.0')
    return { ...manifest, ...(experiment === undefined ? {} : { experiment }) } as Manifest
  const guarantee = filled(manifest.guarantee, manifest)
  return { ...manifest, ...(experiment === undefined ? { guarantee } : asExperiment(guarantee)) }
}

type Steps = Pick<Manifest, 'steps' | 'more'>

function filled(guarantee: Guarantee, manifest: Steps): Guarantee {
  const also = guarantee.also?.map((one) => filled(one, manifest))
  const notProtected = guarantee.notProtected.map((words) => words.replace('can add 1 users to', 'can add 1 user to'))
  return {
    ...guarantee,
    notProtected,
    ...meant(guarantee, manifest),
    ...(also === undefined ? {} : { also }),
  } as Guarantee
}

function meant(guarantee: Guarantee, { steps, more }: Steps): object {
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
