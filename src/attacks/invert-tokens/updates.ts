import { munkres } from 'munkres'
import { fail } from '../../base/errors.js'
import { fromDistances } from './candidates.js'
import { byRow, type Distances } from './distances.js'
import type { Mapped, Mapping } from './mapping.js'
import { scoreGreedy } from './score-greedy.js'

export const UPDATES = ['score', 'mincost', 'rank', 'stable'] as const
export type Update = (typeof UPDATES)[number]

/** Above this many tokens all pairs do not fit into memory at once. */
const DENSE = 4096

/** [Kumar07] §3.3: a new mapping from distances. */
export async function updated(distances: Distances, by: Update): Promise<Mapped> {
  if (by === 'score') return scoreGreedy(fromDistances(distances))
  if (Math.max(distances.left, distances.right) > DENSE)
    fail('usage', `--update ${by} compares all pairs, and there are too many`, `Use at most --vocabulary ${DENSE}.`)
  const matrix = dense(distances)
  const mu = await { mincost: minimumCost, rank: rankGreedy, stable: stableMarriage }[by](matrix)
  return { mu, margin: margins(matrix, mu) }
}

interface Matrix {
  readonly left: number
  readonly right: number
  readonly d: Float64Array
}

function dense(distances: Distances): Matrix {
  const { left, right } = distances
  const d = new Float64Array(left * right)
  for (let l = 0; l < left; l++) distances.row(l, d.subarray(l * right, (l + 1) * right))
  return { left, right, d }
}

/** The bijection with the least sum of distances. */
function minimumCost({ left, right, d }: Matrix): Mapping {
  const mu = new Int32Array(left).fill(-1)
  // The library compares infinite costs badly; what is not considered costs more than any sum.
  const finite = d.map((value) => (value === Number.POSITIVE_INFINITY ? 1e6 : value))
  const rows = Array.from({ length: left }, (_, l) => finite.subarray(l * right, (l + 1) * right))
  for (const [l, r] of munkres(rows)) if (d[l * right + r] !== Number.POSITIVE_INFINITY) mu[l] = r
  return mu
}

/** rank_l(r) + rank_r(l), then as score greedy. */
async function rankGreedy(matrix: Matrix): Promise<Mapping> {
  const { left, right, d } = matrix
  const ranks = new Int32Array(left * right)
  const byLeft = ranking(right, (l) => (r) => d[l * right + r]!)
  for (let l = 0; l < left; l++)
    byLeft(l).forEach((r, rank) => {
      ranks[l * right + r]! += rank
    })
  const byRight = ranking(left, (r) => (l) => d[l * right + r]!)
  for (let r = 0; r < right; r++)
    byRight(r).forEach((l, rank) => {
      ranks[l * right + r]! += rank
    })
  const distances = byRow(left, right, (l, into) => {
    for (let r = 0; r < right; r++)
      into[r] = d[l * right + r] === Number.POSITIVE_INFINITY ? Number.POSITIVE_INFINITY : ranks[l * right + r]!
  })
  return (await scoreGreedy(fromDistances(distances))).mu
}

/** No hash and token that would both rather have each other; hashes propose. */
function stableMarriage({ left, right, d }: Matrix): Mapping {
  const mu = new Int32Array(left).fill(-1)
  const husband = new Int32Array(right).fill(-1)
  const preferences = ranking(right, (l) => (r) => d[l * right + r]!)
  const lists = Array.from({ length: left }, (_, l) => preferences(l))
  const next = new Int32Array(left)
  const free = Array.from({ length: left }, (_, i) => left - 1 - i)
  for (let l = free.pop(); l !== undefined; l = free.pop()) {
    const r = lists[l]![next[l]!++]
    if (r === undefined || d[l * right + r] === Number.POSITIVE_INFINITY) continue
    const rival = husband[r]!
    const mine = d[l * right + r]!
    const theirs = rival < 0 ? Number.POSITIVE_INFINITY : d[rival * right + r]!
    if (mine < theirs || (mine === theirs && l < rival)) {
      husband[r] = l
      mu[l] = r
      if (rival >= 0) {
        mu[rival] = -1
        free.push(rival)
      }
    } else free.push(l)
  }
  return mu
}

/** Orders 0 to n - 1 by a key that depends on whose order it is. */
function ranking(n: number, keyOf: (whose: number) => (which: number) => number): (whose: number) => Uint32Array {
  return (whose) => {
    const key = keyOf(whose)
    const keys = Float64Array.from({ length: n }, (_, i) => key(i))
    return Uint32Array.from({ length: n }, (_, i) => i).sort((a, b) => {
      const [x, y] = [keys[a]!, keys[b]!]
      return x < y ? -1 : x > y ? 1 : a - b
    })
  }
}

function margins({ left, right, d }: Matrix, mu: Mapping): Float64Array {
  const rival = new Float64Array(left).fill(Number.POSITIVE_INFINITY)
  for (let l = 0; l < left; l++) {
    const r = mu[l]!
    if (r < 0) continue
    for (let other = 0; other < right; other++) if (other !== r) rival[l] = Math.min(rival[l]!, d[l * right + other]!)
    for (let other = 0; other < left; other++) if (other !== l) rival[l] = Math.min(rival[l]!, d[other * right + r]!)
  }
  return rival.map((value, l) => (mu[l]! < 0 ? 0 : Math.min(2, value - d[l * right + mu[l]!]!)))
}
