import type { Category, Knowledge } from '../../knowledge/knowledge.js'
import { shared } from '../space.js'

/** The part of a category tree that a log touches, with numbers of its own, parents first. Top-level ones have depth 1 and parent -1. */
export interface Tree {
  readonly parent: Int32Array
  readonly depth: Uint32Array
}

/** Numbers categories as they are met: a knowledge base's with all that they are a kind of, and words that have none. */
export interface TreeBuilder {
  /** The number of a category of the knowledge base. */
  of(category: Category): number
  /** The number of a new category for a text that is one by itself. */
  own(): number
  /** The number of the category above, -1 above the top level. */
  parent(node: number): number
  build(): Tree
}

export function treeBuilder(knowledge?: Knowledge): TreeBuilder {
  const known = new Map<Category, number>()
  let [parent, depth] = [new Int32Array(1024), new Uint32Array(1024)]
  let size = 0
  const add = (above: number) => {
    if (size === parent.length) {
      const before = { parent, depth }
      ;[parent, depth] = [new Int32Array(2 * size), new Uint32Array(2 * size)]
      parent.set(before.parent)
      depth.set(before.depth)
    }
    depth[size] = above < 0 ? 1 : depth[above]! + 1
    parent[size] = above
    return size++
  }
  return {
    of(category) {
      const before = known.get(category)
      if (before !== undefined) return before
      let above = -1
      for (const c of [...knowledge!.ancestors(category)].reverse()) {
        let node = known.get(c)
        if (node === undefined) {
          node = add(above)
          known.set(c, node)
        }
        above = node
      }
      return above
    },
    own: () => add(-1),
    parent: (node) => (node >= 0 && node < size ? parent[node]! : -1),
    build: () => shared({ parent: parent.subarray(0, size), depth: depth.subarray(0, size) }),
  }
}

/**
 * [Erola13] §5.5.1.2: the share of generalisations that two categories do not have in common. On a tree those in common are the
 * way from the top to where their ways part.
 */
export function categoryDistance({ parent, depth }: Tree, x: number, y: number): number {
  let [a, b] = [x, y]
  while (a !== b) {
    if (a < 0 || b < 0) return 1
    if (depth[a]! >= depth[b]!) a = parent[a]!
    else b = parent[b]!
  }
  if (a < 0) return 1
  const common = depth[a]!
  const all = depth[x]! + depth[y]! - common
  return (all - common) / all
}
