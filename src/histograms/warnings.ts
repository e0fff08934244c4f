import { short } from './params.js'

/** Tells the custodian, and nobody else, when delta is too large for the number of persons. */
export function deltaNotes(delta: number | undefined, persons: number): string[] {
  return delta !== undefined && persons > 0 && delta >= 1 / persons
    ? [
        `delta = ${short(delta)} is at least one in the number of persons (${persons}): publishing some persons' own items at random would be as private; choose it far smaller`,
      ]
    : []
}

/** What holds the commonest item back, and what it must pass at an epsilon. */
export interface HeldBack {
  /** Such as "the commonest query". */
  readonly what: string
  /** What it has, without noise. */
  readonly largest: number
  /** What it would have to pass; falls with epsilon. */
  readonly thresholdAt: (epsilon: number) => number
}

/** Where nothing came out: how many persons or which epsilon would give the commonest item an even chance. For the custodian alone, since it is counted without noise. */
export function whatItTakes({ what, largest, thresholdAt }: HeldBack, epsilon: number): string {
  const persons = `about ${short(Math.ceil((10 * thresholdAt(epsilon)) / largest) / 10)} times as many persons`
  let [low, high] = [epsilon, Math.max(epsilon, 100)]
  if (thresholdAt(high) > largest) return `${persons} would be needed, with any epsilon`
  while (high / low > 1.01) {
    const middle = Math.sqrt(low * high)
    if (thresholdAt(middle) > largest) low = middle
    else high = middle
  }
  return `for ${what} to have an even chance, ${persons} or an epsilon of ${short(high)} would be needed (an epsilon chosen by looking at the log is no longer what is promised)`
}

export function wideEpsilon(epsilon: number | undefined): string[] {
  return epsilon !== undefined && epsilon > 10
    ? [
        `epsilon = ${short(epsilon)} promises next to nothing: one person may change odds by a factor of e^${short(epsilon)}`,
      ]
    : []
}
