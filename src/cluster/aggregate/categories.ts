import type { Random } from '../../random/random.js'
import type { Histories } from '../histories.js'
import { apportion, shuffled } from './apportion.js'
import { repetitions } from './syntactic.js'

/**
 * [Erola13] §5.4.3.2, algorithm 6: each user gives a quota of queries, the most repeated first, each as often as contrib_i times its
 * repetitions: the whole part surely, the fraction with that probability. If the list ends before the quota is reached, it is
 * gone over again with what is left.
 */
export function categoryQueries(histories: Histories, group: Uint32Array, random: Random): number[] {
  const counts = [...group].map((user) => repetitions(histories, user))
  const lengths = counts.map((queries) => [...queries.values()].reduce((sum, n) => sum + n, 0))
  const all = lengths.reduce((sum, n) => sum + n, 0)
  const quotas = apportion(Math.max(1, Math.round(all / group.length)), lengths, random)
  return counts.flatMap((queries, i) => contribution(queries, quotas[i]!, lengths[i]! / all, random))
}

/** `quota` queries of one user; `share` is contrib_i. */
export function contribution(
  queries: ReadonlyMap<number, number>,
  quota: number,
  share: number,
  random: Random,
): number[] {
  // Of equally repeated queries any comes first.
  const list = shuffled([...queries], random).sort(([, a], [, b]) => b - a)
  const left = list.map(([, n]) => n)
  const given: number[] = []
  while (given.length < quota) {
    for (const [at, [query]] of list.entries()) {
      const expected = share * left[at]!
      const whole = Math.floor(expected)
      const n = Math.min(whole + (random.unit() < expected - whole ? 1 : 0), left[at]!, quota - given.length)
      for (let i = 0; i < n; i++) given.push(query)
      left[at]! -= n
    }
  }
  return given
}
