import { type Matrix, pairAt } from './matrix.js'

/** Clusters put together one after the other: each merge names a member of both, and how far they were apart. */
export interface Merge {
  readonly a: number
  readonly b: number
  readonly distance: number
}

/** Hierarchical clustering by mean distance (average linkage), along chains of nearest neighbours. Merges come in order of distance. */
export function hierarchy(matrix: Matrix): Merge[] {
  const { size } = matrix
  const distance = Float64Array.from(matrix.values)
  const weight = new Float64Array(size).fill(1)
  const gone = new Uint8Array(size)
  const at = (i: number, j: number) => (i < j ? pairAt(size, i, j) : pairAt(size, j, i))
  const merges: Merge[] = []
  let chain: number[] = []
  let start = 0
  while (merges.length < size - 1) {
    if (chain.length === 0) {
      while (gone[start] === 1) start++
      chain = [start]
    }
    const last = chain.at(-1)!
    const before = chain.at(-2) ?? -1
    // Of equally near ones the one before in the chain, so that chains end.
    let [nearest, least] = before < 0 ? [-1, Number.POSITIVE_INFINITY] : [before, distance[at(last, before)]!]
    for (let other = 0; other < size; other++) {
      if (other === last || gone[other] === 1) continue
      const d = distance[at(last, other)]!
      if (d < least) [nearest, least] = [other, d]
    }
    if (nearest !== before) {
      chain.push(nearest)
      continue
    }
    chain.length -= 2
    const [keep, drop] = last < nearest ? [last, nearest] : [nearest, last]
    merges.push({ a: keep, b: drop, distance: least })
    gone[drop] = 1
    const [w, v] = [weight[keep]!, weight[drop]!]
    for (let other = 0; other < size; other++) {
      if (other === keep || gone[other] === 1) continue
      distance[at(keep, other)] = (w * distance[at(keep, other)]! + v * distance[at(drop, other)]!) / (w + v)
    }
    weight[keep] = w + v
  }
  return merges
    .map((merge, i) => ({ merge, i }))
    .sort((x, y) => x.merge.distance - y.merge.distance || x.i - y.i)
    .map(({ merge }) => merge)
}

/** The clusters that are left when so many remain. */
export function cut(size: number, merges: readonly Merge[], clusters: number): Int32Array {
  const parent = Int32Array.from({ length: size }, (_, i) => i)
  const root = (i: number): number => {
    let top = i
    while (parent[top] !== top) top = parent[top]!
    for (let at = i; parent[at] !== top; ) {
      const next = parent[at]!
      parent[at] = top
      at = next
    }
    return top
  }
  for (const { a, b } of merges.slice(0, Math.max(0, size - clusters))) parent[root(b)] = root(a)
  return Int32Array.from({ length: size }, (_, i) => root(i))
}

/**
 * [Calinski74] for distances without coordinates: the dispersion of a cluster is its sum of squared distances, each pair once, by its size.
 * Gives the number of clusters with the highest ratio of dispersion between to dispersion within, of those from 2 to `most`.
 */
export function bestNumber(matrix: Matrix, merges: readonly Merge[], most: number): number {
  const { size } = matrix
  // Sums of squares between clusters, by a member that stands for each; within them on their own.
  const between = Float64Array.from(matrix.values, (d) => d * d)
  const at = (i: number, j: number) => (i < j ? pairAt(size, i, j) : pairAt(size, j, i))
  const within = new Float64Array(size)
  const count = new Float64Array(size).fill(1)
  const stands = Int32Array.from({ length: size }, (_, i) => i)
  const root = (i: number) => {
    let top = i
    while (stands[top] !== top) top = stands[top]!
    return top
  }
  const total = between.reduce((sum, d) => sum + d, 0) / size
  let [inside, best, bestRatio] = [0, Math.min(2, size), Number.NEGATIVE_INFINITY]
  for (const [done, { a, b }] of merges.entries()) {
    const [x, y] = [root(a), root(b)]
    inside -= within[x]! / count[x]! + within[y]! / count[y]!
    within[x]! += within[y]! + between[at(x, y)]!
    count[x]! += count[y]!
    inside += within[x]! / count[x]!
    stands[y] = x
    for (let other = 0; other < size; other++)
      if (other !== x && other !== y && stands[other] === other) between[at(x, other)]! += between[at(y, other)]!
    const clusters = size - done - 1
    if (clusters < 2 || clusters > most) continue
    const ratio = (total - inside) / (clusters - 1) / (Math.max(inside, 1e-12) / (size - clusters))
    if (ratio > bestRatio * (1 + 1e-12)) [best, bestRatio] = [clusters, ratio]
  }
  return best
}
