import type { Gathered } from './gathered.js'

export interface Deeper {
  /** Takes candidates away that have a rare combination of three or more, and lists them. Pairs must have been settled. */
  peel(g: Gathered): readonly number[]
  work(): number
}

/** Places of one prefix (t, p, q, ...): candidates that have it, and where its last term stands among their partners. */
interface Bucket {
  candidate: Uint32Array
  place: Uint32Array
  /** Scratch: entries of each term, then where they begin. */
  readonly room: Uint32Array
  readonly distinct: number[]
  readonly persons: Uint32Array
  readonly last: Uint32Array
}

/** Combinations of three to m terms: bucket by the second term, count the third in a dense array, and so on. */
export function deeper(terms: number, k: number, m: number, single: boolean): Deeper {
  const levels: Bucket[] = Array.from({ length: m - 1 }, () => ({
    candidate: new Uint32Array(0),
    place: new Uint32Array(0),
    room: new Uint32Array(terms),
    distinct: [],
    persons: new Uint32Array(terms),
    last: new Uint32Array(single ? 0 : terms),
  }))
  const dirty = new Uint8Array(terms)
  let lost: number[] = []
  let work = 0

  function takeAway(g: Gathered, i: number): void {
    g.gone[i] = 1
    g.live--
    lost.push(i)
    for (let x = g.from[i] as number; x < (g.from[i + 1] as number); x++) dirty[g.partner[x] as number] = 1
  }

  /** Sorts the partners before each place of the bucket above into buckets of their own, and visits each. */
  function descend(
    g: Gathered,
    level: number,
    above: Bucket | undefined,
    begin: number,
    end: number,
    only: boolean,
  ): void {
    const here = levels[level] as Bucket
    const { room, distinct } = here
    const { from, partner, gone } = g
    const owner = (e: number) => (above === undefined ? e : (above.candidate[e] as number))
    const until = (e: number) => (above === undefined ? (from[e + 1] as number) : (above.place[e] as number))
    distinct.length = 0
    for (let e = begin; e < end; e++) {
      const i = owner(e)
      if (gone[i] === 1) continue
      for (let x = from[i] as number; x < until(e); x++) {
        const p = partner[x] as number
        if (room[p]!++ === 0) distinct.push(p)
      }
    }
    let size = 0
    const starts: number[] = []
    for (const p of distinct) {
      starts.push(size)
      const n = room[p] as number
      room[p] = size
      size += n
    }
    starts.push(size)
    if (here.candidate.length < size) {
      here.candidate = new Uint32Array(2 * size)
      here.place = new Uint32Array(2 * size)
    }
    const { candidate, place } = here
    for (let e = begin; e < end; e++) {
      const i = owner(e)
      if (gone[i] === 1) continue
      for (let x = from[i] as number; x < until(e); x++) {
        const to = room[partner[x] as number]!++
        candidate[to] = i
        place[to] = x
      }
    }
    const buckets = distinct.slice()
    for (const p of buckets) room[p] = 0
    for (let b = 0; b < buckets.length; b++) {
      const p = buckets[b] as number
      if (level === 0) {
        if (only && dirty[p] === 0) continue
        dirty[p] = 0
      }
      visit(g, level, starts[b] as number, starts[b + 1] as number)
    }
  }

  /** Counts one more term over a bucket, takes away whoever has a rare one, and goes deeper if m asks for it. */
  function visit(g: Gathered, level: number, begin: number, end: number): void {
    const bucket = levels[level] as Bucket
    const { candidate, place, persons, last } = bucket
    const { from, partner, gone, owner } = g
    const change = (e: number, by: 1 | -1) => {
      const i = candidate[e] as number
      for (let x = from[i] as number; x < (place[e] as number); x++) persons[partner[x] as number]! += by
    }
    const countAll = () => {
      for (let e = begin; e < end; e++) {
        const i = candidate[e] as number
        if (gone[i] === 1) continue
        const until = place[e] as number
        const start = from[i] as number
        work += until - start
        if (single) for (let x = start; x < until; x++) persons[partner[x] as number]!++
        else {
          const who = (owner[i] as number) + 1
          for (let x = start; x < until; x++) {
            const p = partner[x] as number
            if (last[p] === who) continue
            last[p] = who
            persons[p]!++
          }
        }
      }
    }
    const clear = () => {
      for (let e = begin; e < end; e++) {
        const i = candidate[e] as number
        for (let x = from[i] as number; x < (place[e] as number); x++) {
          persons[partner[x] as number] = 0
          if (!single) last[partner[x] as number] = 0
        }
      }
    }
    countAll()
    let live = 0
    for (let again = true; again; ) {
      again = false
      live = 0
      for (let e = begin; e < end; e++) {
        const i = candidate[e] as number
        if (gone[i] === 1) continue
        const until = place[e] as number
        let x = from[i] as number
        while (x < until && (persons[partner[x] as number] as number) >= k) x++
        if (x === until) {
          live++
          continue
        }
        takeAway(g, i)
        again = true
        if (single) change(e, -1)
      }
      if (again && !single) {
        clear()
        countAll()
      }
    }
    clear()
    if (level + 1 < m - 2 && !(single && live <= k)) descend(g, level + 1, bucket, begin, end, false)
  }

  return {
    peel(g) {
      lost = []
      descend(g, 0, undefined, 0, g.size, false)
      // Who was taken away late may have held up what was counted early.
      for (let before = -1; before < lost.length; ) {
        before = lost.length
        if (before > 0) descend(g, 0, undefined, 0, g.size, true)
      }
      for (let x = 0; x < (g.from[g.size] as number); x++) dirty[g.partner[x] as number] = 0
      return lost
    },
    work: () => work,
  }
}
