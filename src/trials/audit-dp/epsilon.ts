import { atLeast, binomial, bisect } from '../../base/binomial.js'

/** What came of guessing, for planted persons whose presence was decided by a fair coin each, who was there. */
export interface Guessed {
  /** Coins thrown. */
  readonly coins: number
  /** Guesses made; the rest was left open. How many was settled before the coins were thrown. */
  readonly guesses: number
  readonly right: number
}

/**
 * [Steinke23], main theorem: an (epsilon, delta) mechanism lets nobody guess this well with more than this probability, however the
 * persons' items and the noise hang together. With delta = 0 it is the tail of a binomial distribution, as in [Clopper34].
 */
export function chanceOf({ coins, guesses, right }: Guessed, epsilon: number, delta: number): number {
  const q = 1 / (1 + Math.exp(-epsilon)) // how often randomised response is right
  const beta = atLeast(guesses, q, right)
  if (delta === 0) return beta
  let alpha = 0
  let between = 0 // P[right > Binomial >= right - i]
  for (let i = 1; i <= right; i++) {
    const term = binomial(guesses, q, right - i)
    between += term
    alpha = Math.max(alpha, between / i)
    if (term < between * 1e-12 && between / i < alpha) break
  }
  return Math.min(1, beta + 2 * coins * delta * alpha)
}

/** What epsilon is at least, given delta; wrong at most with probability `alpha`. */
export function epsilonAtLeast(guessed: Guessed, delta: number, alpha: number): number {
  const possible = (epsilon: number) => chanceOf(guessed, epsilon, delta) > alpha
  if (guessed.guesses === 0 || possible(0)) return 0
  return bisect(0, 60, possible)
}
