import type { Stream } from './stream.js'

// exp and ln from + - * / alone, which every machine rounds alike: Math.exp and Math.log may differ in the last bit
// between versions of the JavaScript engine, and one bit is enough for other bytes in the log.
const { LN2 } = Math

export function exp(x: number): number {
  if (x < -700) return 0
  const k = Math.round(x / LN2)
  const r = x - k * LN2
  let term = 1
  let sum = 1
  for (let i = 1; i <= 13; i++) {
    term *= r / i
    sum += term
  }
  for (let i = 0; i < k; i++) sum *= 2
  for (let i = 0; i > k; i--) sum /= 2
  return sum
}

export function ln(x: number): number {
  let k = 0
  let m = x
  while (m > 1.5) {
    m /= 2
    k++
  }
  while (m < 0.75) {
    m *= 2
    k--
  }
  const z = (m - 1) / (m + 1)
  const square = z * z
  let term = z
  let sum = z
  for (let i = 3; i <= 21; i += 2) {
    term *= square
    sum += term / i
  }
  return k * LN2 + 2 * sum
}

/** A standard normal value, by Marsaglia's polar method: no sine or cosine. */
export function normal(chance: Stream): number {
  for (;;) {
    const u = 2 * chance.unit() - 1
    const v = 2 * chance.unit() - 1
    const s = u * u + v * v
    if (s > 0 && s < 1) return u * Math.sqrt((-2 * ln(s)) / s)
  }
}

/** How often a coin with chance p comes up before it first does not. */
export function run(chance: Stream, p: number, most: number): number {
  let n = 0
  while (n < most && chance.chance(p)) n++
  return n
}

/** A rank from 0 to size - 1 whose logarithm is uniform: each tenfold of ranks is equally likely (Zipf with exponent 1). */
export function longTail(chance: Stream, lnSize: number): number {
  return Math.floor(exp(chance.unit() * lnSize)) - 1
}

export function power(x: number, y: number): number {
  return exp(y * ln(x))
}

/** As longTail, but with the first `offset` ranks about equally likely. */
export function offsetTail(chance: Stream, offset: number, size: number): number {
  return Math.floor(offset * (exp(chance.unit() * ln(1 + size / offset)) - 1))
}
