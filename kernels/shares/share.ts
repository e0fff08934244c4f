import { evaluate, high, LIMBS, low, reduce128 } from './field'
import { COEFFICIENTS, FIELD, SHAMIR } from './query'
import { t } from './room'
import { points, scheme } from './settings'

/** The share made last: point and value, 16 bytes each. */
export const pair = memory.data(32, 16)

/** The share of a person, from the keyed hash. */
export function makeShare(entry: usize, hash: usize): void {
  let xLow = load<u64>(hash)
  let xHigh: u64 = 0
  if (scheme === FIELD) {
    reduce128(xLow, load<u64>(hash, 8))
    xLow = low
    xHigh = high
    if ((xLow | xHigh) === 0) xLow = 1
  } else xLow = 1 + (xLow % (scheme === SHAMIR ? points : <u64>t))
  v128.store(pair, bigEndian(xLow, xHigh))
  if (scheme === FIELD || scheme === SHAMIR) {
    evaluate(entry + COEFFICIENTS, t, xLow, xHigh)
    v128.store(pair, bigEndian(low, high), 16)
  } else {
    const bucket = entry + COEFFICIENTS + <usize>(xLow - 1) * LIMBS
    v128.store(pair, bigEndian(load<u64>(bucket), load<u64>(bucket, 8)), 16)
  }
}

/** Numbers are written with their first byte first, so that hexadecimal digits read as one would write them. */
function bigEndian(lo: u64, hi: u64): v128 {
  const v = i64x2.replace_lane(i64x2.splat(lo), 1, hi)
  return i8x16.shuffle(v, v, 15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0)
}
