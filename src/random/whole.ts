import type { Random } from './random.js'

/** So many random bits as a whole number. */
export function bitsOf(random: Random, bits: number): bigint {
  let drawn = 0n
  for (let left = bits; left > 0; left -= 32) {
    const some = Math.min(32, left)
    drawn = (drawn << BigInt(some)) | BigInt(random.uint32() >>> (32 - some))
  }
  return drawn
}

/** A whole number from 0 to n - 1, each equally likely, for n of any size. */
export function belowOf(random: Random, n: bigint): bigint {
  const bits = (n - 1n).toString(2).length
  for (;;) {
    const drawn = bitsOf(random, bits)
    if (drawn < n) return drawn
  }
}

/** So many different whole numbers from 0 to n - 1; every set of them is equally likely. */
export function differentBelow(random: Random, n: number, many: number): Set<number> {
  const chosen = new Set<number>()
  // Floyd: the jth draw is among those not above n - many + j; one that is there already stands for the last of them.
  for (let last = n - many; last < n; last++) {
    const drawn = Number(belowOf(random, BigInt(last) + 1n))
    chosen.add(chosen.has(drawn) ? last : drawn)
  }
  return chosen
}
