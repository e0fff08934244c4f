const HALVINGS = 12

/**
 * The most that sum q x w can be when no w passes its reach and, for unit vectors, w has a length of at most 1. It is reached by
 * w = min(reach, q x s) for the s at which the length is 1 [Li19]; s is found by halving, from above, so that what comes out is
 * never too small. Stops early where the simple sum is below `enough` already.
 */
export function mostOf(query: Float64Array, reach: Float64Array, count: number, unit: boolean, enough: number): number {
  let sum = 0
  let square = 0
  let norm = 0
  for (let i = 0; i < count; i++) {
    const r = reach[i]!
    if (r === 0) continue
    sum += query[i]! * r
    square += r * r
    norm += query[i]! * query[i]!
  }
  if (!unit || sum <= enough || square <= 1) return sum
  // With s = 1 / |q| and no limits the length is 1, so with limits s is at least that.
  let low = 1 / Math.sqrt(norm)
  let high = low
  while (lengthAt(high, query, reach, count) < 1) high *= 2
  for (let i = 0; i < HALVINGS; i++) {
    const middle = (low + high) / 2
    if (lengthAt(middle, query, reach, count) < 1) low = middle
    else high = middle
  }
  let most = 0
  for (let i = 0; i < count; i++) most += query[i]! * Math.min(reach[i]!, query[i]! * high)
  return most
}

function lengthAt(s: number, query: Float64Array, reach: Float64Array, count: number): number {
  let square = 0
  for (let i = 0; i < count; i++) {
    const w = Math.min(reach[i]!, query[i]! * s)
    square += w * w
  }
  return square
}
