import type { Space } from '../space.js'
import type { SyntacticData } from './data.js'
import { type Hosts, hostDistance } from './hosts.js'
import { forward, type Orders, orders } from './orders.js'
import { type Effort, type WordDistance, wordDistance } from './words.js'

/** The syntactic distance between users [Erola13] §5.3.1.2, with what it took. */
export interface SyntacticSpace extends Space {
  /** The distance, or any number of at least `limit` if it is no less than that. */
  distance(u: number, v: number, limit?: number): number
  readonly effort: Effort
  readonly learnt: Learnt
}

/** What helps to find distances soon: the orders of rows, and edit distances found before. */
export interface Learnt extends Orders {
  readonly ofWords: WordDistance
}

/** Limits are so much wider than needed that rounding cannot make a distance depend on the order in which rows are taken. */
const SLACK = 1e-12

/**
 * Six times the distance of two rows is `base + 2 H`: base from time, rank, host and number of terms, which are cheap, and H,
 * the Hausdorff distance of the words, from 0 to 1. A row counts only if it is farther from the other history than all rows
 * before it, so one partner whose base is 2 below what was shown is enough to pass over it without a look at words. That works if
 * outliers come first and, of their partners, those in the middle: rows are kept in both orders, and what decided moves forward.
 * A space takes over what another one has learnt of the same words, and of the users that come first in both.
 */
export function syntacticSpace(data: SyntacticData, learnt?: Learnt): SyntacticSpace {
  const { offsets, clicked, query, host, time, rank, count, terms, wordsAt, words } = data
  const hosts: Hosts = { at: data.hostAt, labels: data.hostLabels }
  const ofWords = learnt?.ofWords ?? wordDistance({ at: data.wordAt, chars: data.wordChars, letters: data.wordLetters })
  const termsOf = Float64Array.from(query, (q) => terms[q] as number)
  const { outliers, partners } = orders(data, base, learnt)
  const bases = new Float64Array(longestHistory(offsets))

  function base(a: number, b: number): number {
    return (
      apart(time[a] as number, time[b] as number) +
      apart(rank[a] as number, rank[b] as number) +
      apart(termsOf[a] as number, termsOf[b] as number) +
      hostDistance(hosts, host[a] as number, host[b] as number)
    )
  }

  /** The Hausdorff distance of the words of two queries, or any number of at least `limit` if it is no less. */
  function ofQueries(a: number, b: number, limit: number): number {
    if (a === b) return 0
    const [atA, endA, atB, endB] = [wordsAt[a], wordsAt[a + 1], wordsAt[b], wordsAt[b + 1]] as [
      number,
      number,
      number,
      number,
    ]
    if (atA === endA || atB === endB) return atA === endA && atB === endB ? 0 : 1
    const there = directed(atA, endA, atB, endB, 0, limit)
    return there >= limit ? there : directed(atB, endB, atA, endA, there, limit)
  }

  function directed(atA: number, endA: number, atB: number, endB: number, shown: number, limit: number): number {
    const farthest = limit < 1 ? limit : 1
    let most = shown
    for (let i = atA; i < endA && most < limit; i++) {
      let nearest = farthest
      for (let j = atB; j < endB && nearest > most; j++) {
        const distance = ofWords(words[i] as number, words[j] as number, nearest)
        if (distance < nearest) nearest = distance
      }
      if (nearest > most) most = nearest
    }
    return most
  }

  let best = 0 // six times the distance of the row in hand to those that it was held against
  /** Holds a row against rows of another history, until it is passed over: is it? */
  function approach(a: number, from: number, to: number, shown: number): boolean {
    let [least, at] = [Number.POSITIVE_INFINITY, from]
    for (let j = from; j < to; j++) {
      const sum = base(a, partners[j] as number)
      if (sum + 2 <= shown) {
        forward(partners, from, j)
        return true
      }
      bases[j - from] = sum
      if (sum < least) [least, at] = [sum, j]
    }
    if (least >= best) return false
    // The most promising one first, then all others.
    for (let step = from - 1; step < to; step++) {
      const j = step < from ? at : step
      const sum = bases[j - from] as number
      if (sum >= best) continue
      const b = partners[j] as number
      const whole = sum + 2 * ofQueries(query[a] as number, query[b] as number, (best - sum) / 2 + SLACK)
      if (whole < best) best = whole
      if (best <= shown) return true
    }
    return false
  }

  /** Six times the distance of a row to the history of v, or `shown` if it is no more than that. */
  function toHistory(a: number, click: boolean, v: number, shown: number): number {
    const [start, middle, end] = [offsets[v], clicked[v], offsets[v + 1]] as [number, number, number]
    best = Number.POSITIVE_INFINITY
    if (click ? approach(a, middle, end, shown) : approach(a, start, middle, shown)) return shown
    // Rows of the other kind are at 1 or more by their hosts.
    if (best > 1 && (click ? approach(a, start, middle, shown) : approach(a, middle, end, shown))) return shown
    return best
  }

  /** Six times the Hausdorff distance, or any number of at least `enough` if it is no less. */
  function hausdorff(u: number, v: number, enough: number): number {
    const [fromU, fromV] = [offsets[u], offsets[v]] as [number, number]
    const [lengthU, lengthV] = [(offsets[u + 1] as number) - fromU, (offsets[v + 1] as number) - fromV]
    let [shown, decides, of] = [0, -1, 0]
    for (let i = 0; (i < lengthU || i < lengthV) && shown < enough; i++) {
      if (i < lengthU) {
        const a = outliers[fromU + i] as number
        const far = toHistory(a, a >= (clicked[u] as number), v, shown)
        if (far > shown) [shown, decides, of] = [far, fromU + i, fromU]
      }
      if (i < lengthV) {
        const a = outliers[fromV + i] as number
        const far = toHistory(a, a >= (clicked[v] as number), u, shown)
        if (far > shown) [shown, decides, of] = [far, fromV + i, fromV]
      }
    }
    if (decides >= 0) forward(outliers, of, decides)
    return shown
  }

  const distance = (u: number, v: number, limit = Number.POSITIVE_INFINITY) => {
    if (u === v) return 0
    const apart = Math.abs((count[u] as number) - (count[v] as number))
    return (apart + hausdorff(u, v, 6 * (2 * limit - apart)) / 6) / 2
  }
  return {
    size: offsets.length - 1,
    effort: ofWords.effort,
    learnt: { outliers, partners, ofWords },
    distance,
    block(rows, columns, out) {
      let at = 0
      for (const u of rows) for (const v of columns) out[at++] = distance(u, v)
    },
  }
}

/** The distance of two normalised values; a missing one is at 1 from every other. */
function apart(x: number, y: number): number {
  const distance = x < y ? y - x : x - y
  return distance > 1 ? 1 : distance
}

function longestHistory(offsets: Uint32Array): number {
  let longest = 0
  for (let u = 1; u < offsets.length; u++)
    longest = Math.max(longest, (offsets[u] as number) - (offsets[u - 1] as number))
  return longest
}
