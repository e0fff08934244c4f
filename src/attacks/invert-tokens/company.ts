import { type Apart, type Candidates, fromKernel } from './candidates.js'
import type { Crew } from './crew/index.js'
import type { Bounds, Placed } from './features.js'
import type { Mapping } from './mapping.js'
import { mappedSizes, sizes } from './mapping-distances.js'
import { type Normalised, ONE, type Postings } from './overlap.js'

/** One relation as kernels see it. */
export interface Relation {
  readonly left: Normalised
  readonly right: Postings
}

/** A relation with who is mapped to whom and what that counts for; nothing: 1. */
export interface Mapped extends Relation {
  readonly mapping: Int32Array
  readonly worth?: Float32Array
  /** Neighbours that can add no more than this are passed over; nothing: 0. */
  readonly least?: number
}

/** A relation is so many numbers; the place of three of them. */
const SIZE = 8
const STARTS = 3
const ENTRIES = 4
const LEAST = 7

/** Relations where a kernel reads them. Their postings shrink to the tokens that are open, so that who is looked at again costs less. */
export function relationsAt({ room }: Crew, relations: readonly Mapped[]) {
  const at = room.u32(SIZE * relations.length)
  relations.forEach(({ left, right, mapping, worth, least = 0 }, i) => {
    at.set(
      [
        left.starts.byteOffset,
        left.to.byteOffset,
        left.weight.byteOffset,
        right.starts.byteOffset,
        right.entries.byteOffset,
        mapping.byteOffset,
        worth?.byteOffset ?? 0,
      ],
      i * SIZE,
    )
    new Float32Array(at.buffer, at.byteOffset)[i * SIZE + LEAST] = least
  })
  let own: readonly Postings[] | undefined
  return {
    address: at.byteOffset,
    count: relations.length,
    narrow(taken: Uint8Array): void {
      const from = own ?? relations.map(({ right }) => right)
      own ??= relations.map(({ right: { n, starts, entries } }) => ({
        n,
        starts: room.u32(starts.length),
        entries: room.i32(entries.length),
      }))
      own.forEach((into, i) => {
        keepOpen(from[i]!, into, taken)
        at[i * SIZE + STARTS] = into.starts.byteOffset
        at[i * SIZE + ENTRIES] = into.entries.byteOffset
      })
    },
  }
}

/** Postings of tokens that are not taken; both may be the same. */
function keepOpen(from: Postings, into: Postings, taken: Uint8Array): void {
  let length = 0
  let first = from.starts[0]!
  for (let t = 0; t + 1 < from.starts.length; t++) {
    const last = from.starts[t + 1]!
    into.starts[t] = length
    for (let j = first; j < last; j++) {
      const entry = from.entries[2 * j]!
      if (taken[entry >> 2] === 1) continue
      into.entries[2 * length] = entry
      into.entries[2 * length++ + 1] = from.entries[2 * j + 1]!
    }
    first = last
  }
  into.starts[into.starts.length - 1] = length
}

/** [Kumar07] §3.3: the nearest tokens by L1 under a mapping, within bounds of features where there are some. */
export function byMinima(crew: Crew, relation: Relation, mu: Mapping, features: Placed, bounds?: Bounds): Candidates {
  const { room } = crew
  const { left, right } = relation
  const [mine, theirs] = [room.i32(left.n), room.i32(right.n)]
  mine.set(sizes(left, 'l1'))
  theirs.set(mappedSizes(right, mu, 'l1'))
  const { address, narrow } = mappedAt(crew, relation, mu)
  return fromKernel(
    crew,
    { left: left.n, right: right.n, most: right.n },
    {
      call: 'nearestByMinima',
      scratch: 0,
      args: [address, mine.byteOffset, theirs.byteOffset, placed(crew, featuresAt(features, bounds))],
      narrow,
      // Who prunes does not look at tokens that share nothing.
      ...(bounds ? {} : { apart: nothingShared(mine, theirs) }),
    },
  )
}

function nothingShared(mine: Int32Array, theirs: Int32Array): Apart {
  return {
    order: Int32Array.from(theirs, (_, r) => r).sort((a, b) => theirs[a]! - theirs[b]! || a - b),
    distance: (l, r) => (mine[l]! + theirs[r]!) / ONE,
  }
}

/**
 * [Kumar07] §3.4: the nearest new tokens by what is shared with mapped ones and by features; without a mapping by features alone. Only tokens
 * from `first` on are looked at.
 */
export function byExpansion(
  crew: Crew,
  relation: Relation,
  mu: Mapping,
  first: number,
  features: Placed,
  bounds?: Bounds,
): Candidates {
  const { left, right } = relation
  const { address, narrow } = mappedAt(crew, relation, mu)
  return fromKernel(
    crew,
    { left: left.n, right: right.n, most: right.n },
    {
      call: 'nearestByExpansion',
      scratch: 32,
      args: [address, first, placed(crew, featuresAt(features, bounds))],
      narrow,
    },
  )
}

/** A relation under a mapping, where the kernel finds it. */
function mappedAt(crew: Crew, relation: Relation, mu: Mapping) {
  const mapping = crew.room.i32(relation.left.n)
  mapping.fill(-1).set(mu)
  return relationsAt(crew, [{ ...relation, mapping }])
}

const featuresAt = ({ left, columns, stride }: Placed, bounds?: Bounds) => [
  left.byteOffset,
  columns.byteOffset,
  stride,
  bounds?.byteOffset ?? 0,
]

/** Puts addresses where a kernel can read them. */
export function placed({ room }: Crew, addresses: readonly number[]): number {
  const at = room.u32(addresses.length)
  at.set(addresses)
  return at.byteOffset
}
