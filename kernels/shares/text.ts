// Bytes of rows: finding separators, normalising plain queries, writing hexadecimal.

const HEX = memory.data<u8>([48, 49, 50, 51, 52, 53, 54, 55, 56, 57, 97, 98, 99, 100, 101, 102], 16)

/** The next tab or line end from `at` on; there is one. */
export function separator(at: usize): usize {
  const tab = i8x16.splat(9)
  const line = i8x16.splat(10)
  let found: i32 = 0
  at -= 16
  while (found === 0) {
    at += 16
    const v = v128.load(at)
    found = i8x16.bitmask(v128.or(i8x16.eq(v, tab), i8x16.eq(v, line)))
  }
  return at + <usize>ctz(found)
}

/** Copies a query in its normal form; its length, or -1 if it holds more than printable ASCII. 64 zeros follow. */
export function normalise(from: usize, length: i32, to: usize): i32 {
  let spaces: i32 = 0 // was the byte before a blank?
  let plain = true
  for (let at: i32 = 0; at < length; at += 16) {
    let v = v128.load(from + at)
    if (length - at < 16) {
      // bytes behind the end become letters for the tests and are cut below
      const inside = i8x16.lt_u(
        i8x16(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15),
        i8x16.splat(<i8>(length - at)),
      )
      v = v128.bitselect(v, i8x16.splat(0x61), inside)
    }
    if (i8x16.bitmask(v128.or(i8x16.lt_s(v, i8x16.splat(0x20)), i8x16.eq(v, i8x16.splat(0x7f))))) return -1
    const capital = v128.and(i8x16.ge_s(v, i8x16.splat(0x41)), i8x16.le_s(v, i8x16.splat(0x5a)))
    v128.store(to + at, i8x16.add(v, v128.and(capital, i8x16.splat(0x20))))
    const blank = i8x16.bitmask(i8x16.eq(v, i8x16.splat(0x20)))
    if (blank & ((blank << 1) | spaces)) plain = false
    spaces = blank >> 15
  }
  let end = length
  if (length > 0 && (!plain || load<u8>(to) === 0x20 || load<u8>(to + length - 1) === 0x20)) end = squash(to, length)
  const zero = i32x4.splat(0)
  v128.store(to + end, zero)
  v128.store(to + end, zero, 16)
  v128.store(to + end, zero, 32)
  v128.store(to + end, zero, 48)
  return end
}

/** Makes runs of blanks one, and none at the ends. */
function squash(at: usize, length: i32): i32 {
  let end: i32 = 0
  for (let i: i32 = 0; i < length; i++) {
    const byte = load<u8>(at + i)
    if (byte === 0x20 && (end === 0 || load<u8>(at + end - 1) === 0x20)) continue
    store<u8>(at + end, byte)
    end++
  }
  return end > 0 && load<u8>(at + end - 1) === 0x20 ? end - 1 : end
}

/** A hash for tables. It need not be secret: a table of this kind forgets, whatever the queries are. */
export function tableHash(at: usize, length: i32, seed: u32): u32 {
  let h: u64 = 0x9e3779b97f4a7c15 ^ ((<u64>seed) << 32) ^ <u64>length
  for (let i: i32 = 0; i < length; i += 8) {
    h = (h ^ load<u64>(at + i)) * 0xff51afd7ed558ccd
    h ^= h >> 32
  }
  h *= 0xc4ceb9fe1a85ec53
  return <u32>(h >> 32) | 1
}

/** Are the bytes the same? Both have zeros up to a full 16 bytes. */
export function same(a: usize, b: usize, length: i32): bool {
  for (let i: i32 = 0; i < length; i += 16) {
    if (v128.any_true(v128.xor(v128.load(a + i), v128.load(b + i)))) return false
  }
  return true
}

/** Writes bytes, a multiple of 16, as hexadecimal digits; returns the end. */
export function hex(from: usize, length: i32, to: usize): usize {
  const digits = v128.load(HEX)
  const nibble = i8x16.splat(15)
  for (let i: i32 = 0; i < length; i += 16) {
    const v = v128.load(from + i)
    const first = i8x16.swizzle(digits, i8x16.shr_u(v, 4))
    const second = i8x16.swizzle(digits, v128.and(v, nibble))
    v128.store(to, i8x16.shuffle(first, second, 0, 16, 1, 17, 2, 18, 3, 19, 4, 20, 5, 21, 6, 22, 7, 23))
    v128.store(to, i8x16.shuffle(first, second, 8, 24, 9, 25, 10, 26, 11, 27, 12, 28, 13, 29, 14, 30, 15, 31), 16)
    to += 32
  }
  return to
}

/** The place of a date such as 2006-03-01 in a table of days, from 1; 0 if it is none. */
export function dayIndex(at: usize): i32 {
  if (load<u8>(at, 4) !== 0x2d || load<u8>(at, 7) !== 0x2d) return 0
  const year = digits2(at) * 100 + digits2(at + 2)
  const month = digits2(at + 5)
  const day = digits2(at + 8)
  if (year < 1970 || year >= 2100 || month < 1 || month > 12 || day < 1 || day > 31) return 0
  return (year - 1970) * 372 + (month - 1) * 31 + day
}

/** Two digits as a number; far out of range if they are none. */
export function digits2(at: usize): i32 {
  const tens = <i32>load<u8>(at) - 48
  const ones = <i32>load<u8>(at, 1) - 48
  return <u32>tens > 9 || <u32>ones > 9 ? 100000 : tens * 10 + ones
}
