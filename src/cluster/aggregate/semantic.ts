import type { Random } from '../../random/random.js'
import type { SemanticData } from '../semantic/data.js'
import { categoryDistance } from '../semantic/tree.js'
import { apportion } from './apportion.js'

/** Which categories of a member come first: by equation 5.15 as printed (weight times distance), or by distance alone, or the more often asked the nearer. */
export type Order = 'printed' | 'distance' | 'often'

/** [Erola13] §5.5.1.3, steps 1 and 2: the categories of a representative, with repetitions. */
export function representativeCategories(
  data: SemanticData,
  group: Uint32Array,
  random: Random,
  order: Order = 'printed',
): number[] {
  const { at, category, weight } = data
  const users = [...group].map((user) => {
    const categories: { readonly category: number; readonly weight: number }[] = []
    for (let i = at[user]!; i < at[user + 1]!; i++) categories.push({ category: category[i]!, weight: weight[i]! })
    return categories
  })
  const totals = users.map((categories) => categories.reduce((sum, c) => sum + c.weight, 0))
  const centre = centreCategory(data, users.flat())
  const mean = totals.reduce((sum, n) => sum + n, 0) / group.length
  const quotas = apportion(Math.max(1, Math.round(mean)), totals, random)
  return users.flatMap((categories, i) => {
    const near = categories
      .map((c) => ({ ...c, distance: weighed(order, c.weight) * categoryDistance(data, centre, c.category) }))
      .sort((a, b) => a.distance - b.distance || a.category - b.category)
    const taken: number[] = []
    for (const c of near) {
      const room = quotas[i]! - taken.length
      for (let n = 0; n < Math.min(c.weight, room); n++) taken.push(c.category)
    }
    return taken
  })
}

const weighed = (order: Order, weight: number) => (order === 'printed' ? weight : order === 'distance' ? 1 : 1 / weight)

/**
 * [Erola13] §5.5.1.3: z, the category with the least weighted sum of distances to all categories of the group.
 *
 * Categories whose ways part from c's at depth l, and whose own depth is d, have l of depth(c) + d - l in common with it. So
 * weights by depth, gathered at every category on a way up, are enough: no pair of categories is looked at.
 */
export function centreCategory(
  { parent, depth }: SemanticData,
  categories: readonly { readonly category: number; readonly weight: number }[],
): number {
  const below = new Map<number, Map<number, number>>() // category -> depth -> weight
  for (const { category, weight } of categories) {
    const d = depth[category]!
    for (let c = category; c >= 0; c = parent[c]!) {
      let byDepth = below.get(c)
      if (byDepth === undefined) {
        byDepth = new Map()
        below.set(c, byDepth)
      }
      byDepth.set(d, (byDepth.get(d) ?? 0) + weight)
    }
  }
  let [best, most] = [-1, Number.NEGATIVE_INFINITY]
  for (const c of new Set(categories.map(({ category }) => category))) {
    const d = depth[c]!
    let common = 0
    let inner: ReadonlyMap<number, number> | undefined
    for (let x = c, l = d; x >= 0; x = parent[x]!, l--) {
      const here = below.get(x)!
      for (const [other, weight] of here) {
        const only = weight - (inner?.get(other) ?? 0)
        if (only > 0) common += (only * l) / (d + other - l)
      }
      inner = here
    }
    if (common > most + 1e-9 || (common > most - 1e-9 && c < best)) [best, most] = [c, common]
  }
  return best
}
