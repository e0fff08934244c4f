import type { Random } from '../../random/random.js'
import { shuffled } from './apportion.js'
import type { SafeQueries } from './pool.js'
import type { Topics } from './topics.js'

/**
 * Makes the queries of a representative touch at least l top-level categories, by queries for further categories of the group in the
 * place of those whose top-level category stands there most often. Undefined if the group has no such queries.
 */
export function diverse(
  queries: readonly number[],
  l: number,
  categories: Iterable<number>,
  topics: Topics,
  safe: SafeQueries,
  random: Random,
): number[] | undefined {
  const tops = (query: number) => new Set(Array.from(topics.of(query), (node) => topOf(topics, node)))
  const shown = [...queries]
  const counts = new Map<number, number>()
  const count = (query: number, by: number) => {
    for (const top of tops(query)) counts.set(top, (counts.get(top) ?? 0) + by)
  }
  const covered = () => [...counts.values()].filter((n) => n > 0).length
  for (const query of shown) count(query, 1)
  for (const category of shuffled([...new Set(categories)], random)) {
    if (covered() >= l) break
    if ((counts.get(topOf(topics, category)) ?? 0) > 0) continue
    const further = safe.draw(category, random)?.query
    if (further === undefined || [...tops(further)].every((top) => (counts.get(top) ?? 0) > 0)) continue
    // A row goes only where each of its top-level categories has another.
    const surplus = shown.findIndex((query) => [...tops(query)].every((top) => counts.get(top)! > 1))
    if (surplus >= 0) {
      count(shown[surplus]!, -1)
      shown[surplus] = further
    } else shown.push(further)
    count(further, 1)
  }
  return covered() >= l ? shown : undefined
}

export function topOf(topics: Topics, node: number): number {
  let top = node
  for (let above = topics.tree.parent(top); above >= 0; above = topics.tree.parent(top)) top = above
  return top
}
