import { gaussianFor } from './gaussian.js'
import { korolovaFor } from './korolova.js'
import { selectionEvenAt, selectionFor } from './optimal-selection.js'
import { unionEvenAt, unionGaussian } from './set-union.js'
import { type Neighbours, zealousFor } from './zealous.js'

/** What is asked of a histogram, whichever method makes it. */
export interface Asked {
  readonly epsilon: number
  readonly delta: number
  readonly m: number
  readonly tau: number
  readonly neighbours: Neighbours
}

/** What a mechanism for adding or removing a person must be run at to hold for replacing one: twice, by way of the log without either. */
export function perPerson({ epsilon, delta, neighbours }: Asked): { readonly epsilon: number; readonly delta: number } {
  if (neighbours === 'add-remove') return { epsilon, delta }
  return { epsilon: epsilon / 2, delta: delta / (1 + Math.exp(epsilon / 2)) }
}

/** Persons that an item needs for an even chance of release, by method, at the same total (epsilon, delta). */
export function evenChances(asked: Asked): Readonly<Record<string, number>> {
  const { m, tau, neighbours } = asked
  const { epsilon, delta } = perPerson(asked)
  return {
    'gaussian-threshold': gaussianFor(epsilon, delta, m, tau).tauPrime,
    zealous: zealousFor(asked.epsilon, asked.delta, m, tau, neighbours).tauPrime,
    'optimal-selection': selectionEvenAt(selectionFor(epsilon, delta, m)) + tau - 1,
    ...(tau === 1 ? { 'set-union': unionEvenAt(unionGaussian(epsilon, delta, m, 0), m) } : {}),
    korolova: korolovaFor(epsilon, delta, m).k + tau - 1,
  }
}

/** The method with the lowest of these. */
export function lowest(chances: Readonly<Record<string, number>>): string {
  return Object.entries(chances).reduce((best, each) => (each[1] < best[1] ? each : best))[0]
}
