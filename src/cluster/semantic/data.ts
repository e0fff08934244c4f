import { wider } from '../../base/numbers.js'
import { inShared } from '../space.js'
import type { Tree } from './tree.js'

/** Users as multisets of categories of a tree. */
export interface SemanticData extends Tree {
  /** Categories of user u: from at[u] to at[u + 1], each once, with how often it occurs. */
  readonly at: Uint32Array
  readonly category: Uint32Array
  readonly weight: Uint32Array
  readonly [name: string]: Uint32Array | Int32Array
}

/** The categories of each user with their repetitions, from a list of categories for each query and the queries of each user. */
export function semanticData(
  tree: Tree,
  users: { readonly size: number; readonly offsets: Uint32Array; readonly query: Uint32Array },
  categoriesOf: (query: number) => ArrayLike<number>,
): SemanticData {
  const { size, offsets, query } = users
  const counts = new Uint32Array(tree.parent.length)
  let distinct = new Uint32Array(1024)
  /** Counts the categories of a user: how many are there? */
  const count = (u: number): number => {
    let found = 0
    for (let row = offsets[u]!; row < offsets[u + 1]!; row++) {
      const categories = categoriesOf(query[row]!)
      for (let i = 0; i < categories.length; i++) {
        const c = categories[i]!
        if (counts[c]!++ > 0) continue
        if (found === distinct.length) distinct = wider(distinct)
        distinct[found++] = c
      }
    }
    return found
  }
  const at = inShared(Uint32Array, size + 1)
  for (let u = 0; u < size; u++) {
    const found = count(u)
    for (let i = 0; i < found; i++) counts[distinct[i]!] = 0
    at[u + 1] = at[u]! + found
  }
  const category = inShared(Uint32Array, at[size]!)
  const weight = inShared(Uint32Array, at[size]!)
  for (let u = 0; u < size; u++) {
    const own = distinct.subarray(0, count(u)).sort()
    category.set(own, at[u])
    for (const [i, c] of own.entries()) {
      weight[at[u]! + i] = counts[c]!
      counts[c] = 0
    }
  }
  return { ...tree, at, category, weight }
}
