import { short } from './params.js'

/** Tells the custodian, and nobody else, when delta is too large for the number of persons. */
export function deltaNotes(delta: number | undefined, persons: number): string[] {
  return delta !== undefined && persons > 0 && delta >= 1 / persons
    ? [
        `delta = ${short(delta)} is at least one in the number of persons (${persons}): publishing some persons' own items at random would be as private; choose it far smaller`,
      ]
    : []
}

export function wideEpsilon(epsilon: number | undefined): string[] {
  return epsilon !== undefined && epsilon > 10
    ? [
        `epsilon = ${short(epsilon)} promises next to nothing: one person may change odds by a factor of e^${short(epsilon)}`,
      ]
    : []
}
