import type { Guessed } from '../epsilon.js'

/** What one release showed, in numbers, and the coin behind it. */
export interface Sign {
  readonly coin: 0 | 1
  readonly signs: readonly number[]
}

/** How to guess: 1 if a number is above a limit, or if it is not. */
interface Rule {
  readonly sign: number
  readonly limit: number
  readonly above: 0 | 1
}

/** Finds the rule that is right most often on one half of the runs, and guesses every coin of the other half by it. */
export function guessAll(first: readonly Sign[], second: readonly Sign[]): Guessed {
  let best: { readonly rule: Rule; readonly right: number } | undefined
  for (const sign of first[0]?.signs.keys() ?? [])
    for (const limit of new Set(first.map(({ signs }) => signs[sign]!)))
      for (const above of [0, 1] as const) {
        const rule = { sign, limit, above }
        const right = rightBy(rule, first)
        if (right > (best?.right ?? -1)) best = { rule, right }
      }
  return { coins: second.length, guesses: second.length, right: best === undefined ? 0 : rightBy(best.rule, second) }
}

function rightBy({ sign, limit, above }: Rule, told: readonly Sign[]): number {
  return told.filter(({ coin, signs }) => coin === (signs[sign]! > limit ? above : 1 - above)).length
}
