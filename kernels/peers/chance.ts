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

// @ts-ignore: decorator
@inline
function next(): u32 {
  const t = a + b + counter++
  a = b ^ (b >> 9)
  b = c + (c << 3)
  c = rotl<u32>(c, 21) + t
  return t
}

/** A whole number from 0 to n - 1. */
// @ts-ignore: decorator
@inline
export function below(n: i32): i32 {
  return <i32>((<u64>next() * <u64>(<u32>n)) >> 32)
}

/** A number in [0, 1). */
// @ts-ignore: decorator
@inline
export function unit(): f64 {
  return <f64>next() / 4294967296.0
}
