import type { Variance } from '../random/discrete-gaussian.js'
import { discreteDelta, discreteTail, discreteVariance } from './gaussian.js'
import { smallest } from './laplace.js'

/** What is asked of counts that are released every period. Lengths are in periods. */
export interface AskedContinually {
  readonly epsilon: number
  readonly delta: number
  /** Items that a person may give in a stretch, each once; without state, in a whole window. */
  readonly m: number
  /** Counts below this are dropped before any noise. */
  readonly tau: number
  /** W, or for ever. */
  readonly window: number | 'ever'
  /** For ever: how many periods there will be at most. */
  readonly horizon?: number
  /** Nothing is remembered of persons: m/W items in each period, and an item again in the next. */
  readonly stateless?: boolean
}

/** A dyadic stretch of periods: those from index * 2^level on, counted from where its stretch begins. */
export interface Node {
  readonly level: number
  readonly index: number
}

/** The numbers of counts that are released every period. src/series/README.md has the proof. */
export interface Continual {
  /** Periods of a stretch: bounds begin anew after it, and no node reaches beyond it. */
  readonly stretch: number
  /** Are counts those of the last W periods? Else of all since the beginning. */
  readonly sliding: boolean
  /** Items that a person may give: in a stretch, or without state in a period. */
  readonly gives: number
  /** Contributions that one person's rows of a window can change, */
  readonly moves: number
  /** by how much they can change one published count, */
  readonly repeat: number
  /** and in how many periods each of them is tested. */
  readonly tests: number
  /** L. */
  readonly levels: number
  readonly variance: Variance
  readonly sigma: number
  /** Chance that one count passes only with one person, in one period. */
  readonly leak: number
  readonly tau: number
  /** What a count must pass in the period at a place of its stretch: with the stretch before it, or in the first one. */
  threshold(place: number, first: boolean): number
  /** How many noises are in it. */
  nodes(place: number, first: boolean): number
}

/** The nodes of `levels` levels that make up the periods from `from` to before `end`, of a stretch in which they count from 0. */
export function cover(from: number, end: number, levels: number): Node[] {
  const nodes: Node[] = []
  for (let at = from; at < end; ) {
    let level = 0
    while (level + 1 < levels && at % 2 ** (level + 1) === 0 && at + 2 ** (level + 1) <= end) level++
    nodes.push({ level, index: at / 2 ** level })
    at += 2 ** level
  }
  return nodes
}

/** Whose nodes make up what is released at a place of a stretch: `now` those of this one, `before` those of the one before it. */
export function nodesAt(
  { stretch, sliding, levels }: Pick<Continual, 'stretch' | 'sliding' | 'levels'>,
  place: number,
) {
  return {
    now: cover(0, place + 1, levels),
    before: sliding ? cover(place + 1, stretch, levels) : [],
  }
}

/** How many nodes there are at each place: of this stretch, and of the one before it. */
function nodeCounts(stretch: number, sliding: boolean, levels: number): number[] {
  const top = 2 ** (levels - 1)
  const ones = (n: number): number => (n === 0 ? 0 : (n & 1) + ones(n >> 1))
  const after = new Uint32Array(stretch + 1) // nodes from a period to the end
  for (let at = stretch - 1; sliding && at > 0; at--) {
    const { level } = cover(at, Math.min(stretch, at + top), levels)[0]!
    after[at] = 1 + after[at + 2 ** level]!
  }
  return Array.from({ length: stretch }, (_, place) => {
    const length = place + 1
    return Math.floor(length / top) + ones(length % top) + after[length]!
  })
}

/** The levels with the least noise over all places: its variance grows with levels times nodes. */
function levelsFor(stretch: number, sliding: boolean): number {
  let [best, least] = [1, Number.POSITIVE_INFINITY]
  for (let levels = 1; 2 ** (levels - 1) <= stretch; levels++) {
    const cost = nodeCounts(stretch, sliding, levels).reduce((sum, nodes) => sum + Math.sqrt(levels * nodes), 0)
    if (cost < least) [best, least] = [levels, cost]
  }
  return best
}

/** Half of delta pays for the noise of the nodes, half for all tests in which an item can pass with one person alone. */
export function continualFor(asked: AskedContinually): Continual {
  const { epsilon, delta, m, tau, window, horizon = 0, stateless = false } = asked
  const sliding = window !== 'ever'
  const stretch = sliding ? window : horizon
  if (!(Number.isInteger(stretch) && stretch >= 1)) throw new RangeError('a stretch has at least one period')
  const gives = stateless ? Math.floor(m / stretch) : m
  if (gives < 1 || (stateless && !sliding)) throw new RangeError('without state a person gives m/W items a period')
  const levels = stateless ? 1 : levelsFor(stretch, sliding)
  const moves = movesOf({ stretch, sliding, gives }, stretch, stateless)
  const repeat = stateless ? stretch : sliding && stretch > 1 ? 2 : 1
  const variance = discreteVariance(epsilon, delta / 2, moves * levels)
  const s2 = Number(variance.numerator) / Number(variance.denominator)
  const leak = delta / 2 / (moves * stretch)
  const nodes = (place: number, first: boolean) => {
    const { now, before } = nodesAt({ stretch, sliding, levels }, place)
    return now.length + (first ? 0 : before.length)
  }
  const known = new Map<number, number>()
  const passed = (nodes: number) => {
    const found = known.get(nodes) ?? smallest(tau, (t) => sumTail(s2, nodes, t + 2 - tau - repeat) <= leak)
    known.set(nodes, found)
    return found
  }
  return {
    ...{ stretch, sliding, gives, moves, repeat, tests: stretch, levels, variance, sigma: Math.sqrt(s2), leak, tau },
    threshold: (place, first) => passed(nodes(place, first)),
    nodes,
  }
}

/**
 * Contributions that change when one person's rows of `periods` consecutive periods do. They lie in so many stretches; what was given in the last of them before the
 * rows came back can be given again after, which is why it counts twice. Without state each period is a stretch of its own.
 */
function movesOf(
  { stretch, sliding, gives }: { readonly stretch: number; readonly sliding: boolean; readonly gives: number },
  periods: number,
  stateless: boolean,
): number {
  if (!sliding) return gives
  if (stateless || stretch === 1) return periods * gives
  return (Math.ceil((periods - 1) / stretch) + 2) * gives
}

/** P(Z >= t) of the sum of `nodes` independent noises of this variance, from above: a discrete Gaussian up to a factor [Kairouz21]. */
function sumTail(variance: number, nodes: number, t: number): number {
  const near = nodes === 1 ? 0 : 10 * nodes * Math.exp(-(Math.PI ** 2) * variance)
  return discreteTail(nodes * variance, t) * Math.exp(near)
}

/** What a person risks whose rows of so many periods are at stake: (epsilon, delta) of the same noise and the same thresholds. */
export function riskOver(
  asked: AskedContinually,
  periods: number,
): { readonly epsilon: number; readonly delta: number } {
  const { stretch, sliding, gives, moves, levels, variance } = continualFor(asked)
  const { epsilon, delta, stateless = false } = asked
  if (!sliding || periods <= stretch) return { epsilon, delta }
  const more = movesOf({ stretch, sliding, gives }, periods, stateless)
  return riskOfMoves({ delta: (delta * more) / moves, moves: more * levels, variance })
}

/** What one stretch costs by itself: all that a person gives in it. For a ledger, which adds stretches up. */
export function costOfStretch(asked: AskedContinually): {
  readonly epsilon: number
  readonly delta: number
  readonly concentrated: { readonly rho: number; readonly delta: number }
} {
  const { gives, stretch, moves, levels, variance, sigma } = continualFor(asked)
  const own = asked.stateless ? gives * stretch : gives
  const delta = (asked.delta * own) / moves
  const { epsilon } = riskOfMoves({ delta, moves: own * levels, variance })
  return { epsilon, delta, concentrated: { rho: (own * levels) / (2 * sigma * sigma), delta: delta / 2 } }
}

/** The least epsilon, to four digits, at which so many counts that move by 1 lose half of delta. */
function riskOfMoves({ delta, moves, variance }: { delta: number; moves: number; variance: Variance }) {
  const s2 = Number(variance.numerator) / Number(variance.denominator)
  const enough = (epsilon: number) => discreteDelta(epsilon, s2, moves) <= delta / 2
  let [low, high] = [0, 1]
  while (!enough(high)) high *= 2
  while (high - low > 1e-5 * high) {
    const middle = (low + high) / 2
    if (enough(middle)) high = middle
    else low = middle
  }
  return { epsilon: high, delta }
}
