const K: u64 = 0x9e3779b97f4a7c15

/** The last bytes of a text, fewer than 8, as a number. */
export function tail(at: usize, length: i32): u64 {
  return length > 0 ? load<u64>(at) & (u64.MAX_VALUE >> ((<u64>(8 - length)) << 3)) : 0
}

export function hashBytes(at: usize, length: i32): u32 {
  let hash: u64 = K ^ <u64>length
  for (; length >= 8; length -= 8, at += 8) hash = mixed(hash ^ load<u64>(at))
  return <u32>(mixed(hash ^ tail(at, length)) >> 16)
}

function mixed(value: u64): u64 {
  value *= K
  return value ^ (value >> 29)
}

export function slotOf(value: u64): u32 {
  return <u32>(mixed(mixed(value)) >> 20)
}

export function sameBytes(a: usize, b: usize, length: i32): bool {
  for (; length >= 8; length -= 8, a += 8, b += 8) if (load<u64>(a) !== load<u64>(b)) return false
  return tail(a, length) === tail(b, length)
}
