import type { Bucket } from './buckets.js'
import type { Gathered } from './gathered.js'

// Persons of each further term over the places of a bucket from `begin` to `end`, in its dense array.

/** Counts persons where each has one candidate. Gives how many places were looked at. */
export function countCandidates(
  { candidate, place, persons }: Bucket,
  g: Gathered,
  begin: number,
  end: number,
): number {
  const { from, partner, gone } = g
  let looked = 0
  for (let e = begin; e < end; e++) {
    const i = candidate[e]!
    if (gone[i] === 1) continue
    const until = place[e]!
    const start = from[i]!
    looked += until - start
    for (let x = start; x < until; x++) persons[partner[x]!]!++
  }
  return looked
}

/** The same where a person may have several candidates, one after the other. */
export function countPersons(
  { candidate, place, persons, last }: Bucket,
  g: Gathered,
  begin: number,
  end: number,
): number {
  const { from, partner, gone, owner } = g
  let looked = 0
  for (let e = begin; e < end; e++) {
    const i = candidate[e]!
    if (gone[i] === 1) continue
    const until = place[e]!
    const start = from[i]!
    const who = owner[i]! + 1
    looked += until - start
    for (let x = start; x < until; x++) {
      const p = partner[x]!
      if (last[p] === who) continue
      last[p] = who
      persons[p]!++
    }
  }
  return looked
}

/** A candidate that is its person's only one counts no longer. */
export function uncount({ candidate, place, persons }: Bucket, { from, partner }: Gathered, e: number): void {
  const i = candidate[e]!
  for (let x = from[i]!; x < place[e]!; x++) persons[partner[x]!]!--
}

export function clearCounts(
  { candidate, place, persons, last }: Bucket,
  g: Gathered,
  begin: number,
  end: number,
): void {
  const { from, partner } = g
  const single = last.length === 0
  for (let e = begin; e < end; e++) {
    const i = candidate[e]!
    for (let x = from[i]!; x < place[e]!; x++) {
      persons[partner[x]!] = 0
      if (!single) last[partner[x]!] = 0
    }
  }
}
