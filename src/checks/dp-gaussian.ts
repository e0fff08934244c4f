import { upperTail } from './dp-normal.js'

/** Variances are whole multiples of this. */
const STEP = 2 ** -10
/** Beyond this deviation of W the sum over whole numbers and the integral give the same variance to six digits. */
const WIDE = 1 << 14

/**
 * The least variance of discrete Gaussian noise on m counts, each of which one person moves by 1, for (epsilon, delta). The privacy loss
 * is (2W + m)/2v with W the sum of the m noises, so that delta = sum over w of the positive part of P(W = w) - e^epsilon P(W = w + m); found by halving.
 */
export function leastVariance(epsilon: number, delta: number, m: number): number {
  const real = m * realDeviation(epsilon, delta) ** 2
  if (m * real > WIDE ** 2) return real
  const enough = (steps: number) => lost(epsilon, steps * STEP, m) <= delta
  // Sums of several narrow noises are not near enough to a discrete Gaussian.
  const least = m === 1 ? 1 : 1 / STEP
  let low = Math.max(least, Math.floor((0.9 * real) / STEP))
  let high = Math.max(least + 1, Math.ceil((1.1 * real) / STEP))
  while (!enough(high)) high *= 2
  if (enough(low)) return low * STEP
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2)
    if (enough(middle)) high = middle
    else low = middle
  }
  return high * STEP
}

/** delta at epsilon: for W the law proportional to e^(-w^2/2mv), which the sum of m noises has up to a factor e^(10 m e^(-pi^2 v)) [Kairouz21]. */
export function lost(epsilon: number, v: number, m: number): number {
  const spread = 2 * m * v
  const first = Math.floor(epsilon * v - m / 2) + 1
  let [sum, tail] = [0, 0]
  for (let w = first; ; w++) {
    const mass = Math.exp(-(w * w) / spread)
    tail += mass
    sum -= mass * Math.expm1(epsilon - (2 * w + m) / (2 * v))
    if (w > 0 && mass <= tail * 1e-17) break
  }
  const unlike = m === 1 ? 0 : 10 * m * Math.exp(-(Math.PI ** 2) * v)
  return (sum + 4 * unlike * tail) / allMass(m * v)
}

/** The sum of e^(-x^2/2v) over all whole x: by Poisson's formula sqrt(2 pi v) (1 + 2 e^(-2 pi^2 v) + ...). */
function allMass(v: number): number {
  if (v > 2) return Math.sqrt(2 * Math.PI * v)
  let sum = 1
  for (let x = 1; x < 56; x++) sum += 2 * Math.exp(-(x * x) / (2 * v))
  return sum
}

/** Deviation of Gaussian noise for one real value that moves by 1: Q(es - 1/2s) - e^e Q(es + 1/2s) = delta [Balle18]. */
export function realDeviation(epsilon: number, delta: number): number {
  const missed = (s: number) => upperTail(epsilon * s - 0.5 / s) - Math.exp(epsilon) * upperTail(epsilon * s + 0.5 / s)
  let [low, high] = [1e-3, 1]
  while (missed(high) > delta) high *= 2
  while (high / low > 1 + 1e-12) {
    const middle = Math.sqrt(low * high)
    if (missed(middle) > delta) low = middle
    else high = middle
  }
  return high
}
