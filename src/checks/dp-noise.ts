import { upperTail } from './dp-normal.js'

/** Noise in whole numbers, symmetric around 0: what its tails, its peak and its moments are. */
export interface Noise {
  /** P(X >= t). */
  readonly atLeast: (t: number) => number
  /** The largest probability of one value, which is that of 0. */
  readonly peak: number
  readonly variance: number
  /** ln E e^(tX), or more; infinite where there is none. */
  readonly logMoment: (t: number) => number
  /** `logMoment` is finite below this. */
  readonly steepest: number
  /** Is it added to numbers that need not be whole, and the sum rounded? Then t need not be whole either. */
  readonly rounded?: true
}

/** Gaussian noise on what need not be whole, rounded with it: P(rounded sum >= c) = Q((c - 1/2 - what it is added to)/sigma). */
export function roundedNoise(sigma: number): Noise {
  return {
    atLeast: (t) => upperTail((t - 0.5) / sigma),
    peak: 1 / (sigma * Math.sqrt(2 * Math.PI)),
    variance: sigma * sigma + 1 / 12,
    // Rounding moves by a half at most.
    logMoment: (t) => (t * t * sigma * sigma) / 2 + Math.abs(t) / 2,
    steepest: Number.POSITIVE_INFINITY,
    rounded: true,
  }
}

/** P(x) = (1 - p)/(1 + p) p^|x| with p = e^-rate. */
export function laplaceNoise(rate: number): Noise {
  const p = Math.exp(-rate)
  // (1 - p)^2/((1 - p e^t)(1 - p e^-t)), by expm1 so that small rates keep their digits.
  const logMoment = (t: number) =>
    Math.abs(t) < rate
      ? 2 * Math.log(-Math.expm1(-rate)) - Math.log(-Math.expm1(t - rate)) - Math.log(-Math.expm1(-t - rate))
      : Number.POSITIVE_INFINITY
  return {
    atLeast: (t) => (t > 0 ? p ** t / (1 + p) : 1 - p ** (1 - t) / (1 + p)),
    peak: Math.tanh(rate / 2),
    variance: (2 * p) / Math.expm1(-rate) ** 2,
    logMoment,
    steepest: rate,
  }
}

/** Wider noise than this is not kept as a table; its tails are then those of the normal law, half a step apart on either side. */
const WIDEST_TABLE = 1 << 15
/** Deviations that a table goes out: what is left beyond is below e^-722. */
const REACH = 38

/** P(x) proportional to e^(-x^2/2v). Its moments are at most those of the normal law of variance v [CKS20]. */
export function gaussianNoise(variance: number): Noise {
  const sigma = Math.sqrt(variance)
  const logMoment = (t: number) => (t * t * variance) / 2
  const steepest = Number.POSITIVE_INFINITY
  if (sigma > WIDEST_TABLE)
    return {
      atLeast: (t) => upperTail((t - 0.5) / sigma),
      peak: 1 / Math.sqrt(2 * Math.PI * variance),
      variance,
      logMoment,
      steepest,
    }
  const most = Math.ceil(REACH * sigma) + 1
  // tails[t] = P(X >= t) for t >= 0, summed from the far end, so that small values keep their digits.
  const tails = new Float64Array(most + 2)
  for (let x = most; x >= 0; x--) tails[x] = tails[x + 1]! + Math.exp(-(x * x) / (2 * variance))
  const total = 2 * tails[0]! - 1
  const at = (t: number) => (t > most ? 0 : tails[t]! / total)
  return {
    atLeast: (t) => (t > 0 ? at(t) : 1 - at(1 - t)),
    peak: 1 / total,
    variance: varianceOf(variance, most, total),
    logMoment,
    steepest,
  }
}

function varianceOf(variance: number, most: number, total: number): number {
  let sum = 0
  for (let x = most; x > 0; x--) sum += 2 * x * x * Math.exp(-(x * x) / (2 * variance))
  return sum / total
}

/** The smallest t from `from` on with P(X >= t) <= q; tails fall, so halving finds it. */
export function firstBelow(noise: Noise, q: number, from: number): number {
  let [low, high] = [from - 1, from]
  while (noise.atLeast(high) > q) [low, high] = [high, high + 2 * (high - low)]
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2)
    if (noise.atLeast(middle) > q) low = middle
    else high = middle
  }
  return high
}
