// BLAKE3 [BLAKE3] in keyed mode, four independent compressions at once: word i of lane j stands at (base + 16 i + 4 j).

export const CHUNK_START: i32 = 1
export const CHUNK_END: i32 = 2
export const PARENT: i32 = 4
export const ROOT: i32 = 8
export const KEYED: i32 = 16

const IV = memory.data<u32>([
  0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19,
])
// Which message word each step of each round takes, as offsets of lanes.
// biome-ignore format: a round a line
const SCHEDULE = memory.data<u8>([
  0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15,
  2, 6, 3, 10, 7, 0, 4, 13, 1, 11, 12, 5, 9, 14, 15, 8,
  3, 4, 10, 12, 13, 2, 7, 14, 6, 5, 9, 0, 11, 15, 8, 1,
  10, 7, 12, 9, 14, 3, 13, 15, 4, 0, 11, 2, 5, 8, 1, 6,
  12, 13, 9, 11, 15, 10, 14, 8, 7, 2, 5, 3, 0, 1, 6, 4,
  9, 14, 11, 5, 8, 12, 15, 1, 13, 3, 0, 10, 2, 6, 4, 7,
  11, 15, 5, 0, 1, 9, 8, 6, 14, 10, 2, 12, 3, 4, 7, 13,
])

function rotate16(v: v128): v128 {
  return i8x16.shuffle(v, v, 2, 3, 0, 1, 6, 7, 4, 5, 10, 11, 8, 9, 14, 15, 12, 13)
}

function rotate12(v: v128): v128 {
  return v128.or(i32x4.shr_u(v, 12), i32x4.shl(v, 20))
}

function rotate8(v: v128): v128 {
  return i8x16.shuffle(v, v, 1, 2, 3, 0, 5, 6, 7, 4, 9, 10, 11, 8, 13, 14, 15, 12)
}

function rotate7(v: v128): v128 {
  return v128.or(i32x4.shr_u(v, 7), i32x4.shl(v, 25))
}

// Words that are the same in all lanes (One) need not be written out for each of them (Lanes).
export type One = i32
export type Lanes = v128

function word<T>(base: usize, index: usize): v128 {
  return isInteger<T>() ? v128.load32_splat(base + (index << 2)) : v128.load(base + (index << 4))
}

/**
 * One compression in each lane. `cv` holds 8 words, `message` 16, each once or for all lanes; `out` gets 16 words: the chaining value in the first
 * eight, and all sixteen as a block of extended output.
 */
export function compress4<C, M>(cv: usize, message: usize, counter: v128, length: v128, flags: i32, out: usize): void {
  let s0 = word<C>(cv, 0)
  let s1 = word<C>(cv, 1)
  let s2 = word<C>(cv, 2)
  let s3 = word<C>(cv, 3)
  let s4 = word<C>(cv, 4)
  let s5 = word<C>(cv, 5)
  let s6 = word<C>(cv, 6)
  let s7 = word<C>(cv, 7)
  let s8 = i32x4.splat(load<i32>(IV, 0))
  let s9 = i32x4.splat(load<i32>(IV, 4))
  let s10 = i32x4.splat(load<i32>(IV, 8))
  let s11 = i32x4.splat(load<i32>(IV, 12))
  let s12 = counter
  let s13 = i32x4.splat(0)
  let s14 = length
  let s15 = i32x4.splat(flags)
  for (let at: usize = SCHEDULE, end: usize = SCHEDULE + 112; at < end; at += 16) {
    s0 = i32x4.add(i32x4.add(s0, s4), word<M>(message, load<u8>(at, 0)))
    s1 = i32x4.add(i32x4.add(s1, s5), word<M>(message, load<u8>(at, 2)))
    s2 = i32x4.add(i32x4.add(s2, s6), word<M>(message, load<u8>(at, 4)))
    s3 = i32x4.add(i32x4.add(s3, s7), word<M>(message, load<u8>(at, 6)))
    s12 = rotate16(v128.xor(s12, s0))
    s13 = rotate16(v128.xor(s13, s1))
    s14 = rotate16(v128.xor(s14, s2))
    s15 = rotate16(v128.xor(s15, s3))
    s8 = i32x4.add(s8, s12)
    s9 = i32x4.add(s9, s13)
    s10 = i32x4.add(s10, s14)
    s11 = i32x4.add(s11, s15)
    s4 = rotate12(v128.xor(s4, s8))
    s5 = rotate12(v128.xor(s5, s9))
    s6 = rotate12(v128.xor(s6, s10))
    s7 = rotate12(v128.xor(s7, s11))
    s0 = i32x4.add(i32x4.add(s0, s4), word<M>(message, load<u8>(at, 1)))
    s1 = i32x4.add(i32x4.add(s1, s5), word<M>(message, load<u8>(at, 3)))
    s2 = i32x4.add(i32x4.add(s2, s6), word<M>(message, load<u8>(at, 5)))
    s3 = i32x4.add(i32x4.add(s3, s7), word<M>(message, load<u8>(at, 7)))
    s12 = rotate8(v128.xor(s12, s0))
    s13 = rotate8(v128.xor(s13, s1))
    s14 = rotate8(v128.xor(s14, s2))
    s15 = rotate8(v128.xor(s15, s3))
    s8 = i32x4.add(s8, s12)
    s9 = i32x4.add(s9, s13)
    s10 = i32x4.add(s10, s14)
    s11 = i32x4.add(s11, s15)
    s4 = rotate7(v128.xor(s4, s8))
    s5 = rotate7(v128.xor(s5, s9))
    s6 = rotate7(v128.xor(s6, s10))
    s7 = rotate7(v128.xor(s7, s11))
    s0 = i32x4.add(i32x4.add(s0, s5), word<M>(message, load<u8>(at, 8)))
    s1 = i32x4.add(i32x4.add(s1, s6), word<M>(message, load<u8>(at, 10)))
    s2 = i32x4.add(i32x4.add(s2, s7), word<M>(message, load<u8>(at, 12)))
    s3 = i32x4.add(i32x4.add(s3, s4), word<M>(message, load<u8>(at, 14)))
    s15 = rotate16(v128.xor(s15, s0))
    s12 = rotate16(v128.xor(s12, s1))
    s13 = rotate16(v128.xor(s13, s2))
    s14 = rotate16(v128.xor(s14, s3))
    s10 = i32x4.add(s10, s15)
    s11 = i32x4.add(s11, s12)
    s8 = i32x4.add(s8, s13)
    s9 = i32x4.add(s9, s14)
    s5 = rotate12(v128.xor(s5, s10))
    s6 = rotate12(v128.xor(s6, s11))
    s7 = rotate12(v128.xor(s7, s8))
    s4 = rotate12(v128.xor(s4, s9))
    s0 = i32x4.add(i32x4.add(s0, s5), word<M>(message, load<u8>(at, 9)))
    s1 = i32x4.add(i32x4.add(s1, s6), word<M>(message, load<u8>(at, 11)))
    s2 = i32x4.add(i32x4.add(s2, s7), word<M>(message, load<u8>(at, 13)))
    s3 = i32x4.add(i32x4.add(s3, s4), word<M>(message, load<u8>(at, 15)))
    s15 = rotate8(v128.xor(s15, s0))
    s12 = rotate8(v128.xor(s12, s1))
    s13 = rotate8(v128.xor(s13, s2))
    s14 = rotate8(v128.xor(s14, s3))
    s10 = i32x4.add(s10, s15)
    s11 = i32x4.add(s11, s12)
    s8 = i32x4.add(s8, s13)
    s9 = i32x4.add(s9, s14)
    s5 = rotate7(v128.xor(s5, s10))
    s6 = rotate7(v128.xor(s6, s11))
    s7 = rotate7(v128.xor(s7, s8))
    s4 = rotate7(v128.xor(s4, s9))
  }
  v128.store(out, v128.xor(s0, s8), 0)
  v128.store(out, v128.xor(s1, s9), 16)
  v128.store(out, v128.xor(s2, s10), 32)
  v128.store(out, v128.xor(s3, s11), 48)
  v128.store(out, v128.xor(s4, s12), 64)
  v128.store(out, v128.xor(s5, s13), 80)
  v128.store(out, v128.xor(s6, s14), 96)
  v128.store(out, v128.xor(s7, s15), 112)
  v128.store(out, v128.xor(s8, word<C>(cv, 0)), 128)
  v128.store(out, v128.xor(s9, word<C>(cv, 1)), 144)
  v128.store(out, v128.xor(s10, word<C>(cv, 2)), 160)
  v128.store(out, v128.xor(s11, word<C>(cv, 3)), 176)
  v128.store(out, v128.xor(s12, word<C>(cv, 4)), 192)
  v128.store(out, v128.xor(s13, word<C>(cv, 5)), 208)
  v128.store(out, v128.xor(s14, word<C>(cv, 6)), 224)
  v128.store(out, v128.xor(s15, word<C>(cv, 7)), 240)
}
