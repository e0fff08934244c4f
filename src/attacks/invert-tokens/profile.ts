import type { Corpus } from './corpus.js'
import type { Crew } from './crew/index.js'
import { type Graph, rowSums } from './graph.js'
import { PLACES, type Places } from './places.js'

/** What tokens occur with, in which relation: in the same query at all, and, where order is kept, just before and behind. */
export interface Relations {
  readonly graphs: readonly Graph[]
}

/** Bounds of neighbours' ranks: mass is summed between them, so that it compares across logs before any token is mapped. */
const RANKS = [10, 32, 100, 316, 1000, 2000] as const
/** How much of the mass the first 1, 2, 4 ... neighbours hold. */
const TOP = [1, 2, 4, 8, 16, 32] as const
const PER_RELATION = RANKS.length + 2 + TOP.length

const WEIGHTS = { place: 1, ranks: 1, top: 0.3, frequency: 0.4 } as const

/**
 * What is known of a token before any other is mapped: the lengths of its queries and its place in them, how common its neighbours are, on how few of
 * them its co-occurrence rests, and its frequency. A finer node-start.
 */
export interface Profiles {
  readonly n: number
  readonly size: number
  readonly values: Float32Array
  readonly weights: Float32Array
}

export function profiles(corpus: Corpus, { counts, total }: Places, graphs: readonly Graph[], n: number): Profiles {
  const size = PLACES + graphs.length * PER_RELATION + 1
  const values = new Float32Array(n * size)
  for (let s = 0; s < n; s++) {
    for (let p = 0; p < PLACES; p++) values[s * size + p] = counts[s * PLACES + p]! / (total[s] || 1)
    values[s * size + size - 1] = Math.log(corpus.frequency[s]! / corpus.occurrences)
  }
  graphs.forEach((graph, g) => {
    const sums = rowSums(graph)
    for (let s = 0; s < n; s++)
      relationProfile(graph, s, sums[s]!, total[s]!, values, s * size + PLACES + g * PER_RELATION)
  })
  return { n, size, values, weights: weightsOf(graphs.length, size) }
}

function weightsOf(relations: number, size: number): Float32Array {
  const weights = new Float32Array(size).fill(WEIGHTS.place, 0, PLACES)
  for (let g = 0; g < relations; g++) {
    const from = PLACES + g * PER_RELATION
    weights.fill(WEIGHTS.ranks, from, from + RANKS.length + 2)
    weights.fill(WEIGHTS.top, from + RANKS.length + 2, from + PER_RELATION)
  }
  weights[size - 1] = WEIGHTS.frequency
  return weights
}

/** Mass by rank of the neighbour, what is left of the token's occurrences, and how concentrated the mass is. */
function relationProfile(
  { starts, to, weight }: Graph,
  s: number,
  sum: number,
  occurrences: number,
  into: Float32Array,
  at: number,
): void {
  const whole = Math.max(sum, occurrences, 1)
  let bucket = 0
  for (let i = starts[s]!; i < starts[s + 1]!; i++) {
    while (bucket < RANKS.length && to[i]! >= RANKS[bucket]!) bucket++
    into[at + bucket]! += weight[i]! / whole
  }
  into[at + RANKS.length + 1] = Math.max(0, occurrences - sum) / whole
  const row = weight.slice(starts[s]!, starts[s + 1]!).sort()
  let held = 0
  let taken = 0
  TOP.forEach((limit, i) => {
    while (taken < limit && taken < row.length) held += row[row.length - 1 - taken++]!
    into[at + RANKS.length + 2 + i] = sum === 0 ? 0 : held / sum
  })
}

/** Profiles of both sides where kernels see them: multiplied by what each place counts for, rows padded to a multiple of four. */
export interface PlacedProfiles {
  readonly n: number
  readonly width: number
  readonly left: Float32Array
  readonly right: Float32Array
  /** Bytes of a row. */
  readonly bytes: number
  /** All pairs, if they are compared beforehand: rows of `stride` bytes. */
  readonly all?: Float32Array
  readonly stride: number
}

export function placeProfiles({ room }: Crew, left: Profiles, right: Profiles): PlacedProfiles {
  const size = Math.ceil(left.size / 4) * 4
  const place = ({ n, size: own, values, weights }: Profiles) => {
    const rows = room.f32(n * size)
    for (let s = 0; s < n; s++) for (let i = 0; i < own; i++) rows[s * size + i] = values[s * own + i]! * weights[i]!
    return rows
  }
  return { n: left.n, width: right.n, left: place(left), right: place(right), bytes: 4 * size, stride: 0 }
}

/** How unlike all pairs are. */
export async function compared(crew: Crew, both: PlacedProfiles): Promise<PlacedProfiles> {
  const stride = 16 * Math.ceil(both.width / 4)
  const all = crew.room.f32((both.n * stride) / 4)
  await crew.run('unlikeRows', both.n, 0, (from, to) => [
    from,
    to,
    both.left.byteOffset,
    both.right.byteOffset,
    both.bytes,
    both.width,
    stride,
    all.byteOffset,
  ])
  return { ...both, all, stride }
}
