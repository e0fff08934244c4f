import type { Moments } from './moments.js'

const NEAR = 600
const HOUR = 3600

/** Pairs guessed by something other than text: how many are right, and how many would be by chance. */
export interface Guessed {
  readonly pairs: number
  readonly right: number
  readonly byChance: number
}

/**
 * Tries what should tell nothing: that sessions of one person stand side by side in the file; that their pseudonyms are alike in
 * their last digits (their first ones are the order of the file); that sessions which begin on one day and are alike in length to
 * ten minutes (or begin so near each other, where times are shown) are of one person: all of them, and the long ones, whose
 * pauses say most. Sessions are numbered in the order of the file.
 */
export function byOtherMeans(moments: Moments, person: Int32Array, persons: number): Record<string, Guessed> {
  const anyTwo = chance(person, persons)
  const order = Array.from(person, (_, d) => d)
  const timed = (least: number) =>
    order
      .filter((d) => moments.day[d]! >= 0 && moments.second[d]! >= least)
      .sort((a, b) => moments.day[a]! - moments.day[b]! || moments.second[a]! - moments.second[b]! || a - b)
  const byTime = (sessions: readonly number[]) => ({
    ...neighbours(
      sessions,
      person,
      (a, b) => moments.day[a] === moments.day[b] && Math.abs(moments.second[a]! - moments.second[b]!) <= NEAR,
    ),
    byChance: chanceWithinDays(sessions, moments.day, person, persons),
  })
  return {
    order: { ...neighbours(order, person, () => true), byChance: anyTwo },
    pseudonyms: { ...neighbours(moments.bySuffix, person, () => true), byChance: anyTwo },
    times: byTime(timed(0)),
    rhythm: byTime(timed(HOUR)),
  }
}

function neighbours(
  order: ArrayLike<number>,
  person: Int32Array,
  counts: (a: number, b: number) => boolean,
): Omit<Guessed, 'byChance'> {
  let pairs = 0
  let right = 0
  for (let i = 1; i < order.length; i++) {
    if (!counts(order[i - 1]!, order[i]!)) continue
    pairs++
    if (person[order[i - 1]!] === person[order[i]!]) right++
  }
  return { pairs, right: pairs === 0 ? 0 : right / pairs }
}

/** The chance that two of some sessions are of one person. */
function chance(of: ArrayLike<number>, persons: number): number {
  const { same, pairs } = pairsOf(of, new Int32Array(persons))
  return pairs === 0 ? 0 : same / pairs
}

/** The chance that two sessions of one day are of one person. */
function chanceWithinDays(byTime: readonly number[], day: Int32Array, person: Int32Array, persons: number): number {
  const sizes = new Int32Array(persons)
  let [same, pairs] = [0, 0]
  for (let from = 0, to = 0; from < byTime.length; from = to) {
    while (to < byTime.length && day[byTime[to]!] === day[byTime[from]!]) to++
    const within = pairsOf(
      byTime.slice(from, to).map((d) => person[d]!),
      sizes,
    )
    same += within.same
    pairs += within.pairs
  }
  return pairs === 0 ? 0 : same / pairs
}

function pairsOf(of: ArrayLike<number>, sizes: Int32Array): { readonly same: number; readonly pairs: number } {
  let same = 0
  for (let i = 0; i < of.length; i++) if (of[i]! >= 0) same += sizes[of[i]!]!++
  for (let i = 0; i < of.length; i++) if (of[i]! >= 0) sizes[of[i]!] = 0
  return { same, pairs: (of.length * (of.length - 1)) / 2 }
}
