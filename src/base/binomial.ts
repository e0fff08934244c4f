const logFactorials: number[] = [0]

/** ln(n!) */
function logFactorial(n: number): number {
  for (let i = logFactorials.length; i <= n; i++) logFactorials.push(logFactorials[i - 1]! + Math.log(i))
  return logFactorials[n]!
}

/** P[Binomial(n, p) = k] */
export function binomial(n: number, p: number, k: number): number {
  if (k < 0 || k > n) return 0
  if (p <= 0) return k === 0 ? 1 : 0
  if (p >= 1) return k === n ? 1 : 0
  const choose = logFactorial(n) - logFactorial(k) - logFactorial(n - k)
  return Math.exp(choose + k * Math.log(p) + (n - k) * Math.log1p(-p))
}

/** P[Binomial(n, p) >= k] */
export function atLeast(n: number, p: number, k: number): number {
  if (k <= 0) return 1
  let tail = 0
  if (k > n * p) {
    for (let i = k; i <= n; i++) {
      const term = binomial(n, p, i)
      tail += term
      if (term < tail * 1e-17) break // terms only get smaller from here
    }
    return Math.min(1, tail)
  }
  for (let i = k - 1; i >= 0; i--) {
    const term = binomial(n, p, i)
    tail += term
    if (term < tail * 1e-17) break
  }
  return Math.max(0, 1 - tail)
}

/** The smallest x between low and high at which an increasing function reaches a value, from below. */
export function bisect(low: number, high: number, reached: (x: number) => boolean): number {
  let [from, to] = [low, high]
  for (let i = 0; i < 60; i++) {
    const middle = (from + to) / 2
    if (reached(middle)) to = middle
    else from = middle
  }
  return from
}

/**
 * [Clopper34]: what a probability is at least, if an event came k times in n independent trials; wrong at most with
 * probability `alpha`.
 */
export function lowerBound(k: number, n: number, alpha: number): number {
  return k === 0 ? 0 : bisect(0, 1, (p) => atLeast(n, p, k) > alpha)
}
