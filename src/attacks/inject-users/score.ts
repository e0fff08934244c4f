import { lowerBound } from '../../base/binomial.js'
import type { Injected, Tried } from './targets.js'

/** Each of the two shares may miss by so much: together their difference lies in its interval 95 times in a hundred. */
const MISS = 0.0125

/** How much more often texts that somebody asked come out than texts that nobody asked, by number of users added, with its interval of 95%. */
export async function score({ tried }: Injected) {
  // An attacker takes the kind of guess that goes furthest.
  const [first = [], ...others] = tried.map(levels)
  return first.map((level, i) =>
    others.reduce((best, other) => ((other[i]?.success ?? 0) > best.success ? other[i]! : best), level),
  )
}

function levels(tried: readonly Tried[]) {
  return [...new Set(tried.map((guess) => guess.users))].map((added) => {
    const share = (asked: boolean) => {
      const these = tried.filter((guess) => guess.users === added && guess.asked === asked)
      const seen = these.filter((guess) => guess.appeared).length
      const n = Math.max(1, these.length)
      return { share: seen / n, low: lowerBound(seen, n, MISS), high: 1 - lowerBound(n - seen, n, MISS) }
    }
    const [appeared, madeUp] = [share(true), share(false)]
    return {
      added,
      success: Math.max(0, appeared.share - madeUp.share),
      interval: [Math.max(0, appeared.low - madeUp.high), Math.max(0, appeared.high - madeUp.low)].map(rounded),
      appeared: appeared.share,
      madeUp: madeUp.share,
    }
  })
}

function rounded(share: number): number {
  return Math.round(share * 1e4) / 1e4
}
