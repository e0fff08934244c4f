import { clearCounts, countCandidates, countPersons, uncount } from './bucket-counts.js'
import { type Bucket, newBucket, type Stretch, sortInto } from './buckets.js'
import type { Gathered } from './gathered.js'

export interface Deeper {
  /** Takes candidates away that have a rare combination of three or more, and lists them. Pairs must have been settled. */
  peel(g: Gathered): readonly number[]
  work(): number
}

/** What is known on the way down. */
interface Descent {
  readonly k: number
  readonly m: number
  /** Has every person one candidate only? */
  readonly single: boolean
  readonly levels: readonly Bucket[]
  /** Partners of whoever was taken away: what was counted with them is to be counted again. */
  readonly dirty: Uint8Array
  lost: number[]
  work: number
}

/** Combinations of three to m terms: bucket by the second term, count the third in a dense array, and so on. */
export function deeper(terms: number, k: number, m: number, single: boolean): Deeper {
  const levels = Array.from({ length: m - 1 }, () => newBucket(terms, single))
  const way: Descent = { k, m, single, levels, dirty: new Uint8Array(terms), lost: [], work: 0 }
  return {
    peel(g) {
      const all = { above: undefined, begin: 0, end: g.size }
      way.lost = []
      descend(way, g, 0, all, false)
      // Who was taken away late may have held up what was counted early.
      for (let before = -1; before < way.lost.length; ) {
        before = way.lost.length
        if (before > 0) descend(way, g, 0, all, true)
      }
      for (let x = 0; x < g.from[g.size]!; x++) way.dirty[g.partner[x]!] = 0
      return way.lost
    },
    work: () => way.work,
  }
}

/** Visits the buckets of a stretch; on the first level, only those of dirty terms if that is asked for. */
function descend(way: Descent, g: Gathered, level: number, stretch: Stretch, only: boolean): void {
  const { dirty } = way
  const { terms, starts } = sortInto(way.levels[level]!, g, stretch)
  for (let b = 0; b < terms.length; b++) {
    const p = terms[b]!
    if (level === 0) {
      if (only && dirty[p] === 0) continue
      dirty[p] = 0
    }
    visit(way, g, level, starts[b]!, starts[b + 1]!)
  }
}

/** Counts one more term over a bucket, takes away whoever has a rare one, and goes deeper if m asks for it. */
function visit(way: Descent, g: Gathered, level: number, begin: number, end: number): void {
  const { k, m, single } = way
  const bucket = way.levels[level]!
  const count = single ? countCandidates : countPersons
  way.work += count(bucket, g, begin, end)
  let live: number
  let again: boolean
  do {
    const before = way.lost.length
    live = peelOnce(way, g, bucket, begin, end)
    again = way.lost.length > before
    if (again && !single) {
      clearCounts(bucket, g, begin, end)
      way.work += count(bucket, g, begin, end)
    }
  } while (again)
  clearCounts(bucket, g, begin, end)
  if (level + 1 < m - 2 && !(single && live <= k)) descend(way, g, level + 1, { above: bucket, begin, end }, false)
}

/** Takes away whoever has a rare term before its place, as counted so far. Gives how many are left. */
function peelOnce(way: Descent, g: Gathered, bucket: Bucket, begin: number, end: number): number {
  const { candidate, place, persons } = bucket
  const { from, partner, gone } = g
  const { k, single } = way
  let live = 0
  for (let e = begin; e < end; e++) {
    const i = candidate[e]!
    if (gone[i] === 1) continue
    const until = place[e]!
    let x = from[i]!
    while (x < until && persons[partner[x]!]! >= k) x++
    if (x === until) {
      live++
      continue
    }
    takeAway(way, g, i)
    if (single) uncount(bucket, g, e)
  }
  return live
}

function takeAway({ lost, dirty }: Descent, g: Gathered, i: number): void {
  g.gone[i] = 1
  g.live--
  lost.push(i)
  for (let x = g.from[i]!; x < g.from[i + 1]!; x++) dirty[g.partner[x]!] = 1
}
