// Discrete Laplace noise: P(x) = (1 - p)/(1 + p) p^|x|, p = e^-rate. All bounds are rounded against us.

/** Computed values are off by less than this, relatively: what must stay below a limit is taken so much larger. */
export const AGAINST_US = 1 + 1e-12

/** P(X >= t) for whole t. */
export function laplaceTail(rate: number, t: number): number {
  return t > 0 ? Math.exp(-rate * t) / (1 + Math.exp(-rate)) : 1 - Math.exp(-rate * (1 - t)) / (1 + Math.exp(-rate))
}

/** The chance that at least one of `times` independent events of chance q happens, from above. */
export function anyOf(q: number, times: number): number {
  return -Math.expm1(times * Math.log1p(-Math.min(q, 1))) * AGAINST_US
}

/** The smallest whole number from `from` on for which a condition holds that, once true, stays true. */
export function smallest(from: number, holds: (n: number) => boolean): number {
  if (holds(from)) return from
  let step = 1
  while (!holds(from + step)) {
    step *= 2
    if (step > 2 ** 50) throw new RangeError('no such number')
  }
  let [low, high] = [from + Math.floor(step / 2), from + step] // low fails, high holds
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2)
    if (holds(middle)) high = middle
    else low = middle
  }
  return high
}
