import { epsilonAtLeast, type Guessed } from './epsilon.js'

/** What a release showed of one planted person, and which of the two logs it was. */
export interface Sight {
  readonly kind: string
  /** The side that the coin chose: 1 if the person asked the items that are looked at. */
  readonly coin: 0 | 1
  /** Numbers that tend to be larger if the coin was 1. */
  readonly signs: readonly number[]
}

/** How to guess: by which sign of which kind of person, and for how large a share of them, from either end. */
interface Rule {
  readonly kind: string
  readonly sign: number
  readonly high: number
  readonly low: number
}

/** Shares of coins that are guessed; the surest guesses are at the ends. */
const SHARES = [0, 0.005, 0.01, 0.02, 0.04, 0.08, 0.15, 0.25, 0.35, 0.5]
const RULES = 4 * 2 * SHARES.length ** 2 // four kinds of persons, two signs

/**
 * Finds the rule that tells the two logs apart best in one half of the runs, and makes the guesses it prescribes in the other.
 * How many guesses it makes there is settled beforehand.
 */
export function guess(first: readonly Sight[], second: readonly Sight[], alpha: number): Guessed {
  let best: { readonly rule: Rule; readonly bound: number } | undefined
  const careful = alpha / RULES // of so many rules some look good by luck
  for (const kind of new Set(first.map((sight) => sight.kind))) {
    const these = first.filter((sight) => sight.kind === kind)
    for (const sign of these[0]?.signs.keys() ?? []) {
      const coins = sorted(these, sign)
      for (const high of SHARES) {
        for (const low of SHARES.slice(0, high === 0.5 ? undefined : -1)) {
          const bound = epsilonAtLeast(count(coins, high, low), 0, careful)
          if (bound > (best?.bound ?? 0)) best = { rule: { kind, sign, high, low }, bound }
        }
      }
    }
  }
  if (best === undefined) return { coins: second.length, guesses: 0, right: 0 }
  const { kind, sign, high, low } = best.rule
  const these = second.filter((sight) => sight.kind === kind)
  return count(sorted(these, sign), high, low)
}

/** The coins in the order of a sign; equal signs stay in the order in which they came. */
function sorted(sights: readonly Sight[], sign: number): (0 | 1)[] {
  return [...sights].sort((a, b) => a.signs[sign]! - b.signs[sign]!).map((sight) => sight.coin)
}

/** Guesses 1 for the upper share and 0 for the lower one. */
function count(coins: readonly (0 | 1)[], high: number, low: number): Guessed {
  const ones = Math.floor(high * coins.length)
  const zeros = Math.floor(low * coins.length)
  let right = 0
  for (let i = 0; i < ones; i++) right += coins[coins.length - 1 - i]!
  for (let i = 0; i < zeros; i++) right += 1 - coins[i]!
  return { coins: coins.length, guesses: ones + zeros, right }
}
