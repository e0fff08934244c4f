import type { SemanticData } from './semantic/data.js'
import type { Space } from './space.js'

/** Users as counts of categories, those above included, down to a depth. */
export type CategoryCounts = {
  /** Counted categories of user u: from at[u] to at[u + 1]. */
  readonly at: Uint32Array
  readonly category: Uint32Array
  readonly count: Float64Array
  /** How many categories there are. */
  readonly categories: Uint32Array
}

/** [Erola13] §5.4.3: M_l(u, c), how often category c at depth l occurs among the terms of user u, for all l up to L. */
export function categoryCounts({ parent, depth, at, category, weight }: SemanticData, levels: number): CategoryCounts {
  const ends = new Uint32Array(at.length)
  const categories: number[] = []
  const counted: number[] = []
  for (let u = 0; u + 1 < at.length; u++) {
    const counts = new Map<number, number>()
    for (let i = at[u]!; i < at[u + 1]!; i++)
      for (let c = category[i]!; c >= 0; c = parent[c]!)
        if (depth[c]! <= levels) counts.set(c, (counts.get(c) ?? 0) + weight[i]!)
    for (const [c, n] of [...counts].sort(([a], [b]) => a - b)) {
      categories.push(c)
      counted.push(n)
    }
    ends[u + 1] = categories.length
  }
  return {
    at: ends,
    category: Uint32Array.from(categories),
    count: Float64Array.from(counted),
    categories: Uint32Array.of(parent.length),
  }
}

/** [Erola13] §5.4.1.2: users by the categories that they have in common, counted on every level. */
export function categorySpace({ at, category, count, categories }: CategoryCounts): Space {
  const open = new Float64Array(categories[0]!)
  const size = at.length - 1
  const totals = Float64Array.from({ length: size }, (_, u) =>
    count.subarray(at[u], at[u + 1]).reduce((sum, n) => sum + n, 0),
  )
  function similarities(rows: Uint32Array, columns: Uint32Array, out: Float32Array): void {
    let into = 0
    for (const u of rows) {
      for (let i = at[u]!; i < at[u + 1]!; i++) open[category[i]!] = count[i]!
      for (const v of columns) {
        let common = 0
        for (let i = at[v]!; i < at[v + 1]!; i++) {
          const [a, b] = [open[category[i]!]!, count[i]!]
          common += a < b ? a : b
        }
        out[into++] = common
      }
      for (let i = at[u]!; i < at[u + 1]!; i++) open[category[i]!] = 0
    }
  }
  return {
    size,
    similarities,
    /** What they do not have in common as a share of all they have: for blocks of like users. */
    block(rows, columns, out) {
      similarities(rows, columns, out)
      let into = 0
      for (const u of rows) {
        for (const v of columns) {
          const all = totals[u]! + totals[v]!
          out[into] = all === 0 ? 0 : 1 - (2 * out[into]!) / all
          into++
        }
      }
    },
  }
}
