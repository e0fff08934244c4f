import { add, evaluate, high, inField, invert, LIMBS, low, multiply, storeLimbs, subtract } from './field'
import {
  counts,
  given,
  groupOf,
  NUMBER,
  OUTCOME,
  outcomes,
  places,
  reversed,
  SHARE,
  starts,
  tags,
  TEXT,
  texts,
  work,
  xs,
  ys,
} from './grouping'
import { openSmallest, setSecret } from './query'

// Opening many queries at once: groups of shares, see grouping.ts.

const DIVISOR: usize = 48 // itself, the product of those before it, one over it

// What is known of a query: 0 secret   16 shares that agree   24 length of its text, and 1; 0 if none opened   28 texts that did not

let divisors: usize = 0
let newton: usize = 0
let limbs: usize = 0

/** The bytes that `interpolate` needs beside the shares, for groups with so many divisors in all. */
export function extraRoom(divided: usize, t: usize): usize {
  return divided * DIVISOR + t * (NUMBER + LIMBS)
}

/**
 * For some groups: the secret that the first t distinct points give, and how many shares agree with it; 0 where there are fewer
 * than t distinct points. At most `divided` divisors are needed.
 */
export function interpolate(first: i32, groups: i32, t: i32, divided: usize): void {
  divisors = work
  newton = divisors + divided * DIVISOR
  limbs = newton + <usize>t * NUMBER
  // For the k-th point of a query, the product of its differences to those before it: what Newton divides by. With running
  // products over all queries one inversion serves them all.
  let divisor = divisors
  let productLow: u64 = 1
  let productHigh: u64 = 0
  for (let g = first; g < first + groups; g++) {
    const share = <usize>load<u32>(starts + (<usize>g << 2))
    const enough = distinctFirst(share, load<u32>(counts + (<usize>g << 2)), t)
    store<u64>(outcomes + <usize>g * OUTCOME, enough ? 1 : 0, 16)
    store<u64>(outcomes + <usize>g * OUTCOME, 0, 24)
    if (enough) {
      for (let k: i32 = 1; k < t; k++) {
        divisorOf(share, k)
        store<u64>(divisor, low)
        store<u64>(divisor, high, 8)
        store<u64>(divisor, productLow, 16)
        store<u64>(divisor, productHigh, 24)
        multiply(productLow, productHigh, low, high)
        productLow = low
        productHigh = high
        divisor += DIVISOR
      }
    }
  }
  invert(productLow, productHigh)
  let inverseLow = low
  let inverseHigh = high
  while (divisor > divisors) {
    divisor -= DIVISOR
    multiply(inverseLow, inverseHigh, load<u64>(divisor, 16), load<u64>(divisor, 24))
    store<u64>(divisor, low, 32)
    store<u64>(divisor, high, 40)
    multiply(inverseLow, inverseHigh, load<u64>(divisor), load<u64>(divisor, 8))
    inverseLow = low
    inverseHigh = high
  }
  for (let g = first; g < first + groups; g++) {
    const outcome = outcomes + <usize>g * OUTCOME
    if (load<u64>(outcome, 16) != 0) {
      const share = <usize>load<u32>(starts + (<usize>g << 2))
      const count = load<u32>(counts + (<usize>g << 2))
      polynomial(share, t, divisor)
      divisor += <usize>(t - 1) * DIVISOR
      evaluate(limbs, t, 0, 0)
      store<u64>(outcome, low)
      store<u64>(outcome, high, 8)
      store<u64>(outcome, <u64>t + agreeing(share + <usize>t * SHARE, count - t, t), 16)
    }
  }
}

/** Brings t shares of distinct points to the front; false if there are fewer. */
function distinctFirst(share: usize, count: i32, t: i32): bool {
  let chosen: i32 = 0
  for (let i: i32 = 0; i < count && chosen < t; i++) {
    const candidate = share + <usize>i * SHARE
    const x = v128.load(candidate)
    let fresh = isShare(candidate)
    for (let j: i32 = 0; fresh && j < chosen; j++) {
      if (!v128.any_true(v128.xor(x, v128.load(share + <usize>j * SHARE)))) {
        fresh = false
      }
    }
    if (!fresh) continue
    const place = share + <usize>chosen * SHARE
    const y = v128.load(candidate, 16)
    v128.store(candidate, v128.load(place))
    v128.store(candidate, v128.load(place, 16), 16)
    v128.store(place, x)
    v128.store(place, y, 16)
    chosen++
  }
  return chosen == t
}

/** Are point and value numbers of the field, and the point not that of the secret? */
function isShare(share: usize): bool {
  const xLow = load<u64>(share)
  const xHigh = load<u64>(share, 8)
  return (xLow | xHigh) != 0 && inField(xLow, xHigh) && inField(load<u64>(share, 16), load<u64>(share, 24))
}

/** (x_k - x_0) ... (x_k - x_{k-1}) */
function divisorOf(share: usize, k: i32): void {
  const x = share + <usize>k * SHARE
  difference(x, share)
  for (let i: i32 = 1; i < k; i++) {
    const productLow = low
    const productHigh = high
    difference(x, share + <usize>i * SHARE)
    multiply(productLow, productHigh, low, high)
  }
}

function difference(a: usize, b: usize): void {
  subtract(load<u64>(a), load<u64>(a, 8), load<u64>(b), load<u64>(b, 8))
}

/** [Adar07] §5.2: the polynomial through the first t shares, as limbs; `inverses` holds one over each of Newton's divisors. */
function polynomial(share: usize, t: i32, inverses: usize): void {
  v128.store(newton, v128.load(share, 16))
  for (let k: i32 = 1; k < t; k++) {
    // the polynomial so far at x_k, from the innermost bracket outwards
    const x = share + <usize>k * SHARE
    let here = newton + <usize>(k - 1) * NUMBER
    let atLow = load<u64>(here)
    let atHigh = load<u64>(here, 8)
    for (let i = k - 2; i >= 0; i--) {
      here -= NUMBER
      difference(x, share + <usize>i * SHARE)
      multiply(atLow, atHigh, low, high)
      add(low, high, load<u64>(here), load<u64>(here, 8))
      atLow = low
      atHigh = high
    }
    subtract(load<u64>(x, 16), load<u64>(x, 24), atLow, atHigh)
    const inverse = inverses + <usize>(k - 1) * DIVISOR + 2 * NUMBER
    multiply(low, high, load<u64>(inverse), load<u64>(inverse, 8))
    store<u64>(newton + <usize>k * NUMBER, low)
    store<u64>(newton + <usize>k * NUMBER, high, 8)
  }
  // Newton's form to powers of x, in place: from the innermost bracket outwards, p(x) becomes p(x) (x - x_i) + c_i.
  for (let i = t - 2; i >= 0; i--) {
    const x = share + <usize>i * SHARE
    for (let j = i; j < t - 1; j++) {
      const here = newton + <usize>j * NUMBER
      multiply(load<u64>(here + NUMBER), load<u64>(here + NUMBER, 8), load<u64>(x), load<u64>(x, 8))
      subtract(load<u64>(here), load<u64>(here, 8), low, high)
      store<u64>(here, low)
      store<u64>(here, high, 8)
    }
  }
  for (let i: i32 = 0; i < t; i++) {
    const here = newton + <usize>i * NUMBER
    add(load<u64>(here), load<u64>(here, 8), 0, 0)
    storeLimbs(limbs + <usize>i * LIMBS)
  }
}

/** How many further shares lie on the polynomial. */
function agreeing(share: usize, count: i32, t: i32): u64 {
  let agree: u64 = 0
  for (let i: i32 = 0; i < count; i++) {
    evaluate(limbs, t, load<u64>(share), load<u64>(share, 8))
    if (low == load<u64>(share, 16) && high == load<u64>(share, 24) && isShare(share)) agree++
    share += SHARE
  }
  return agree
}

/**
 * Opens texts of the smallest class, which come as shares do: the number of the bucket, the tag, and two halves. Only where all
 * shares of a query agree; everything else is left to whoever takes his time.
 */
export function openTexts(rows: i32): void {
  for (let i: usize = 0; i < <usize>rows; i++) {
    const g = groupOf(<usize>load<u32>(places + (i << 2)), v128.load(given + (i << 4)))
    if (g < 0) continue
    const outcome = outcomes + <usize>g * OUTCOME
    let length: i32 = -1
    if (load<u64>(outcome, 16) == <u64>load<u32>(counts + (<usize>g << 2))) {
      setSecret(load<u64>(outcome), load<u64>(outcome, 8))
      const tag = v128.load(tags + (<usize>g << 4))
      length = openSmallest(reversed(xs + (i << 4)), reversed(ys + (i << 4)), tag, texts + <usize>g * TEXT)
    }
    if (length >= 0) store<u32>(outcome, <u32>length + 1, 24)
    else store<u32>(outcome, load<u32>(outcome, 28) + 1, 28)
  }
}
