// Seeded chance: sfc32, draw by draw what QuickChance in src/random/quick.ts gives.

let a: u32 = 0
let b: u32 = 0
let c: u32 = 0
let counter: u32 = 1

/** Starts afresh, by the two halves of a seed. */
export function seed(low: u32, high: u32): void {
  a = 0
  b = low
  c = high
  counter = 1
  for (let i = 0; i < 16; i++) next()
}

function next(): u32 {
  const t = a + b + counter++
  a = b ^ (b >> 9)
  b = c + (c << 3)
  c = rotl<u32>(c, 21) + t
  return t
}

/** A whole number from 0 to n - 1. */
export function below(n: i32): i32 {
  return <i32>((<u64>next() * <u64>(<u32>n)) >> 32)
}

/** A number in [0, 1). */
export function unit(): f64 {
  return <f64>next() / 4294967296.0
}

/**
 * Draws `kept` of the `length` bytes at `seats`, one by one from those that are left, and counts them by their value, below 16:
 * what as many calls of `below` would do. Chance stays in registers here; this is most of the time of a vector.
 */
export function drawOut(seats: usize, length: i32, kept: i32): v128 {
  const numbers = i8x16(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15)
  let counts = i8x16.splat(0)
  let a_ = a
  let b_ = b
  let c_ = c
  let counter_ = counter
  let seat = seats
  for (let left = length; left > length - kept; left--, seat++) {
    const t = a_ + b_ + counter_++
    a_ = b_ ^ (b_ >> 9)
    b_ = c_ + (c_ << 3)
    c_ = rotl<u32>(c_, 21) + t
    const other = seat + <usize>((<u64>t * <u64>(<u32>left)) >> 32)
    const j = load<u8>(other)
    store<u8>(other, load<u8>(seat))
    counts = i8x16.sub(counts, i8x16.eq(i8x16.splat(j), numbers))
  }
  a = a_
  b = b_
  c = c_
  counter = counter_
  return counts
}
