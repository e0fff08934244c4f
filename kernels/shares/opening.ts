import { add, evaluate, high, inField, invert, LIMBS, low, multiply, storeLimbs, subtract } from './field'
import { openSmallest, setSecret } from './query'

// Opening many queries at once. A share is 32 bytes: the point and the value, each as two words, the low one first.

const SHARE: usize = 32
const NUMBER: usize = 16
const TEXT: usize = 32 // the smallest class

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
let differences: usize = 0
let newton: usize = 0
let limbs: usize = 0

/** Room for batches of `rows` shares as they come, for `groups` queries with `total` shares, and for `pairs` differences of points. */
export function roomFor(rows: usize, groups: usize, total: usize, pairs: usize, t: usize): void {
  ids = (__heap_base + 63) & ~63
  xs = ids + ((rows * 4 + 63) & ~63)
  ys = xs + rows * NUMBER
  cursors = ys + rows * NUMBER
  counts = cursors + ((groups * 4 + 63) & ~63)
  outcomes = counts + ((groups * 4 + 63) & ~63)
  tags = outcomes + groups * SHARE
  texts = tags + groups * NUMBER
  shares = texts + groups * TEXT
  differences = shares + total * SHARE
  newton = differences + (pairs + 1) * 3 * NUMBER
  limbs = newton + t * NUMBER
  const pages = <i32>((limbs + t * LIMBS + 64 + 65535) >> 16)
  if (pages > memory.size()) memory.grow(pages - memory.size())
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
  // All differences of points, with running products, so that one inversion serves them all.
  let share = at
  let pair = differences
  let productLow: u64 = 1
  let productHigh: u64 = 0
  for (let g = first; g < first + groups; g++) {
    const count = load<u32>(counts + (<usize>g << 2))
    const enough = distinctFirst(share, count, t)
    store<u64>(outcomes + <usize>g * SHARE, enough ? 1 : 0, 16)
    store<u64>(outcomes + <usize>g * SHARE, 0, 24)
    if (enough) {
      for (let j: i32 = 1; j < t; j++) {
        for (let i: i32 = 0; i < j; i++) {
          const a = share + <usize>j * SHARE
          const b = share + <usize>i * SHARE
          subtract(load<u64>(a), load<u64>(a, 8), load<u64>(b), load<u64>(b, 8))
          store<u64>(pair, low)
          store<u64>(pair, high, 8)
          store<u64>(pair, productLow, 16)
          store<u64>(pair, productHigh, 24)
          multiply(productLow, productHigh, low, high)
          productLow = low
          productHigh = high
          pair += 3 * NUMBER
        }
      }
    }
    share += <usize>count * SHARE
  }
  invert(productLow, productHigh)
  let inverseLow = low
  let inverseHigh = high
  while (pair > differences) {
    pair -= 3 * NUMBER
    multiply(inverseLow, inverseHigh, load<u64>(pair, 16), load<u64>(pair, 24))
    store<u64>(pair, low, 32)
    store<u64>(pair, high, 40)
    multiply(inverseLow, inverseHigh, load<u64>(pair), load<u64>(pair, 8))
    inverseLow = low
    inverseHigh = high
  }
  share = at
  for (let g = first; g < first + groups; g++) {
    const count = load<u32>(counts + (<usize>g << 2))
    const outcome = outcomes + <usize>g * SHARE
    if (load<u64>(outcome, 16) != 0) {
      polynomial(share, t, pair)
      pair += <usize>((t * (t - 1)) / 2) * 3 * NUMBER
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
  return chosen == t
}

/** Are point and value numbers of the field, and the point not that of the secret? */
function isShare(share: usize): bool {
  const xLow = load<u64>(share)
  const xHigh = load<u64>(share, 8)
  return (xLow | xHigh) != 0 && inField(xLow, xHigh) && inField(load<u64>(share, 16), load<u64>(share, 24))
}

/** [Adar07] §5.2: the polynomial through the first t shares, by Newton's divided differences, as limbs. */
function polynomial(share: usize, t: i32, pairs: usize): void {
  for (let i: i32 = 0; i < t; i++) {
    const y = share + <usize>i * SHARE
    v128.store(newton + <usize>i * NUMBER, v128.load(y, 16))
  }
  for (let k: i32 = 1; k < t; k++) {
    for (let j = t - 1; j >= k; j--) {
      const here = newton + <usize>j * NUMBER
      subtract(load<u64>(here), load<u64>(here, 8), load<u64>(here - NUMBER), load<u64>(here - NUMBER, 8))
      const inverse = pairs + <usize>((j * (j - 1)) / 2 + j - k) * 3 * NUMBER + 2 * NUMBER
      multiply(low, high, load<u64>(inverse), load<u64>(inverse, 8))
      store<u64>(here, low)
      store<u64>(here, high, 8)
    }
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
 * Opens texts of the smallest class, which come as shares do: the number of the query, and two halves. Only where all shares of a
 * query agree; everything else is left to whoever takes his time.
 */
export function openTexts(rows: i32): void {
  for (let i: usize = 0; i < <usize>rows; i++) {
    const g = <usize>load<u32>(ids + (i << 2))
    const outcome = outcomes + g * SHARE
    let length: i32 = -1
    if (load<u64>(outcome, 16) == <u64>load<u32>(counts + (g << 2))) {
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
