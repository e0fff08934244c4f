import type { Random } from '../../random/random.js'

/**
 * Shares out whole pieces by weights so that they add up to `total`: each gets the whole part of its quota, and what is left goes to
 * the largest remainders, of equal ones to any.
 */
export function apportion(total: number, weights: readonly number[], random: Random): number[] {
  const sum = weights.reduce((all, weight) => all + weight, 0)
  if (sum === 0) return weights.map(() => 0)
  const quotas = weights.map((weight) => (total * weight) / sum)
  const pieces = quotas.map((quota) => Math.floor(quota + 1e-9))
  const left = total - pieces.reduce((all, n) => all + n, 0)
  const order = shuffled([...weights.keys()], random).sort(
    (a, b) => remainder(quotas, pieces, b) - remainder(quotas, pieces, a),
  )
  for (const i of order.slice(0, left)) pieces[i]!++
  return pieces
}

/** Remainders that differ by less than arithmetic can tell are equal. */
function remainder(quotas: readonly number[], pieces: readonly number[], i: number): number {
  return Math.round((quotas[i]! - pieces[i]!) * 1e9)
}

export function shuffled<T>(items: T[], random: Random): T[] {
  for (let i = items.length - 1; i > 0; i--) {
    const j = random.below(i + 1)
    ;[items[i], items[j]] = [items[j] as T, items[i] as T]
  }
  return items
}
