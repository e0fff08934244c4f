import type { Gathered } from './gathered.js'

/** Places of one prefix (t, p, q, ...): candidates that have it, and where its last term stands among their partners. */
export interface Bucket {
  candidate: Uint32Array
  place: Uint32Array
  /** Scratch: entries of each term, then where they begin. */
  readonly room: Uint32Array
  readonly distinct: number[]
  readonly persons: Uint32Array
  readonly last: Uint32Array
}

/** Some places of a bucket; all candidates, whoever they have as partners, if there is none above. */
export interface Stretch {
  readonly above: Bucket | undefined
  readonly begin: number
  readonly end: number
}

/** Terms in the order in which they were met, and where their buckets begin; one more says where the last one ends. */
export interface Sorted {
  readonly terms: readonly number[]
  readonly starts: readonly number[]
}

export function newBucket(terms: number, single: boolean): Bucket {
  return {
    candidate: new Uint32Array(0),
    place: new Uint32Array(0),
    room: new Uint32Array(terms),
    distinct: [],
    persons: new Uint32Array(terms),
    last: new Uint32Array(single ? 0 : terms),
  }
}

/** Sorts the partners before each place of a stretch into buckets of their own. */
export function sortInto(here: Bucket, g: Gathered, { above, begin, end }: Stretch): Sorted {
  const { room } = here
  const { from, partner, gone } = g
  const owner = (e: number) => (above === undefined ? e : above.candidate[e]!)
  const until = (e: number) => (above === undefined ? from[e + 1]! : above.place[e]!)
  here.distinct.length = 0
  for (let e = begin; e < end; e++) {
    const i = owner(e)
    if (gone[i] === 1) continue
    for (let x = from[i]!; x < until(e); x++) {
      const p = partner[x]!
      if (room[p]!++ === 0) here.distinct.push(p)
    }
  }
  const starts = makeRoom(here)
  const { candidate, place } = here
  for (let e = begin; e < end; e++) {
    const i = owner(e)
    if (gone[i] === 1) continue
    for (let x = from[i]!; x < until(e); x++) {
      const to = room[partner[x]!]!++
      candidate[to] = i
      place[to] = x
    }
  }
  const terms = here.distinct.slice()
  for (const p of terms) room[p] = 0
  return { terms, starts }
}

/** From how many entries each term has to where they begin. */
function makeRoom(here: Bucket): number[] {
  const { room, distinct } = here
  const starts: number[] = []
  let size = 0
  for (const p of distinct) {
    starts.push(size)
    const n = room[p]!
    room[p] = size
    size += n
  }
  starts.push(size)
  if (here.candidate.length < size) {
    here.candidate = new Uint32Array(2 * size)
    here.place = new Uint32Array(2 * size)
  }
  return starts
}
