import { type Candidates, fromKernel } from './candidates.js'
import { type Mapped as MappedRelation, placed, type Relation, relationsAt } from './company.js'
import type { Corpus } from './corpus.js'
import type { Crew } from './crew/index.js'
import type { Room } from './crew/room.js'
import { type Counted, type Graph, restricted } from './graph.js'
import type { Mapped } from './mapping.js'
import { type Normalised, normalised, ONE, postings } from './overlap.js'
import { compared, type PlacedProfiles, placeProfiles, profiles } from './profile.js'

/** Candidates by company whose profiles are compared, in expansion. */
const CANDIDATES = 64
/** In expansion a neighbour of more tokens than this tells too little for what it costs. */
const LONGEST = 3000
/** In expansion a neighbour that can add no more than this is passed over. */
const LEAST = 0.002
/** What profiles count for once company is known. */
const PROFILE = 0.3
/** What the relations count for: together; before and behind; beside something in clear. */
const TOGETHER = 2
const ADJACENT = 1
const CLEAR = 3
/** The margin at which a pair is trusted in full. */
const TRUSTED = 0.15
/** Brings the information of a token of middling frequency to 1. */
const INFORMATION = 6

/** A log as the informed attack counts it. */
export interface Side extends Counted {
  readonly corpus: Corpus
}

interface What {
  readonly ordered: boolean
  readonly clear: number
}

/** Both logs, counted at once. */
export async function sidesOf(
  hashes: Corpus,
  reference: Corpus,
  width: number,
  { ordered, clear }: What,
  crew: Crew,
): Promise<[Side, Side]> {
  const counting = (corpus: Corpus) => ({
    baskets: corpus,
    n: Math.min(width, corpus.tokens.length),
    damped: true,
    ordered,
    clear,
  })
  const [left, right] = await crew.count([counting(hashes), counting(reference)])
  return [
    { corpus: hashes, ...left },
    { corpus: reference, ...right },
  ]
}

/** What company of each token of the reference tells: the rarer, the more. */
export function informationOf({ frequency, occurrences }: Corpus, width: number): Float64Array {
  return Float64Array.from(frequency.subarray(0, width), (f) => Math.log(occurrences / f) / INFORMATION)
}

/** A vocabulary of one size, where kernels see it. */
export interface Stage {
  readonly n: number
  readonly width: number
  readonly relations: readonly (Relation & { readonly weight: number })[]
  readonly clear: (Relation & { readonly mapping: Int32Array; readonly worth: Float32Array }) | undefined
  readonly profiles: PlacedProfiles
}

/** `all`: all pairs of profiles are compared, and all neighbours count. */
export async function stageOf(
  left: Side,
  right: Side,
  size: number,
  { ordered, clear }: What,
  all: boolean,
  crew: Crew,
): Promise<Stage> {
  const { room } = crew
  const cut = (side: Side) => side.graphs.map((graph) => restricted(graph, size))
  const [mine, theirs] = [cut(left), cut(right)]
  const [n, width] = [mine[0]!.n, theirs[0]!.n]
  const alone = ordered ? TOGETHER : TOGETHER + 2 * ADJACENT
  const relations = mine.map((graph, g) => ({
    ...relationOf(graph, theirs[g]!, room),
    weight: g === 0 ? alone : ADJACENT,
  }))
  const both = placeProfiles(
    crew,
    profiles(left.corpus, left.places, mine, n),
    profiles(right.corpus, right.places, theirs, width),
  )
  return {
    n,
    width,
    relations,
    clear: clearOf(left, right, n, width, clear, room),
    profiles: all ? await compared(crew, both) : both,
  }
}

function relationOf(left: Graph, right: Graph, room: Room, neighbours = right.n): Relation {
  return {
    left: asShares(normalised(left, undefined, room)),
    right: postings(asShares(normalised(right)), neighbours, room),
  }
}

/** Weights as floats of 32 bits, in the same place. */
function asShares(rows: Normalised): Normalised {
  const { weight } = rows
  const shares = new Float32Array(weight.buffer, weight.byteOffset, weight.length)
  for (let i = 0; i < weight.length; i++) shares[i] = weight[i]! / ONE
  return rows
}

/** Company in clear, with how much each thing tells. */
function clearOf(left: Side, right: Side, n: number, width: number, known: number, room: Room): Stage['clear'] {
  if (!left.clear || !right.clear) return undefined
  const theirs = right.clear
  const often = new Float64Array(known)
  for (let i = 0; i < theirs.to.length; i++) often[theirs.to[i]!]! += theirs.weight[i]!
  const all = often.reduce((sum, value) => sum + value, 0)
  const [mapping, worth] = [room.i32(known), room.f32(known)]
  mapping.forEach((_, i) => {
    mapping[i] = i
  })
  worth.set(often.map((value) => (value === 0 ? 0 : (CLEAR * Math.log(all / value)) / INFORMATION)))
  return { ...relationOf(firstRows(left.clear, n), firstRows(theirs, width), room, known), mapping, worth }
}

function firstRows({ starts, to, weight }: Graph, n: number): Graph {
  return { n, starts: starts.subarray(0, n + 1), to: to.subarray(0, starts[n]), weight: weight.subarray(0, starts[n]) }
}

/** Profiles alone. */
export function byProfile(stage: Stage, crew: Crew): Candidates {
  return candidates(stage, [], 1, crew)
}

/** Less is nearer: profiles that differ, minus company that is shared. */
export function byCompany(stage: Stage, { mu, margin }: Mapped, information: Float64Array, crew: Crew): Candidates {
  const { room } = crew
  const mapping = room.i32(stage.n)
  mapping.fill(-1).set(mu.subarray(0, stage.n))
  // What a mapped hash counts for as company: the information of its token, as far as the pair is trusted.
  const trust = Float32Array.from(mapping.subarray(0, mu.length), (r, l) =>
    r < 0 ? 0 : Math.max(0, Math.min(1, 0.5 + margin[l]! / TRUSTED)) * information[r]!,
  )
  const relations: MappedRelation[] = stage.relations.map((relation) => {
    const { starts } = relation.right
    const worth = room.f32(stage.n)
    trust.forEach((value, l) => {
      const r = mapping[l]!
      if (value > 0 && (stage.profiles.all || starts[r + 1]! - starts[r]! <= LONGEST))
        worth[l] = value * relation.weight
    })
    return { ...relation, mapping, worth, ...(stage.profiles.all ? {} : { least: LEAST }) }
  })
  return candidates(stage, stage.clear ? [...relations, stage.clear] : relations, PROFILE, crew)
}

function candidates(stage: Stage, relations: readonly MappedRelation[], weight: number, crew: Crew): Candidates {
  const { left, right, bytes, all, stride } = stage.profiles
  const at = placed(crew, [left.byteOffset, right.byteOffset, bytes, 0, all?.byteOffset ?? 0, stride, CANDIDATES])
  new Float32Array(crew.room.f32(0).buffer, at, 4)[3] = weight
  const { address, count, narrow } = relationsAt(crew, relations)
  return fromKernel(
    crew,
    { left: stage.n, right: stage.width, most: all ? stage.width : CANDIDATES },
    {
      call: 'nearestByCompany',
      scratch: 12 * CANDIDATES,
      args: [address, count, at],
      narrow,
    },
  )
}
