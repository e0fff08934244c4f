import type { Candidates, Lists } from './candidates.js'
import type { Mapped } from './mapping.js'
import { queueBy } from './queue.js'

/** How many of the nearest are kept for each hash, and for those that run out of them and are looked at again. */
const KEPT = 32
const AGAIN = 128
/** Who has run out is looked at again with as many who come up next: together is cheaper, and who comes up later might do it in vain. */
const TOGETHER = 64
/** The margin of a pair that had no other choice: the largest L1 distance. */
const UNRIVALLED = 2
const NOTHING = Number.POSITIVE_INFINITY

/**
 * [Kumar07] §3.3.1: takes pairs by increasing distance (equal ones by their numbers), fixes each and drops all others of both
 * ends. The result is that of sorting all pairs; only the nearest few of each hash are ever kept. `closed` tokens are not given away.
 */
export async function scoreGreedy(candidates: Candidates, closed?: Uint8Array): Promise<Mapped> {
  const { left, right } = candidates
  const mu = new Int32Array(left).fill(-1)
  const margin = new Float64Array(left)
  const taken = closed?.slice() ?? new Uint8Array(right)
  const kept = Math.min(KEPT, candidates.most)
  const rows = Int32Array.from({ length: left }, (_, l) => l)
  const first = await candidates.nearest(rows, taken, kept)
  const marginOf = margins(first, kept, candidates)
  const held = holdings(first, kept, taken)
  const others = apartFrom(candidates, taken)
  const queue = queueBy(left)
  for (let l = 0; l < left; l++) queue.push(l, Number.NEGATIVE_INFINITY)

  let open = taken.reduce((count, one) => count + 1 - one, 0)
  let narrowed = open
  const lookAgain = async () => {
    if (2 * open < narrowed) {
      candidates.narrow?.(taken)
      narrowed = open
    }
    const out = rows.filter((l) => mu[l]! < 0 && held.hasMore(l) && held.isOut(l))
    const next = out.sort((a, b) => held.last(a) - held.last(b) || a - b).subarray(0, TOGETHER)
    const limit = Math.min(AGAIN, candidates.most)
    held.replace(next, await candidates.nearest(next, taken, limit), limit)
  }
  for (let l = queue.pop(); l >= 0; l = queue.pop()) {
    const other = others(l)
    if (held.isOut(l) && held.hasMore(l) && held.last(l) <= Math.min(queue.popped, other.d)) await lookAgain()
    // Who has run out waits at the distance of the last that was had: the next cannot be nearer.
    const own = held.isOut(l) ? { r: right, d: held.hasMore(l) ? held.last(l) : NOTHING } : held.next(l)
    const { r, d } = other.d < own.d || (other.d === own.d && other.r < own.r) ? other : own
    if (d === NOTHING) continue
    if (d > queue.popped) {
      queue.push(l, d)
      continue
    }
    taken[r] = 1
    open--
    mu[l] = r
    margin[l] = marginOf(l, r, d)
  }
  return { mu, margin }
}

/** What each hash still has to choose from. */
function holdings(first: Lists, kept: number, taken: Uint8Array) {
  const left = first.found.length
  const lists = Array.from({ length: left }, () => first)
  const at = Int32Array.from({ length: left }, (_, l) => l * kept)
  const end = at.map((from, l) => from + first.found[l]!)
  const isCut = (found: number, limit: number) => (found === limit && limit < taken.length ? 1 : 0)
  const more = Uint8Array.from(first.found, (found) => isCut(found, kept))
  return {
    /** Is all that it holds taken? */
    isOut(l: number): boolean {
      const { r } = lists[l]!
      while (at[l]! < end[l]! && taken[r[at[l]!]!] === 1) at[l]!++
      return at[l] === end[l]
    },
    next: (l: number) => ({ r: lists[l]!.r[at[l]!]!, d: lists[l]!.d[at[l]!]! }),
    /** The distance of the last that it held. */
    last: (l: number) => lists[l]!.d[end[l]! - 1]!,
    /** Is there more than it holds? */
    hasMore: (l: number) => more[l] === 1,
    replace(rows: Int32Array, by: Lists, limit: number): void {
      rows.forEach((l, i) => {
        lists[l] = by
        at[l] = i * limit
        end[l] = at[l]! + by.found[i]!
        more[l] = isCut(by.found[i]!, limit)
      })
    },
  }
}

/** The nearest open token of a hash among those that share nothing with it. */
function apartFrom({ right, apart }: Candidates, taken: Uint8Array) {
  let first = 0
  return (l: number) => {
    while (apart && first < right && taken[apart.order[first]!] === 1) first++
    const r = apart?.order[first]
    return apart === undefined || r === undefined ? { r: right, d: NOTHING } : { r, d: apart.distance(l, r) }
  }
}

/** How much nearer a pair is than the best other choice of either end, among the first that were kept. */
function margins({ found, r: rs, d: ds }: Lists, kept: number, { right, apart }: Candidates) {
  // the two nearest hashes of each token
  const who = new Int32Array(right).fill(-1)
  const nearest = new Float64Array(right).fill(NOTHING)
  const next = new Float64Array(right).fill(NOTHING)
  for (let l = 0; l < found.length; l++)
    for (let i = l * kept; i < l * kept + found[l]!; i++) {
      const [r, d] = [rs[i]!, ds[i]!]
      if (d < nearest[r]!) {
        next[r] = nearest[r]!
        nearest[r] = d
        who[r] = l
      } else if (d < next[r]!) next[r] = d
    }
  return (l: number, r: number, d: number) => {
    const place = rs[l * kept] === r ? 1 : 0
    const listed = place < found[l]! ? ds[l * kept + place]! : NOTHING
    const far = apart?.order[apart.order[0] === r ? 1 : 0]
    const other = far === undefined || !apart ? listed : Math.min(listed, apart.distance(l, far))
    return Math.min(other - d, (who[r] === l ? next[r]! : nearest[r]!) - d, UNRIVALLED)
  }
}
