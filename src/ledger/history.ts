import type { Entry } from './entry.js'

/** An entry of a book, and what all up to it come to. */
export type Told = Entry & {
  readonly sum: {
    /** Epsilons and deltas added up. */
    readonly epsilon: number
    readonly delta: number
    /** Releases that no epsilon bounds: while there are any, the true sum is not bounded either. */
    readonly unbounded: number
  }
}

/** Every entry in its order, with running sums. */
export function history(entries: readonly Entry[]): Told[] {
  let [epsilon, delta, unbounded] = [0, 0, 0]
  return entries.map((entry) => {
    if (entry.kind === 'spend') {
      epsilon += entry.spend.epsilon
      delta += entry.spend.delta
    } else if (entry.kind === 'unbounded') unbounded++
    return { ...entry, sum: { epsilon, delta, unbounded } }
  })
}
