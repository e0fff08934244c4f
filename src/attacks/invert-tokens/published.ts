import type { Random } from '../../random/random.js'
import { continuousHeap } from './continuous-heap.js'
import type { Corpus } from './corpus.js'
import { expanded } from './expansion.js'
import { FEATURES, nodeFeatures } from './features.js'
import { asOften, type Graph, prunedNeighbours, restricted, rowSums, together } from './graph.js'
import { type Initial, initialMapping, onlyAllowed, prunedPairs } from './initial.js'
import { changed, completed, type Mapped, type Mapping } from './mapping.js'
import { type Measure, mappingDistances, normalised, type Postings, postings } from './overlap.js'
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
export function published(
  hashes: Corpus,
  reference: Corpus,
  settings: Published,
  random: Random,
  watch: Watch = () => undefined,
): Mapped {
  const n = Math.min(settings.n, Math.max(hashes.tokens.length, reference.tokens.length))
  const left = together(hashes, Math.min(n, hashes.tokens.length), asOften)
  const right = together(reference, Math.min(n, reference.tokens.length), asOften)
  const stage = (size: number) => stageOf(hashes, reference, left, right, size, settings)
  if (settings.bootstrap) {
    const all = stage(n)
    return continuousHeap(settings.bootstrap, all.left, normalised(all.rightGraph))
  }
  let size = Math.min(settings.expandFrom, n)
  let now = stage(size)
  let mapped = started(now, settings, random)
  watch(size, 0, mapped)
  for (let round = 1; round <= settings.iterations; round++) {
    const next = step(now, mapped.mu, settings)
    const share = changed(mapped.mu, next.mu)
    mapped = next
    watch(size, round, mapped)
    if (share < SETTLED) break
  }
  while (size < n) {
    size = Math.min(size * 2, n)
    now = stage(size)
    mapped = expanded(mapped.mu, now.left, now.right, now.features, now.allowed)
    watch(size, 0, mapped)
    // one greedy update at each stage
    mapped = step(now, mapped.mu, settings)
    watch(size, 1, mapped)
  }
  return mapped
}

type Stage = ReturnType<typeof stageOf>

/** What is counted over a vocabulary of one size. */
function stageOf(hashes: Corpus, reference: Corpus, left: Graph, right: Graph, size: number, settings: Published) {
  const [l, r] = [restricted(left, size), restricted(right, size)]
  const features = { left: nodeFeatures(hashes, l), right: nodeFeatures(reference, r) }
  const index: Postings = postings(normalised(prunedNeighbours(r, settings.alpha), rowSums(r)))
  return {
    left: normalised(prunedNeighbours(l, settings.alpha), rowSums(l)),
    right: index,
    rightGraph: r,
    features,
    allowed: prunedPairs(features.left, features.right, settings.beta),
  }
}

function started({ features, allowed }: Stage, { initial }: Published, random: Random): Mapped {
  const mu = initialMapping(initial, features.left, features.right, random, allowed)
  return completed({ mu, margin: new Float64Array(mu.length) }, features.right.length / FEATURES)
}

function step({ left, right, allowed }: Stage, mu: Mapping, { measure, update }: Published): Mapped {
  return completed(updated(onlyAllowed(mappingDistances(left, right, mu, measure), allowed), update), right.n)
}
