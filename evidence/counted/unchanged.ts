import { byPhrases } from '../../src/knowledge/classify.js'
import { onGenerated } from '../micro/log.js'
import { linkage } from './linked.js'
import { once, rowsOf, tally } from './people.js'

export interface Unchanged {
  readonly common: string
  /** RL of a log that is released as it is, by queries and by categories. */
  readonly queries: number
  readonly categories: number
}

const COMMON = [
  ['distinct ones, as everywhere here', () => 1],
  ['rows of the original history', (_shown, asked) => asked],
  ['pairs of a row of each', (shown, asked) => shown * asked],
] as const satisfies readonly (readonly [string, (shown: number, asked: number) => number])[]

/** [Erola13] §5.5.2.1: "the highest amount of queries in common", by what counts as one. What little is removed cannot be linked better. */
export function unchanged(users: number): Promise<Unchanged[]> {
  return onGenerated(users, async ({ histories, knowledge }) => {
    const classify = once(byPhrases(knowledge))
    const rows = rowsOf(histories)
    const queries = new Map([...rows].map(([person, own]) => [person, tally(own)]))
    const categories = new Map([...rows].map(([person, own]) => [person, tally(own.flatMap((q) => [...classify(q)]))]))
    return COMMON.map(([common, count]) => ({
      common,
      queries: linkage(queries, queries, count),
      categories: linkage(categories, categories, count),
    }))
  })
}
