// Arithmetic modulo p = 2^128 - 159, the largest prime of 128 bits. Numbers are five limbs of 26 bits; 2^130 = 636 modulo p.

const MASK: u64 = 0x3ffffff
const FOLD: u64 = 636
const TOP_FOLD: u64 = 159
const TOP_LIMB: u64 = 0xffffff
const P_LOW: u64 = 0xffffffffffffff61

/** The outcome of the last operation, smaller than p, as two halves. */
export let low: u64 = 0
export let high: u64 = 0

/** Brings limbs that need not be small to their one form. */
function settle(a0: u64, a1: u64, a2: u64, a3: u64, a4: u64): void {
  let r0 = a0
  let r1 = a1
  let r2 = a2
  let r3 = a3
  let r4 = a4
  do {
    r1 += r0 >> 26
    r2 += r1 >> 26
    r3 += r2 >> 26
    r4 += r3 >> 26
    r0 = (r0 & MASK) + (r4 >> 24) * TOP_FOLD
    r1 &= MASK
    r2 &= MASK
    r3 &= MASK
    r4 &= TOP_LIMB
  } while (r0 > MASK)
  low = r0 | (r1 << 26) | (r2 << 52)
  high = (r2 >> 12) | (r3 << 14) | (r4 << 40)
  if (!inField(low, high)) {
    low -= P_LOW
    high = 0
  }
}

/** 256 bits, the low half first, modulo p. */
export function reduce256(at: usize): void {
  const a = load<u64>(at)
  const b = load<u64>(at, 8)
  const c = load<u64>(at, 16)
  const d = load<u64>(at, 24)
  settle(
    (a & MASK) + TOP_FOLD * (c & MASK),
    ((a >> 26) & MASK) + TOP_FOLD * ((c >> 26) & MASK),
    (((a >> 52) | (b << 12)) & MASK) + TOP_FOLD * (((c >> 52) | (d << 12)) & MASK),
    ((b >> 14) & MASK) + TOP_FOLD * ((d >> 14) & MASK),
    (b >> 40) + TOP_FOLD * (d >> 40),
  )
}

/** Is a number smaller than p? */
export function inField(lo: u64, hi: u64): bool {
  return hi !== u64.MAX_VALUE || lo < P_LOW
}

/** 128 bits modulo p. */
export function reduce128(lo: u64, hi: u64): void {
  const fits = inField(lo, hi)
  low = fits ? lo : lo - P_LOW
  high = fits ? hi : 0
}

/** a - b modulo p, of numbers smaller than p. */
export function subtract(aLow: u64, aHigh: u64, bLow: u64, bHigh: u64): void {
  low = aLow - bLow
  const borrow: u64 = aLow < bLow ? 1 : 0
  high = aHigh - bHigh - borrow
  if (aHigh < bHigh || (aHigh === bHigh && aLow < bLow)) {
    // below zero: 2^128 too much, p would have been right
    const before = low
    low -= TOP_FOLD
    if (before < TOP_FOLD) high--
  }
}

/** a + b modulo p, of numbers smaller than p. */
export function add(aLow: u64, aHigh: u64, bLow: u64, bHigh: u64): void {
  settle(
    (aLow & MASK) + (bLow & MASK),
    ((aLow >> 26) & MASK) + ((bLow >> 26) & MASK),
    (((aLow >> 52) | (aHigh << 12)) & MASK) + (((bLow >> 52) | (bHigh << 12)) & MASK),
    ((aHigh >> 14) & MASK) + ((bHigh >> 14) & MASK),
    (aHigh >> 40) + (bHigh >> 40),
  )
}

/** 1 / a modulo p, as a^(p-2); 0 for 0. */
export function invert(aLow: u64, aHigh: u64): void {
  const exponentLow: u64 = P_LOW - 2
  let rLow: u64 = 1
  let rHigh: u64 = 0
  for (let bit: i32 = 127; bit >= 0; bit--) {
    multiply(rLow, rHigh, rLow, rHigh)
    const set = bit >= 64 ? true : ((exponentLow >> bit) & 1) === 1
    if (set) multiply(low, high, aLow, aHigh)
    rLow = low
    rHigh = high
  }
  low = rLow
  high = rHigh
}

export const LIMBS: usize = 20

/** Writes the last outcome as limbs. */
export function storeLimbs(to: usize): void {
  store<u32>(to, <u32>(low & MASK))
  store<u32>(to, <u32>((low >> 26) & MASK), 4)
  store<u32>(to, <u32>(((low >> 52) | (high << 12)) & MASK), 8)
  store<u32>(to, <u32>((high >> 14) & MASK), 12)
  store<u32>(to, <u32>(high >> 40), 16)
}

/** a b modulo p, of numbers smaller than p. */
export function multiply(aLow: u64, aHigh: u64, bLow: u64, bHigh: u64): void {
  const a0 = aLow & MASK
  const a1 = (aLow >> 26) & MASK
  const a2 = ((aLow >> 52) | (aHigh << 12)) & MASK
  const a3 = (aHigh >> 14) & MASK
  const a4 = aHigh >> 40
  const b0 = bLow & MASK
  const b1 = (bLow >> 26) & MASK
  const b2 = ((bLow >> 52) | (bHigh << 12)) & MASK
  const b3 = (bHigh >> 14) & MASK
  const b4 = bHigh >> 40
  const f1 = b1 * FOLD
  const f2 = b2 * FOLD
  const f3 = b3 * FOLD
  const f4 = b4 * FOLD
  settleWide(
    a0 * b0 + a1 * f4 + a2 * f3 + a3 * f2 + a4 * f1,
    a0 * b1 + a1 * b0 + a2 * f4 + a3 * f3 + a4 * f2,
    a0 * b2 + a1 * b1 + a2 * b0 + a3 * f4 + a4 * f3,
    a0 * b3 + a1 * b2 + a2 * b1 + a3 * b0 + a4 * f4,
    a0 * b4 + a1 * b3 + a2 * b2 + a3 * b1 + a4 * b0,
  )
}

function settleWide(a0: u64, a1: u64, a2: u64, a3: u64, a4: u64): void {
  const r1 = a1 + (a0 >> 26)
  const r2 = a2 + (r1 >> 26)
  const r3 = a3 + (r2 >> 26)
  const r4 = a4 + (r3 >> 26)
  settle((a0 & MASK) + (r4 >> 26) * FOLD, r1 & MASK, r2 & MASK, r3 & MASK, r4 & MASK)
}

/**
 * [Adar07] §5.2: f(x) for a polynomial given by `t` coefficients as limbs, that of x^0 first, by Horner's rule.
 *
 * Sums of five products stay below 2^64: limbs below 2^26 (one may pass it by 2^12), folded ones below 2^35.4.
 */
export function evaluate(coefficients: usize, t: i32, xLow: u64, xHigh: u64): void {
  const x0 = xLow & MASK
  const x1 = (xLow >> 26) & MASK
  const x2 = ((xLow >> 52) | (xHigh << 12)) & MASK
  const x3 = (xHigh >> 14) & MASK
  const x4 = xHigh >> 40
  const f1 = x1 * FOLD
  const f2 = x2 * FOLD
  const f3 = x3 * FOLD
  const f4 = x4 * FOLD
  let at = coefficients + <usize>(t - 1) * LIMBS
  let a0 = <u64>load<u32>(at)
  let a1 = <u64>load<u32>(at, 4)
  let a2 = <u64>load<u32>(at, 8)
  let a3 = <u64>load<u32>(at, 12)
  let a4 = <u64>load<u32>(at, 16)
  while (at > coefficients) {
    at -= LIMBS
    const c0 = a0 * x0 + a1 * f4 + a2 * f3 + a3 * f2 + a4 * f1 + <u64>load<u32>(at)
    const c1 = a0 * x1 + a1 * x0 + a2 * f4 + a3 * f3 + a4 * f2 + <u64>load<u32>(at, 4) + (c0 >> 26)
    const c2 = a0 * x2 + a1 * x1 + a2 * x0 + a3 * f4 + a4 * f3 + <u64>load<u32>(at, 8) + (c1 >> 26)
    const c3 = a0 * x3 + a1 * x2 + a2 * x1 + a3 * x0 + a4 * f4 + <u64>load<u32>(at, 12) + (c2 >> 26)
    const c4 = a0 * x4 + a1 * x3 + a2 * x2 + a3 * x1 + a4 * x0 + <u64>load<u32>(at, 16) + (c3 >> 26)
    const low0 = (c0 & MASK) + (c4 >> 26) * FOLD
    a0 = low0 & MASK
    a1 = (c1 & MASK) + (low0 >> 26)
    a2 = c2 & MASK
    a3 = c3 & MASK
    a4 = c4 & MASK
  }
  settle(a0, a1, a2, a3, a4)
}
