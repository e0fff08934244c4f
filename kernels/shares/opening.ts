import { clear, take } from '../base/arena'
import { add, evaluate, high, inField, invert, LIMBS, low, multiply, storeLimbs, subtract } from './field'
import { openSmallest, setSecret } from './query'

// Opening many queries at once. A share is 32 bytes: the point and the value, each as two words, the low one first.

const SHARE: usize = 32
const NUMBER: usize = 16
const TEXT: usize = 32 // the smallest class
const DIVISOR: usize = 48 // itself, the product of those before it, one over it

// What is known of a query: 0 secret   16 shares that agree   24 length of its text, and 1; 0 if none opened   28 texts that did not

// Where shares come in, how they are laid out, and where outcomes go: set by `roomFor`.
export let ids: usize = 0
export let xs: usize = 0
export let ys: usize = 0
export let cursors: usize = 0
export let counts: usize = 0
export let shares: usize = 0
export let outcomes: usize = 0
export let tags: usize = 0
export let texts: usize = 0
let divisors: usize = 0
let newton: usize = 0
let limbs: usize = 0

/** Room for batches of `rows` shares as they come, for `groups` queries with `total` shares, and for as many divisors at once. */
export function roomFor(rows: usize, groups: usize, total: usize, divided: usize, t: usize): void {
  clear()
  ids = take(rows << 2)
  xs = take(rows * NUMBER)
  ys = take(rows * NUMBER)
  cursors = take(groups << 2)
  counts = take(groups << 2)
  outcomes = take(groups * SHARE)
  tags = take(groups * NUMBER)
  texts = take(groups * TEXT)
  shares = take(total * SHARE)
  divisors = take(divided * DIVISOR)
  newton = take(t * NUMBER)
  limbs = take(t * LIMBS)
}

/** Puts shares that came in any order beside those of the same query. */
export function scatter(rows: i32): void {
  for (let i: usize = 0; i < <usize>rows; i++) {
    const cursor = cursors + ((<usize>load<u32>(ids + (i << 2))) << 2)
    const at = load<u32>(cursor)
    store<u32>(cursor, at + 1)
    const to = shares + <usize>at * SHARE
    v128.store(to, v128.load(xs + (i << 4)))
    v128.store(to, v128.load(ys + (i << 4)), 16)
  }
}

/**
 * For queries whose shares stand one after the other from `at` on: the secret that the first t distinct points give, and how many
 * shares agree with it; 0 where there are fewer than t distinct points. Returns where the shares end.
 */
export function interpolate(first: i32, groups: i32, t: i32, at: usize): usize {
  // For the k-th point of a query, the product of its differences to those before it: what Newton divides by. With running
  // products over all queries one inversion serves them all.
  let share = at
  let divisor = divisors
  let productLow: u64 = 1
  let productHigh: u64 = 0
  for (let g = first; g < first + groups; g++) {
    const count = load<u32>(counts + ((<usize>g) << 2))
    const enough = distinctFirst(share, count, t)
    store<u64>(outcomes + <usize>g * SHARE, enough ? 1 : 0, 16)
    store<u64>(outcomes + <usize>g * SHARE, 0, 24)
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
    share += <usize>count * SHARE
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
  share = at
  for (let g = first; g < first + groups; g++) {
    const count = load<u32>(counts + ((<usize>g) << 2))
    const outcome = outcomes + <usize>g * SHARE
    if (load<u64>(outcome, 16) !== 0) {
      polynomial(share, t, divisor)
      divisor += <usize>(t - 1) * DIVISOR
      evaluate(limbs, t, 0, 0)
      store<u64>(outcome, low)
      store<u64>(outcome, high, 8)
      store<u64>(outcome, <u64>t + agreeing(share + <usize>t * SHARE, count - t, t), 16)
    }
    share += <usize>count * SHARE
  }
  return share
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
  return chosen === t
}

/** Are point and value numbers of the field, and the point not that of the secret? */
function isShare(share: usize): bool {
  const xLow = load<u64>(share)
  const xHigh = load<u64>(share, 8)
  return (xLow | xHigh) !== 0 && inField(xLow, xHigh) && inField(load<u64>(share, 16), load<u64>(share, 24))
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
    if (low === load<u64>(share, 16) && high === load<u64>(share, 24) && isShare(share)) agree++
    share += SHARE
  }
  return agree
}

/**
 * Opens texts of the smallest class, which come as shares do: the number of the query, and two halves. Only where all shares of a
 * query agree; everything else is left to whoever takes his time.
 */
export function openTexts(rows: i32): void {
  for (let i: usize = 0; i < <usize>rows; i++) {
    const g = <usize>load<u32>(ids + (i << 2))
    const outcome = outcomes + g * SHARE
    let length: i32 = -1
    if (load<u64>(outcome, 16) === <u64>load<u32>(counts + (g << 2))) {
      setSecret(load<u64>(outcome), load<u64>(outcome, 8))
      const tag = reversed(tags + g * NUMBER)
      length = openSmallest(reversed(xs + (i << 4)), reversed(ys + (i << 4)), tag, texts + g * TEXT)
    }
    if (length >= 0) store<u32>(outcome, <u32>length + 1, 24)
    else store<u32>(outcome, load<u32>(outcome, 28) + 1, 28)
  }
}

/** Bytes that came as a number have the last one first. */
function reversed(at: usize): v128 {
  const v = v128.load(at)
  return i8x16.shuffle(v, v, 15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0)
}
