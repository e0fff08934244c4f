import type { Classify } from '../../knowledge/classify.js'
import type { Knowledge } from '../../knowledge/knowledge.js'
import { type TreeBuilder, treeBuilder } from '../semantic/tree.js'

/** What queries are about: categories of a tree that grows as queries are looked at. */
export interface Topics {
  /** The categories of a query; if it has none in the knowledge base, one that is the query itself. */
  of(query: number): readonly number[]
  /** Did the knowledge base know anything of the query? */
  known(query: number): boolean
  readonly tree: TreeBuilder
}

/** Without a knowledge base every query is a category of its own: equal or not. */
export function topicsOf(queries: readonly string[], knowledge?: Knowledge, classify?: Classify): Topics {
  const tree = treeBuilder(knowledge)
  const kept = new Map<number, readonly number[]>()
  const own = new Set<number>()
  return {
    tree,
    of(query) {
      const before = kept.get(query)
      if (before) return before
      const text = queries[query] as string
      const found = classify?.(text) ?? []
      if (found.length === 0) own.add(query)
      const nodes = found.length === 0 ? [tree.own(text)] : found.map((category) => tree.of(category))
      kept.set(query, nodes)
      return nodes
    },
    known(query) {
      this.of(query)
      return !own.has(query)
    },
  }
}
