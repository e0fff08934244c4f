import type { Corpus } from './corpus.js'

const COMMON = 500
/** Fewer pairs than this tell nothing. */
const ENOUGH = 200

/**
 * Whether the tokens of a query stand in an order that means something. In real queries most pairs of neighbours occur one way round;
 * shuffled ones occur both ways alike, and sorted ones are sorted.
 */
export function inOrder({ tokens, starts, ids, times }: Corpus): boolean {
  const pairs = new Map<number, number>()
  let [rising, all] = [0, 0]
  for (let b = 0; b < times.length; b++)
    for (let i = starts[b]! + 1; i < starts[b + 1]!; i++) {
      const [s, t] = [ids[i - 1]!, ids[i]!]
      if (s === t) continue
      all++
      if (tokens[s]! < tokens[t]!) rising++
      if (s < COMMON && t < COMMON) pairs.set(s * COMMON + t, (pairs.get(s * COMMON + t) ?? 0) + 1)
    }
  if (all >= ENOUGH && (rising === all || rising === 0)) return false
  let [oneWay, both] = [0, 0]
  for (const [pair, count] of pairs) {
    const turned = pairs.get((pair % COMMON) * COMMON + Math.floor(pair / COMMON)) ?? 0
    if (count + turned < 10 || count < turned || (count === turned && pair % COMMON < pair / COMMON)) continue
    oneWay += count - turned
    both += count + turned
  }
  return both < ENOUGH || oneWay / both > 0.4
}
