import { wider } from '../../base/numbers.js'
import type { Classify } from '../../knowledge/classify.js'
import type { Knowledge } from '../../knowledge/knowledge.js'
import { type TreeBuilder, treeBuilder } from '../semantic/tree.js'

/** What queries are about: categories of a tree that grows as queries are looked at. */
export interface Topics {
  /** The categories of a query; if it has none in the knowledge base, one that is the query itself. */
  of(query: number): Uint32Array
  /** Did the knowledge base know anything of the query? */
  known(query: number): boolean
  readonly tree: TreeBuilder
}

/** Without a knowledge base every query is a category of its own: equal or not. */
export function topicsOf(queries: readonly string[], knowledge?: Knowledge, classify?: Classify): Topics {
  const tree = treeBuilder(knowledge)
  // All categories one after the other; where those of a query are, and how many; 0 for a query not looked at.
  let nodes = new Uint32Array(1024)
  let length = 0
  const at = new Uint32Array(queries.length)
  const count = new Uint16Array(queries.length)
  const own = new Uint8Array(queries.length)
  const put = (query: number, found: readonly number[]) => {
    if (length + found.length > nodes.length) nodes = wider(nodes, length + found.length)
    nodes.set(found, length)
    at[query] = length
    count[query] = found.length
    length += found.length
  }
  const of = (query: number): Uint32Array => {
    if (count[query] === 0) {
      const found = classify?.(queries[query]!) ?? []
      if (found.length === 0) own[query] = 1
      put(query, found.length === 0 ? [tree.own()] : found.map((category) => tree.of(category)))
    }
    const from = at[query]!
    return nodes.subarray(from, from + count[query]!)
  }
  return {
    tree,
    of,
    known(query) {
      of(query)
      return own[query] === 0
    },
  }
}
