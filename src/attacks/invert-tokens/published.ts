import type { Random } from '../../random/random.js'
import { fromDistances } from './candidates.js'
import { byMinima } from './company.js'
import { continuousHeap } from './continuous-heap.js'
import type { Corpus } from './corpus.js'
import type { Crew } from './crew/index.js'
import { expanded } from './expansion.js'
import { featureBounds, nodeFeatures, onlyWithin, place } from './features.js'
import { type Graph, prunedNeighbours, restricted, rowSums } from './graph.js'
import { type Initial, initialMapping } from './initial.js'
import { changed, completed, type Mapped, type Mapping } from './mapping.js'
import { type Measure, mappingDistances } from './mapping-distances.js'
import { normalised, postings } from './overlap.js'
import { scoreGreedy } from './score-greedy.js'
import { type Update, updated } from './updates.js'

/** The attack as it was published, with all its choices. */
export interface Published {
  readonly n: number
  readonly initial: Initial
  readonly measure: Measure
  readonly update: Update
  /** Updates at most. */
  readonly iterations: number
  /** Vocabulary from which it is expanded by doubling; n or more: not at all. */
  readonly expandFrom: number
  /** Feature pruning: share of tokens that a hash is compared with. */
  readonly beta: number
  /** Neighbour pruning: share of co-occurrence mass that is kept. */
  readonly alpha: number
  /** Pairs known beforehand; with them the continuous heap maps the rest. */
  readonly bootstrap?: Mapping
}

/** Called with every mapping on the way: which vocabulary, and how many updates it has had. */
export type Watch = (n: number, round: number, mapped: Mapped) => void

/** Fewer changes than this share end the iteration. */
const SETTLED = 0.001

/** [Kumar07] §3.1: ComputeMapping. */
export async function published(
  hashes: Corpus,
  reference: Corpus,
  settings: Published,
  random: Random,
  crew: Crew,
  watch: Watch = () => undefined,
): Promise<Mapped> {
  const n = Math.min(settings.n, Math.max(hashes.tokens.length, reference.tokens.length))
  const counting = (corpus: Corpus) => ({
    baskets: corpus,
    n: Math.min(n, corpus.tokens.length),
    damped: false,
    ordered: false,
    clear: 0,
  })
  const both = await crew.count([counting(hashes), counting(reference)])
  const [left, right] = both.map(({ graphs }) => graphs[0]) as [Graph, Graph]
  if (settings.bootstrap)
    return continuousHeap(
      settings.bootstrap,
      normalised(prunedNeighbours(left, settings.alpha), rowSums(left)),
      normalised(right),
    )
  const stage = (size: number) => stageOf(hashes, reference, left, right, size, settings, crew)
  const mark = crew.room.mark()
  let size = Math.min(settings.expandFrom, n)
  let now = await stage(size)
  let mapped = await started(now, settings, random, crew)
  watch(size, 0, mapped)
  for (let round = 1; round <= settings.iterations; round++) {
    const next = await step(now, mapped.mu, settings, crew)
    const share = changed(mapped.mu, next.mu)
    mapped = next
    watch(size, round, mapped)
    if (share < SETTLED) break
  }
  while (size < n) {
    size = Math.min(size * 2, n)
    crew.room.release(mark)
    now = await stage(size)
    mapped = await expanded(mapped.mu, crew, now.relation, now.features, now.bounds)
    watch(size, 0, mapped)
    // one greedy update at each stage
    mapped = await step(now, mapped.mu, settings, crew)
    watch(size, 1, mapped)
  }
  crew.room.release(mark)
  return mapped
}

type Stage = Awaited<ReturnType<typeof stageOf>>

/** What is counted over a vocabulary of one size, where kernels see it. */
async function stageOf(
  hashes: Corpus,
  reference: Corpus,
  left: Graph,
  right: Graph,
  size: number,
  { alpha, beta }: Published,
  crew: Crew,
) {
  const { room } = crew
  const [l, r] = [restricted(left, size), restricted(right, size)]
  const features = place(crew, nodeFeatures(hashes, l), nodeFeatures(reference, r))
  const index = normalised(prunedNeighbours(r, alpha), rowSums(r))
  return {
    relation: {
      left: normalised(prunedNeighbours(l, alpha), rowSums(l), room),
      right: postings(index, index.n, room),
    },
    features,
    bounds: await featureBounds(crew, features, beta),
  }
}

async function started(stage: Stage, { initial }: Published, random: Random, crew: Crew): Promise<Mapped> {
  const { relation, features, bounds } = stage
  const mu = await initialMapping(initial, crew, relation, features, random, bounds)
  return completed({ mu, margin: new Float64Array(mu.length) }, features.width)
}

async function step(stage: Stage, mu: Mapping, { measure, update }: Published, crew: Crew): Promise<Mapped> {
  const { relation, features, bounds } = stage
  const mark = crew.room.mark()
  const distances = () => onlyWithin(mappingDistances(relation.left, relation.right, mu, measure), features, bounds)
  const found =
    update !== 'score'
      ? await updated(distances(), update)
      : await scoreGreedy(
          measure === 'l1' ? byMinima(crew, relation, mu, features, bounds) : fromDistances(distances()),
        )
  crew.room.release(mark)
  return completed(found, features.width)
}
