import { manyOf } from './dp-bounds.js'
import type { Held, Outcome } from './dp-tests.js'

/**
 * The largest chance with which a count can be the exact one under (epsilon, delta), for a mechanism that nobody knows but that is as exact
 * on logs with some persons more or less, p: what is exact there is wrong here by k, and comes out here with a chance of at least e^(-k epsilon) p
 * - delta (1 - e^(-k epsilon))/(e^epsilon - 1). These are different outcomes, so over all k from -R to R they add up to 1 at most. Without delta that gives
 * p <= tanh(epsilon/2), the peak of Laplace noise. (Several items at once, given by different persons, multiply in the same way.)
 */
export function exactAtMost(epsilon: number, delta: number): number {
  let [weight, missed, best] = [1, 0, 1]
  for (let k = 1; k <= 1 << 20; k++) {
    const kept = Math.exp(-k * epsilon)
    weight += 2 * kept
    missed += 2 * delta * ((1 - kept) / Math.expm1(epsilon))
    const bound = (1 + missed) / weight
    if (bound >= best) break
    best = bound
  }
  return best
}

/**
 * Counts that are the exact ones of the log, in a release whose method is not known here. What can be said then rests on the promise alone, and on no more than that
 * the method is not right by luck on this one log: it fails with a chance of `falseAlarm`, and with that of delta, with which the promise itself may fail.
 * Hits are held against the items that are shown at twice `exactAtMost`, since an item that comes out every other time may be hit twice as often when it
 * does; and, at `exactAtMost` itself, against all items of the log that have as many persons as the least count shown, for each of the n values that it could have taken.
 */
export async function exactByPromise(
  { engine, table, falseAlarm }: Held,
  epsilon: number,
  delta: number,
): Promise<Outcome> {
  const kinds = ['persons', 'times']
  const [found = {}] = await engine.all<Record<string, number>>(
    `WITH least AS (SELECT min(count) AS count FROM ${table} WHERE shown)
     SELECT count(*) FILTER (WHERE shown) AS shown, ${kinds
       .map(
         (kind, i) =>
           `count(*) FILTER (WHERE shown AND t.count = ${kind}) AS k${i}, count(*) FILTER (WHERE ${kind} >= least.count) AS n${i}`,
       )
       .join(', ')} FROM ${table} t, least`,
  )
  const peak = exactAtMost(epsilon, delta)
  const limit = Math.log(falseAlarm / (2 * kinds.length))
  const { shown = 0 } = found
  const wrong = kinds.map((_, i) => {
    const [hits, all] = [found[`k${i}`] ?? 0, found[`n${i}`] ?? 0]
    const odd = manyOf(shown, hits, 2 * peak) < limit || Math.log(shown) + manyOf(all, hits, peak) < limit
    return hits > 0 && odd ? hits : 0
  })
  return { items: shown, wrong: Math.max(...wrong) }
}
