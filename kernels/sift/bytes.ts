export function sameBytes(a: usize, b: usize, length: u32): bool {
  for (let i: u32 = 0; i < length; i++) if (load<u8>(a + i) !== load<u8>(b + i)) return false
  return true
}

/** Do these letters, packed with the first of them highest, stand in so many bytes? */
export function holds(at: usize, length: u32, letters: u32, mask: u32): bool {
  let last: u32 = 0
  for (let i: u32 = 0; i < length; i++) {
    last = (last << 8) | load<u8>(at + i)
    if ((last & mask) === letters) return true
  }
  return false
}
