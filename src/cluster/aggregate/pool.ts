import type { Random } from '../../random/random.js'
import type { Topics } from './topics.js'

/** A query for a representative. */
export interface Pick {
  readonly query: number
  /** Does it stand for something that could not be shown? */
  readonly instead: boolean
}

/** Queries that may be shown, by what they are about. */
export interface SafeQueries {
  /** Was the query asked by enough persons? */
  has(query: number): boolean
  /** A query of a category, instead of that one of anything under the category above it; undefined if there is none. */
  draw(category: number, random: Random): Pick | undefined
  /** The query itself if it may be shown, instead of it one of the same category or of the one above it. */
  shown(query: number, random: Random): Pick | undefined
}

/** Queries with how often each was asked, so that draws follow the log. */
interface Bag {
  readonly queries: number[]
  /** Rows up to and including each query. */
  readonly rows: number[]
}

/**
 * [Erola13] §5.5.1.3: queries to put in the place of categories, from the whole log.
 * Deviates: only queries that `minUsers` persons asked; without that unique text would be published on purpose.
 */
export function safeQueries(
  topics: Topics,
  asked: { readonly persons: Uint32Array; readonly rows: Uint32Array },
  minUsers: number,
): SafeQueries {
  const of = new Map<number, Bag>()
  const under = new Map<number, Bag>()
  const has = (query: number) => asked.persons[query]! >= minUsers
  const put = (bags: Map<number, Bag>, node: number, query: number) => {
    let bag = bags.get(node)
    if (bag === undefined) {
      bag = { queries: [], rows: [] }
      bags.set(node, bag)
    }
    if (bag.queries.at(-1) === query) return // two phrases of one query may share a category
    bag.queries.push(query)
    bag.rows.push((bag.rows.at(-1) ?? 0) + asked.rows[query]!)
  }
  for (let query = 0; query < asked.persons.length; query++) {
    if (!has(query)) continue
    for (const node of topics.of(query)) {
      put(of, node, query)
      for (let above = node; above >= 0; above = topics.tree.parent(above)) put(under, above, query)
    }
  }
  const drawFrom = (bag: Bag | undefined, random: Random): number | undefined => {
    if (bag === undefined) return undefined
    const row = random.below(bag.rows.at(-1)!)
    let [from, to] = [0, bag.rows.length - 1]
    while (from < to) {
      const middle = (from + to) >>> 1
      if (bag.rows[middle]! > row) to = middle
      else from = middle + 1
    }
    return bag.queries[from]
  }
  const draw = (category: number, random: Random): Pick | undefined => {
    const same = drawFrom(of.get(category), random)
    if (same !== undefined) return { query: same, instead: false }
    const above = drawFrom(under.get(topics.tree.parent(category)), random)
    return above === undefined ? undefined : { query: above, instead: true }
  }
  return {
    has,
    draw,
    shown(query, random) {
      if (has(query)) return { query, instead: false }
      const categories = topics.of(query)
      const drawn = draw(categories[random.below(categories.length)]!, random)
      return drawn && { ...drawn, instead: true }
    },
  }
}
