/** A correlation with the chance of one so strong, in that direction, where there is none (one-tailed). */
export interface Correlation {
  readonly r: number
  readonly p: number
  readonly n: number
}

export function correlation(r: number, n: number): Correlation {
  if (n < 3 || !Number.isFinite(r)) return { r: Number.isFinite(r) ? r : 0, p: 1, n }
  const rest = 1 - Math.min(1, r * r)
  // The tail of Student's t with n - 2 degrees of freedom beyond r sqrt((n - 2) / (1 - r^2)) is half an incomplete beta.
  return { r, p: rest === 0 ? 0 : incompleteBeta(rest, (n - 2) / 2, 0.5) / 2, n }
}

/** The regularised incomplete beta function, by its continued fraction. */
function incompleteBeta(x: number, a: number, b: number): number {
  if (x <= 0) return 0
  if (x >= 1) return 1
  // The fraction converges fast below the mean; above it the mirror image does.
  if (x > (a + 1) / (a + b + 2)) return 1 - incompleteBeta(1 - x, b, a)
  const front = Math.exp(logGamma(a + b) - logGamma(a) - logGamma(b) + a * Math.log(x) + b * Math.log1p(-x)) / a
  let [c, d] = [1, 1 / (1 - ((a + b) * x) / (a + 1))]
  let fraction = d
  for (let i = 1; i < 500; i++) {
    const even = (i * (b - i) * x) / ((a + 2 * i - 1) * (a + 2 * i))
    d = 1 / (1 + even * d)
    c = 1 + even / c
    fraction *= c * d
    const odd = (-(a + i) * (a + b + i) * x) / ((a + 2 * i) * (a + 2 * i + 1))
    d = 1 / (1 + odd * d)
    c = 1 + odd / c
    fraction *= c * d
    if (Math.abs(c * d - 1) < 1e-12) break
  }
  return front * fraction
}

/** Stirling's series, after stepping up to where it is exact to a double. */
function logGamma(x: number): number {
  let shift = 0
  let z = x
  for (; z < 12; z++) shift += Math.log(z)
  const series = 1 / (12 * z) - 1 / (360 * z ** 3) + 1 / (1260 * z ** 5)
  return (z - 0.5) * Math.log(z) - z + Math.log(2 * Math.PI) / 2 + series - shift
}
