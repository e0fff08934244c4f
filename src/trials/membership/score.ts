import type { Random } from '../../random/random.js'
import { interval } from './limits.js'
import { fitRatio, type Observed } from './ratio.js'

/** What the runs showed of one person: whether they were there, and each thing that was looked at. */
export interface Sight {
  readonly coins: ArrayLike<number>
  readonly features: readonly ArrayLike<number>[]
}

/** One guess to be made. */
export interface Scored {
  readonly score: number
  readonly coin: number
}

/** Scores runs of one person by what other runs taught. */
export function scores({ coins, features }: Sight, learn: readonly number[], judge: readonly number[]): Scored[] {
  const ratios = features.map((values) => ({ values, ratio: fitRatio({ values, coins } satisfies Observed, learn) }))
  return judge.map((run) => ({
    coin: coins[run]!,
    score: ratios.reduce((sum, { values, ratio }) => sum + ratio(values[run]!), 0),
  }))
}

/**
 * How much more often a person is taken to be there who is than one who is not, where the ratio says so. Each half of the runs is judged by what the
 * other taught: a rule judged by the runs that it was fitted on would find most in those of whom there is most to look at.
 */
export function advantage(sight: Sight, runs: readonly number[]): number {
  const [even, odd] = [0, 1].map((side) => runs.filter((_, i) => i % 2 === side)) as [number[], number[]]
  const judged = [...scores(sight, even, odd), ...scores(sight, odd, even)]
  const rate = (coin: number) => {
    const these = judged.filter((one) => one.coin === coin)
    return these.filter(({ score }) => score > 0).length / Math.max(1, these.length)
  }
  return rate(1) - rate(0)
}

/** What guessing came to at a rate of false positives. */
export interface Found {
  readonly persons: number
  /** Guesses "is there" that were right, of all runs with the person; and wrong, of all without. */
  readonly right: number
  readonly there: number
  readonly wrong: number
  readonly away: number
  readonly truePositives: number
  readonly falsePositives: number
  /** Where the rate of true positives lies, at 95%. */
  readonly interval: readonly [number, number]
}

/**
 * Guesses "is there" for the highest scores, as many as make the wanted rate of false positives. Equal scores are ordered by chance, so that who knows
 * nothing is right as often as wrong.
 */
export function found(judged: readonly Scored[], persons: number, f: number, random: Random): Found {
  const ordered = judged
    .map((one) => ({ ...one, tie: random.unit() }))
    .sort((a, b) => b.score - a.score || a.tie - b.tie)
  const there = ordered.reduce((sum, { coin }) => sum + coin, 0)
  const away = ordered.length - there
  const allowed = Math.floor(f * away + 1e-9)
  let [right, wrong] = [0, 0]
  for (const { coin } of ordered) {
    if (coin === 1) right++
    else if (++wrong >= allowed) break // ending elsewhere would favour one side
  }
  wrong = Math.min(wrong, allowed) // where none is allowed, the first ends it
  return {
    ...{ persons, right, there, wrong, away },
    truePositives: right / Math.max(1, there),
    falsePositives: wrong / Math.max(1, away),
    interval: interval(right, there, 0.05),
  }
}
