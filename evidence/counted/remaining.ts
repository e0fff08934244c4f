import { loadHistories } from '../../src/cluster/microaggregation.js'
import { byTerms } from '../../src/knowledge/classify.js'
import { categories, onGenerated } from '../micro/log.js'
import { mean, rowsOf, tally, waysOf } from './people.js'

const LEVELS = 5

export interface Remaining {
  readonly count: number
  readonly k: number
  /** Per cent, by level: of the queries of a person those of which one category remains. */
  readonly levels: readonly number[]
}

/** [Erola13] §5.4.4.1, counted by queries: a query remains where one of its categories does, and each that remains serves one query. */
export function remaining(users: number, ks: readonly number[]): Promise<Remaining[]> {
  return onGenerated(users, async (ground) => {
    const asked = rowsOf(ground.histories)
    const found: Remaining[] = []
    for (const count of [1, 5]) {
      const ways = waysOf(ground.knowledge, byTerms(ground.knowledge, count))
      const way = await categories(ground, count, LEVELS)
      for (const k of ks) {
        const shown = rowsOf(await loadHistories(await way.make(k, 1), ground.context))
        const levels = Array.from({ length: LEVELS }, (_, level) => {
          const of = (query: string) =>
            new Set(ways(query).flatMap((from) => (from[level] === undefined ? [] : [from[level]])))
          const shares = [...asked].flatMap(([person, rows]) => {
            const known = rows.map(of).filter(({ size }) => size > 0)
            return known.length === 0
              ? []
              : [remain(known, tally((shown.get(person) ?? []).flatMap((q) => [...of(q)])))]
          })
          return 100 * mean(shares)
        })
        found.push({ count, k, levels })
      }
    }
    return found
  })
}

function remain(queries: readonly ReadonlySet<number>[], left: Map<number, number>): number {
  let remained = 0
  for (const own of queries) {
    const there = [...own].find((category) => (left.get(category) ?? 0) > 0)
    if (there === undefined) continue
    left.set(there, left.get(there)! - 1)
    remained++
  }
  return remained / queries.length
}
