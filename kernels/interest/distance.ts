import { backTo, mark, take, takeEmpty } from '../base/arena'

/** Positions of each sign in the pattern, as bits; cleared after use. */
let places: usize = 0

export function openDistances(): void {
  places = takeEmpty((<usize>1) << 19)
}

function sign(at: usize, i: i32): u32 {
  return load<u16>(at + ((<usize>i) << 1))
}

/**
 * Is the Levenshtein distance of two rows of signs at most `most`? Short texts by the bits of a machine word [Myers99], longer
 * ones in a band around the diagonal [Ukkonen85].
 */
export function withinEdits(a: usize, aLength: i32, b: usize, bLength: i32, most: i32): bool {
  const shorter = min(aLength, bLength)
  let from = 0
  while (from < shorter && sign(a, from) === sign(b, from)) from++
  let end = 0
  while (end < shorter - from && sign(a, aLength - 1 - end) === sign(b, bLength - 1 - end)) end++
  const m = aLength - from - end
  const n = bLength - from - end
  if (m === 0 || n === 0) return max(m, n) <= most
  if (most === 0 || abs(m - n) > most) return false
  a += (<usize>from) << 1
  b += (<usize>from) << 1
  return m <= 64 ? byBits(a, m, b, n, most) : inBand(a, m, b, n, most)
}

function byBits(a: usize, m: i32, b: usize, n: i32, most: i32): bool {
  for (let i = 0; i < m; i++) {
    const place = places + ((<usize>sign(a, i)) << 3)
    store<u64>(place, load<u64>(place) | ((<u64>1) << (<u64>i)))
  }
  const last = u64(1) << u64(m - 1)
  let up: u64 = u64.MAX_VALUE
  let down: u64 = 0
  let distance = m
  let j = 0
  for (; j < n; j++) {
    const match = load<u64>(places + ((<usize>sign(b, j)) << 3))
    const vertical = match | down
    const diagonal = (((match & up) + up) ^ up) | match
    let plus = down | ~(diagonal | up)
    let minus = up & diagonal
    if (plus & last) distance++
    else if (minus & last) distance--
    if (distance - (n - 1 - j) > most) break // every sign that is left can save one edit
    plus = (plus << 1) | 1
    minus <<= 1
    up = minus | ~(vertical | plus)
    down = plus & vertical
  }
  for (let i = 0; i < m; i++) store<u64>(places + ((<usize>sign(a, i)) << 3), 0)
  return j === n && distance <= most
}

function cell(row: usize, j: i32): usize {
  return row + ((<usize>j) << 2)
}

function inBand(a: usize, m: i32, b: usize, n: i32, most: i32): bool {
  const held = mark()
  let before = take((<usize>n + 2) << 2)
  let now = take((<usize>n + 2) << 2)
  const far = most + 1
  for (let j = 0; j <= min(n, most); j++) store<i32>(cell(before, j), j)
  if (most < n) store<i32>(cell(before, most + 1), far)
  let within = true
  for (let i = 1; i <= m && within; i++) {
    const low = max(1, i - most)
    const high = min(n, i + most)
    const own = sign(a, i - 1)
    let left = low === 1 && i <= most ? i : far
    let nearest = left
    store<i32>(cell(now, low - 1), left)
    for (let j = low; j <= high; j++) {
      let d = load<i32>(cell(before, j - 1)) + i32(own !== sign(b, j - 1))
      d = min(d, min(load<i32>(cell(before, j)), left) + 1)
      store<i32>(cell(now, j), d)
      left = d
      nearest = min(nearest, d)
    }
    if (high < n) store<i32>(cell(now, high + 1), far)
    within = nearest <= most
    const other = before
    before = now
    now = other
  }
  backTo(held)
  return within && load<i32>(cell(before, n)) <= most
}
