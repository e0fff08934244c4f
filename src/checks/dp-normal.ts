/** P(Z > x) of a standard normal value: to 13 digits, in the far tail too, where 1 - Phi(x) would be nothing but rounding. */
export function upperTail(x: number): number {
  if (x < 0) return 1 - upperTail(-x)
  const density = Math.exp(-(x * x) / 2) / Math.sqrt(2 * Math.PI)
  if (x > 4) {
    // Laplace's continued fraction: density/(x + 1/(x + 2/(x + 3/(x + ...)))).
    let below = x
    for (let k = 80; k >= 1; k--) below = x + k / below
    return density / below
  }
  // Phi(x) - 1/2 = density (x + x^3/3 + x^5/(3 5) + ...): all terms are positive, so nothing cancels.
  let [term, sum] = [x, x]
  for (let k = 3; term > sum * 1e-17; k += 2) {
    term *= (x * x) / k
    sum += term
  }
  return 0.5 - density * sum
}

/**
 * The x that a standard normal value passes with probability q. Newton on the logarithm of the tail, which is concave and falls: after
 * the first step all points lie right of the root and walk down to it.
 */
export function upperPoint(q: number): number {
  if (q > 0.5) return -upperPoint(1 - q)
  if (q === 0) return Number.POSITIVE_INFINITY
  let x = Math.sqrt(Math.max(0, -2 * Math.log(2 * q) * 0.64))
  for (let i = 0; i < 60; i++) {
    const tail = upperTail(x)
    const slope = Math.exp(-(x * x) / 2) / Math.sqrt(2 * Math.PI) / tail
    const step = (Math.log(tail) - Math.log(q)) / slope
    x += step
    if (Math.abs(step) < 1e-13 * (1 + x)) break
  }
  return x
}
