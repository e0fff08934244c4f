/** Which cluster each of n elements is in. */
export type Labels = ArrayLike<number>

/** [Erola13] §5.3.2.4: over pairs of elements: together in both, in the first only, in the second only, in neither. */
export function pairCounts(a: Labels, b: Labels): { r: number; s: number; t: number; u: number } {
  const { both, first, second } = overlaps(a, b)
  const pairs = (counts: Iterable<number>) => [...counts].reduce((sum, n) => sum + (n * (n - 1)) / 2, 0)
  const r = pairs(both.values())
  const s = pairs(first.values()) - r
  const t = pairs(second.values()) - r
  return { r, s, t, u: (a.length * (a.length - 1)) / 2 - r - s - t }
}

/** The share of pairs that are together in both, of those that are together in either. Two partitions without such pairs are equal. */
export function jaccard(a: Labels, b: Labels): number {
  const { r, s, t } = pairCounts(a, b)
  return r + s + t === 0 ? 1 : r / (r + s + t)
}

/** The share of pairs on which both partitions agree. */
export function rand(a: Labels, b: Labels): number {
  const { r, s, t, u } = pairCounts(a, b)
  return r + s + t + u === 0 ? 1 : (r + u) / (r + s + t + u)
}

/**
 * [Erola13] §5.5.2.1: the distance of two partitions, from 0 (equal) to 1: what their joint information has beyond what each of them
 * has, twice counted, as a share of it.
 */
export function partitionDistance(a: Labels, b: Labels): number {
  const { both, first, second } = overlaps(a, b)
  const information = (counts: Iterable<number>) => {
    let sum = 0
    for (const n of counts) sum -= (n / a.length) * Math.log2(n / a.length)
    return sum
  }
  const joint = information(both.values())
  const distance = 2 * joint - information(first.values()) - information(second.values())
  return joint < 1e-12 ? 0 : Math.max(0, distance / joint)
}

function overlaps(a: Labels, b: Labels) {
  const [both, first, second] = [new Map<string, number>(), new Map<number, number>(), new Map<number, number>()]
  const add = <K>(counts: Map<K, number>, key: K) => counts.set(key, (counts.get(key) ?? 0) + 1)
  for (let i = 0; i < a.length; i++) {
    add(both, `${a[i]} ${b[i]}`)
    add(first, a[i]!)
    add(second, b[i]!)
  }
  return { both, first, second }
}
