import type { Random } from '../../random/random.js'
import type { Histories } from '../histories.js'
import { apportion } from './apportion.js'

/**
 * [Erola13] §5.3.1.4: the representative has the mean number of queries; each user gives a part in proportion to the own number,
 * in which query strings are as frequent as in the user's history.
 */
export function syntacticQueries(histories: Histories, group: Uint32Array, random: Random): number[] {
  const counts = [...group].map((user) => repetitions(histories, user))
  const lengths = counts.map((queries) => [...queries.values()].reduce((sum, n) => sum + n, 0))
  const mean = lengths.reduce((sum, n) => sum + n, 0) / group.length
  const quotas = apportion(Math.max(1, Math.round(mean)), lengths, random)
  return counts.flatMap((queries, i) => {
    const pieces = apportion(quotas[i]!, [...queries.values()], random)
    return [...queries.keys()].flatMap((query, j) => new Array<number>(pieces[j]!).fill(query))
  })
}

/** The distinct queries of a user with how often each was asked. */
export function repetitions({ offsets, query }: Histories, user: number): Map<number, number> {
  const counts = new Map<number, number>()
  for (let row = offsets[user]!; row < offsets[user + 1]!; row++)
    counts.set(query[row]!, (counts.get(query[row]!) ?? 0) + 1)
  return counts
}
