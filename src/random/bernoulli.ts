import type { Random } from './random.js'

// Exact coins from whole numbers only: [CKS20] algorithm 1 and the observation behind it, that e^-x is the chance that the
// first k with a failing Bernoulli(x/k) is odd. Each Bernoulli(x/k) is taken apart into Bernoulli(1/k) and Bernoulli(x).

/** True with probability 1/k. */
function oneIn(random: Random, k: number): boolean {
  return random.below(k) === 0
}

/** True with probability e^-1. */
export function coinExpMinusOne(random: Random): boolean {
  let k = 2 // Bernoulli(1/1) never fails
  while (oneIn(random, k)) k++
  return (k & 1) === 1
}

/** True with probability e^-x, where `coin` is true with probability x, from 0 to 1. */
export function coinExpMinus(random: Random, coin: () => boolean): boolean {
  let k = 1
  while (coin() && (k === 1 || oneIn(random, k))) k++
  return (k & 1) === 1
}

/** True with probability numerator/denominator, for whole numbers of any size, 0 <= numerator <= denominator. */
export function coinOf(random: Random, numerator: bigint, denominator: bigint): boolean {
  let rest = numerator
  if (rest >= denominator) return true
  for (;;) {
    const scaled = rest << 32n
    const digit = scaled / denominator
    const drawn = BigInt(random.uint32())
    if (drawn !== digit) return drawn < digit
    rest = scaled - digit * denominator
    if (rest === 0n) return false
  }
}
