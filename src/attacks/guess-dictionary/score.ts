import type { Guesses } from '../attack.js'

export interface Guessed extends Guesses {
  readonly tried: number
  readonly opened: number
}

/** A guess judges itself: its tag stands in the release, or it does not. */
export function score({ tried, opened }: Guessed): { readonly tried: number; readonly opened: number } {
  return { tried, opened }
}
