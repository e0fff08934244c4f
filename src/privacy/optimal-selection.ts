/** Probabilities of release by count, as whole multiples of 2^-64, so that a coin of 64 bits is exact. */
export interface SelectionTable {
  /** P(release) at count n + 1 is (high[n] 2^32 + low[n]) / 2^64; from the end of the table on it is 1. */
  readonly high: Uint32Array
  readonly low: Uint32Array
}

export interface Selection {
  readonly kappa: number
  readonly epsilon1: number
  readonly delta1: number
  readonly n1: number
  readonly n2: number
}

/** [Desfontaines22]: the split over kappa items a person, and where the optimal probabilities bend and end. */
export function selectionFor(epsilon: number, delta: number, kappa: number): Selection {
  const epsilon1 = epsilon / kappa
  const delta1 = -Math.expm1(Math.log1p(-delta) / kappa)
  const n1 = 1 + Math.floor(Math.log1p(Math.tanh(epsilon1 / 2) * (1 / delta1 - 1)) / epsilon1)
  const atN1 = (delta1 * Math.expm1(n1 * epsilon1)) / Math.expm1(epsilon1)
  const n2 = n1 + Math.floor(Math.log1p((Math.expm1(epsilon1) * (1 - atN1)) / delta1) / epsilon1)
  return { kappa, epsilon1, delta1, n1, n2 }
}

/** pi(n) in closed form. */
export function selectionChance({ epsilon1, delta1, n1, n2 }: Selection, n: number): number {
  const rising = (k: number) => (delta1 * Math.expm1(k * epsilon1)) / Math.expm1(epsilon1)
  if (n <= 0) return 0
  if (n <= n1) return rising(n)
  if (n > n2) return 1
  return rising(n1) + (1 - rising(n1) + delta1 / Math.expm1(epsilon1)) * -Math.expm1(-(n - n1) * epsilon1)
}

const BITS = 96n
const ONE = 1n << BITS

/**
 * The probabilities of release as they are drawn. They are not the closed form, rounded, but a chain in whole numbers in which each
 * entry keeps to what the one before allows: pi(n+1) <= e^e1 pi(n) + d1 and 1 - pi(n) <= e^e1 (1 - pi(n+1)) + d1. So the guarantee holds
 * of the very numbers that are drawn.
 */
export function selectionTable({ epsilon1, delta1, n2 }: Selection): SelectionTable {
  const up = fixedBelow(Math.exp(epsilon1)) // e^e1, from below
  const down = fixedAbove(Math.exp(-epsilon1)) // e^-e1, from above
  const delta = fixedBelow(delta1)
  const high: number[] = []
  const low: number[] = []
  let chance = 0n // a multiple of 2^-64
  for (let n = 1; ; n++) {
    if (n > 2 * n2 + 4) throw new RangeError('the probabilities do not reach 1')
    if (chance + delta >= ONE) break
    const byPresence = ((up * chance) >> BITS) + delta
    const byAbsence = ONE - (((ONE - chance - delta) * down) >> BITS) - 1n
    const least = byPresence < byAbsence ? byPresence : byAbsence
    chance = (least >> 32n) << 32n
    high.push(Number(chance >> 64n))
    low.push(Number((chance >> 32n) & 0xffffffffn))
  }
  return { high: Uint32Array.from(high), low: Uint32Array.from(low) }
}

function fixedBelow(value: number): bigint {
  const exact = fixed(value)
  return exact - (exact >> 48n) - 1n // more than the double can be off
}

function fixedAbove(value: number): bigint {
  const exact = fixed(value)
  return exact + (exact >> 48n) + 1n
}

/** A double as a multiple of 2^-96, cut. */
function fixed(value: number): bigint {
  const whole = Math.floor(value)
  let rest = value - whole
  let digits = BigInt(whole)
  for (let i = 0; i < 4; i++) {
    rest *= 2 ** 24
    const digit = Math.floor(rest)
    digits = (digits << 24n) + BigInt(digit)
    rest -= digit
  }
  return digits
}

/** The count at which an item has an even chance or better. */
export function selectionEvenAt(selection: Selection): number {
  let [low, high] = [0, selection.n2 + 1]
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2)
    if (selectionChance(selection, middle) >= 0.5) high = middle
    else low = middle
  }
  return high
}
